package protobuf

import (
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/lenient"
)

// special writes the messages that have a form of their own in JSON.
func (e *encoder) special(name string, v value, depth int) ([]byte, bool) {
	switch name {
	case "Struct":
		return e.keyed(nil, field{number: 1, kind: "Value"}, v, depth), true
	case "ListValue":
		return e.field(nil, field{number: 1, kind: "Value", list: true}, v, depth), true
	case "Value":
		return e.field(nil, e.valueField(v), v, depth), true
	case "Timestamp":
		return e.timestamp(v), true
	case "Any":
		return e.any(v, depth), true
	}
	return nil, false
}

// valueField is the member of a Value that holds what stands in JSON.
func (e *encoder) valueField(v value) field {
	n := protowire.Number(2)
	switch {
	case v.null():
		n = 1
	case v.is('"'):
		n = 3
	case v.is('t'), v.is('f'):
		n = 4
	case v.is('{'):
		n = 5
	case v.is('['):
		n = 6
	}
	f, _ := e.schema.byNumber("Value", n)
	return f
}

// instant reads a time as ProtoJSON takes it.
func instant(v value) (time.Time, bool) {
	text, ok := lenient.Text(v.raw)
	if !ok {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339Nano, strings.ToUpper(text))
	return t, err == nil && t.UTC().Year() >= 1 && t.UTC().Year() <= 9999
}

func (e *encoder) timestamp(v value) []byte {
	t, ok := instant(v)
	if !ok {
		e.say(a2a.Fault, v.at, "Here stands %s where a time such as 2025-10-28T10:30:00Z is expected; it is left out.", brief(v))
		return nil
	}
	var b []byte
	if s := t.Unix(); s != 0 {
		b = protowire.AppendVarint(protowire.AppendTag(b, 1, protowire.VarintType), uint64(s))
	}
	if n := t.Nanosecond(); n != 0 {
		b = protowire.AppendVarint(protowire.AppendTag(b, 2, protowire.VarintType), uint64(n))
	}
	return b
}

// any writes a message that names its type. One of a type that is not known
// has its bytes in the member value.
func (e *encoder) any(v value, depth int) []byte {
	members, _ := v.members()
	url := ""
	var rest []member
	inner := value{raw: []byte("{}"), at: v.at}
	for _, m := range members {
		switch m.name {
		case "@type":
			url, _ = lenient.Text(m.raw)
			continue
		case "value":
			inner = m.value
		}
		rest = append(rest, m)
	}
	if url == "" {
		e.say(a2a.Fault, v.at, "The member @type, which names what this is, is missing.")
		return nil
	}
	var data []byte
	switch name, ok := typeOf(url); {
	case !ok:
		data, _ = e.bytes(field{kind: "bytes"}, inner)
	case name == "Struct":
		data = e.message(name, inner, depth+1)
	default:
		data = e.members(name, rest, depth+1)
	}
	b := protowire.AppendString(protowire.AppendTag(nil, 1, protowire.BytesType), url)
	if len(data) > 0 {
		b = protowire.AppendBytes(protowire.AppendTag(b, 2, protowire.BytesType), data)
	}
	return b
}
