package protobuf

import (
	"encoding/json"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/lenient"
)

// Encode writes a JSON document as a message, fields in the order of the table.
// Names count as JSON has them and as a .proto file does. What has no place in the
// message, or not the right type, is left out with a problem, whose offset is
// the document's.
func Encode(s Schema, message string, doc []byte) ([]byte, []a2a.Problem) {
	e := &encoder{schema: s}
	if !json.Valid(doc) {
		e.say(a2a.Fault, 0, "Not JSON, so nothing was written.")
		return nil, e.all()
	}
	var b []byte
	trimmed := strings.TrimLeft(string(doc), " \t\r\n")
	v := value{raw: []byte(strings.TrimRight(trimmed, " \t\r\n")), at: len(doc) - len(trimmed)}
	if message != "Empty" || string(v.raw) != "null" {
		b = e.message(message, v, 0)
	}
	return b, e.all()
}

type encoder struct {
	report
	schema Schema
}

// value is a piece of the document with its place.
type value struct {
	raw []byte
	at  int
}

func (v value) null() bool { return string(v.raw) == "null" }

func (v value) is(first byte) bool { return len(v.raw) > 0 && v.raw[0] == first }

type member struct {
	name string
	value
}

func (v value) members() ([]member, bool) {
	list, ok := lenient.Object(v.raw)
	out := make([]member, len(list))
	for i, m := range list {
		out[i] = member{m.Name, value{m.Value, v.at + int(m.Offset)}}
	}
	return out, ok
}

// message is the bytes of a message.
func (e *encoder) message(name string, v value, depth int) []byte {
	if depth > maxDepth {
		e.say(a2a.Fault, v.at, "Nested deeper than %d messages; this is left out.", maxDepth)
		return nil
	}
	if b, ok := e.special(name, v, depth); ok {
		return b
	}
	members, ok := v.members()
	if !ok {
		e.say(a2a.Fault, v.at, "Here stands %s where an object is expected; it is left out.", brief(v))
		return nil
	}
	return e.members(name, members, depth)
}

// members writes those members that have a field. Of two with one name the last
// counts.
func (e *encoder) members(name string, members []member, depth int) []byte {
	var b []byte
	used := make([]bool, len(members))
	chosen := ""
	e.schema.each(name, func(f field) bool {
		var got *member
		for i := range members {
			if m := &members[i]; m.name == f.name || camel(m.name) == f.name {
				used[i], got = true, m
			}
		}
		if got == nil || got.null() && f.kind != "Value" {
			return true
		}
		if f.choice && chosen != "" {
			e.say(a2a.Fault, got.at, "Both %s and %s are here, of which a message has one; readers take the last.", chosen, f.name)
		}
		if f.choice {
			chosen = f.name
		}
		e.within("."+f.name, func() { b = e.field(b, f, got.value, depth) })
		return true
	})
	for i, m := range members {
		if !used[i] {
			e.within("."+m.name, func() {
				e.say(a2a.Warning, m.at, "%s has no field %q in this version; it is left out.", name, clip(m.name))
			})
		}
	}
	return b
}

// field appends a field with all its values.
func (e *encoder) field(b []byte, f field, v value, depth int) []byte {
	switch {
	case f.keyed:
		return e.keyed(b, f, v, depth)
	case f.list:
		list, ok := lenient.Array(v.raw)
		if !ok {
			e.say(a2a.Fault, v.at, "Here stands %s where an array is expected; it is left out.", brief(v))
		}
		for i, x := range list {
			e.within("["+strconv.Itoa(i)+"]", func() {
				b = e.single(b, f, value{x.Value, v.at + int(x.Offset)}, true, depth)
			})
		}
		return b
	}
	return e.single(b, f, v, f.explicit() && !f.shown || f.message(), depth)
}

// single appends one value. Zero is written only where that says something.
func (e *encoder) single(b []byte, f field, v value, zero bool, depth int) []byte {
	if f.message() {
		inner := e.message(f.kind, v, depth+1)
		if inner == nil && !e.holds(f, v) {
			return b
		}
		return protowire.AppendBytes(protowire.AppendTag(b, f.number, protowire.BytesType), inner)
	}
	return e.scalar(b, f, v, zero)
}

// holds reports whether a message of no bytes is what a value means.
func (e *encoder) holds(f field, v value) bool {
	switch f.kind {
	case "ListValue":
		return v.is('[')
	case "Timestamp":
		_, ok := instant(v)
		return ok
	case "Value":
		return false
	}
	return v.is('{')
}

func (e *encoder) keyed(b []byte, f field, v value, depth int) []byte {
	members, ok := v.members()
	if !ok {
		e.say(a2a.Fault, v.at, "Here stands %s where an object is expected; it is left out.", brief(v))
	}
	one := field{number: 2, name: "value", kind: f.kind}
	for _, m := range members {
		e.within("["+strconv.Quote(m.name)+"]", func() {
			entry := protowire.AppendString(protowire.AppendTag(nil, 1, protowire.BytesType), m.name)
			entry = e.single(entry, one, m.value, true, depth)
			b = protowire.AppendBytes(protowire.AppendTag(b, f.number, protowire.BytesType), entry)
		})
	}
	return b
}
