package protobuf

import (
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// special writes the messages that have a form of their own in JSON.
func (e *encoder) special(m message, v value, depth int) ([]byte, bool) {
	switch formOf(m) {
	case structForm, listForm:
		return e.field(nil, m.Fields().ByNumber(1), v, depth), true
	case valueForm:
		return e.field(nil, m.Fields().ByNumber(valueField(v)), v, depth), true
	case timestampForm:
		return e.timestamp(v), true
	case durationForm:
		return e.duration(v), true
	case anyForm:
		return e.any(v, depth), true
	}
	return nil, false
}

// valueField is the number of a Value's member that holds a JSON value.
func valueField(v value) protoreflect.FieldNumber {
	switch {
	case v.null():
		return 1
	case v.is('"'):
		return 3
	case v.is('t'), v.is('f'):
		return 4
	case v.is('{'):
		return 5
	case v.is('['):
		return 6
	}
	return 2
}

// instant reads a time as ProtoJSON takes it.
func instant(v value) (time.Time, bool) {
	text, ok := jsonrepair.Text(v.raw)
	if !ok {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339Nano, strings.ToUpper(text))
	return t, err == nil && t.UTC().Year() >= 1 && t.UTC().Year() <= 9999
}

func (e *encoder) timestamp(v value) []byte {
	t, ok := instant(v)
	if !ok {
		e.say(a2a.SeverityError, v.at, "Expected a time such as 2025-10-28T10:30:00Z, got %s; it is left out.", brief(v))
		return nil
	}
	return secondsAndNanos(t.Unix(), int64(t.Nanosecond()))
}

// secondsAndNanos are the fields of a Timestamp and of a Duration.
func secondsAndNanos(seconds, nanos int64) []byte {
	var b []byte
	if seconds != 0 {
		b = protowire.AppendVarint(protowire.AppendTag(b, 1, protowire.VarintType), uint64(seconds))
	}
	if nanos != 0 {
		b = protowire.AppendVarint(protowire.AppendTag(b, 2, protowire.VarintType), uint64(nanos))
	}
	return b
}

// seconds reads a duration as ProtoJSON takes it: "1.5s".
func seconds(v value) (seconds, nanos int64, ok bool) {
	text, ok := jsonrepair.Text(v.raw)
	number, unit := strings.CutSuffix(text, "s")
	bare, negative := strings.CutPrefix(number, "-")
	whole, part, _ := strings.Cut(bare, ".")
	n, err := strconv.ParseUint(whole, 10, 63)
	f, wrong := strconv.ParseUint((part + "000000000")[:9], 10, 32)
	if !ok || !unit || err != nil || wrong != nil || len(part) > 9 || n > maxSeconds {
		return 0, 0, false
	}
	if negative {
		return -int64(n), -int64(f), true
	}
	return int64(n), int64(f), true
}

func (e *encoder) duration(v value) []byte {
	s, n, ok := seconds(v)
	if !ok {
		e.say(a2a.SeverityError, v.at, "Expected a duration such as 1.5s, got %s; it is left out.", brief(v))
		return nil
	}
	return secondsAndNanos(s, n)
}

// any writes a message that names its type. One of a type that is not known
// has its bytes in the member value. A Struct may have its members directly, as
// a2a-go writes it.
func (e *encoder) any(v value, depth int) []byte {
	members, _ := v.members()
	url, inner := "", value{at: v.at}
	var rest []member
	for _, m := range members {
		switch m.name {
		case "@type":
			url, _ = jsonrepair.Text(m.raw)
			continue
		case "value":
			inner = m.value
		}
		rest = append(rest, m)
	}
	if url == "" {
		e.say(a2a.SeverityError, v.at, "The member @type, which names what this is, is missing.")
		return nil
	}
	var data []byte
	switch m := typeOf(url); {
	case m == nil:
		data, _ = e.bytes(protoreflect.BytesKind, e.alone(inner, rest))
	case formOf(m) == structForm && inner.raw == nil:
		data = e.entries(nil, m.Fields().ByNumber(1), rest, depth+1)
	case wrapped(m):
		data = e.message(m, e.alone(inner, rest), depth+1)
	default:
		data = e.members(m, rest, depth+1)
	}
	b := protowire.AppendString(protowire.AppendTag(nil, 1, protowire.BytesType), url)
	if len(data) > 0 {
		b = protowire.AppendBytes(protowire.AppendTag(b, 2, protowire.BytesType), data)
	}
	return b
}

// alone is an Any's member value, beside which there is no other.
func (e *encoder) alone(inner value, rest []member) value {
	for _, m := range rest {
		if m.name != "value" {
			e.say(a2a.SeverityError, m.at, "A message of this type has its JSON in the member value; %q is left out.", clip.Bytes(m.name, 60))
		}
	}
	return inner
}
