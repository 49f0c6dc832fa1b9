package protobuf

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// Encode writes a JSON document as a message, fields in the order of their numbers.
// Names count as JSON has them and as a .proto file does. What has no place in the
// message, or not the right type, is left out with a problem, whose offset is
// the document's. A nil Schema has the messages of google.rpc.
func Encode(s *Schema, message string, doc []byte) ([]byte, []a2a.Problem) {
	e := &encoder{schema: s}
	m := s.message(message)
	if m == nil {
		e.say(a2a.SeverityError, 0, "This version has no message %s, so nothing was written.", message)
		return nil, e.All()
	}
	if !json.Valid(doc) {
		e.say(a2a.SeverityError, 0, "Not JSON, so nothing was written.")
		return nil, e.All()
	}
	trimmed := strings.TrimLeft(string(doc), " \t\r\n")
	v := value{raw: []byte(strings.TrimRight(trimmed, " \t\r\n")), at: len(doc) - len(trimmed)}
	if m.FullName() == google+".Empty" && v.null() {
		return nil, nil
	}
	return e.message(m, v, 0), e.All()
}

type encoder struct {
	report
	schema *Schema
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
	list, ok := jsonrepair.Object(v.raw)
	out := make([]member, len(list))
	for i, m := range list {
		out[i] = member{m.Name, value{m.Value, v.at + int(m.Offset)}}
	}
	return out, ok
}

// message is the bytes of a message.
func (e *encoder) message(m message, v value, depth int) []byte {
	if depth > maxDepth {
		e.say(a2a.SeverityError, v.at, "Nested deeper than %d messages; this is left out.", maxDepth)
		return nil
	}
	if b, ok := e.special(m, v, depth); ok {
		return b
	}
	members, ok := v.members()
	if !ok {
		e.say(a2a.SeverityError, v.at, "Expected an object, got %s; it is left out.", brief(v))
		return nil
	}
	return e.members(m, members, depth)
}

// said is a member with its field.
type said struct {
	field
	member
}

// fields are the members that have a field, in the order of their numbers. Of two
// for one field the last counts.
func (e *encoder) fields(m message, members []member) []said {
	all := make([]said, 0, len(members))
	for _, one := range members {
		f := byName(m, one.name)
		if f == nil {
			e.within("."+one.name, func() {
				e.say(a2a.SeverityWarning, one.at, "%s has no field %q in this version; it is left out.", title(m), clip.Bytes(one.name, 60))
			})
			continue
		}
		i, found := slices.BinarySearchFunc(all, f.Number(), func(s said, n protoreflect.FieldNumber) int { return int(s.Number() - n) })
		if !found {
			all = slices.Insert(all, i, said{})
		}
		all[i] = said{f, one}
	}
	return all
}

// members writes those members that have a field.
func (e *encoder) members(m message, members []member, depth int) []byte {
	var b []byte
	var before field
	for _, s := range e.fields(m, members) {
		if s.null() && (s.Message() == nil || formOf(s.Message()) != valueForm) {
			continue
		}
		if of := choice(s.field); of != nil {
			if before != nil && before.ContainingOneof() == of {
				e.say(a2a.SeverityError, s.at, "Both %s and %s are here, of which a message has one; readers take the last.", before.JSONName(), s.JSONName())
			}
			before = s.field
		}
		e.within("."+s.JSONName(), func() { b = e.field(b, s.field, s.value, depth) })
	}
	return b
}

// field appends a field with all its values.
func (e *encoder) field(b []byte, f field, v value, depth int) []byte {
	switch {
	case f.IsMap():
		return e.keyed(b, f, v, depth)
	case f.IsList():
		list, ok := jsonrepair.Array(v.raw)
		if !ok {
			e.say(a2a.SeverityError, v.at, "Expected an array, got %s; it is left out.", brief(v))
		}
		for i, x := range list {
			e.within("["+strconv.Itoa(i)+"]", func() {
				b = e.single(b, f, value{x.Value, v.at + int(x.Offset)}, true, depth)
			})
		}
		return b
	}
	return e.single(b, f, v, f.HasPresence(), depth)
}

// single appends one value. Zero is written only where that says something.
func (e *encoder) single(b []byte, f field, v value, zero bool, depth int) []byte {
	if holdsMessages(f) {
		inner := e.message(f.Message(), v, depth+1)
		if inner == nil && !holds(f.Message(), v) {
			return b
		}
		return protowire.AppendBytes(protowire.AppendTag(b, f.Number(), protowire.BytesType), inner)
	}
	return e.scalar(b, f, v, zero)
}

// holds reports whether a message of no bytes is what a value means.
func holds(m message, v value) bool {
	switch formOf(m) {
	case listForm:
		return v.is('[')
	case timestampForm:
		_, ok := instant(v)
		return ok
	case durationForm:
		_, _, ok := seconds(v)
		return ok
	case valueForm:
		return false
	}
	return v.is('{')
}

func (e *encoder) keyed(b []byte, f field, v value, depth int) []byte {
	members, ok := v.members()
	if !ok {
		e.say(a2a.SeverityError, v.at, "Expected an object, got %s; it is left out.", brief(v))
	}
	return e.entries(b, f, members, depth)
}

// entries appends a map's.
func (e *encoder) entries(b []byte, f field, members []member, depth int) []byte {
	for _, m := range members {
		e.within("["+strconv.Quote(m.name)+"]", func() {
			entry := protowire.AppendString(protowire.AppendTag(nil, 1, protowire.BytesType), m.name)
			entry = e.single(entry, f.MapValue(), m.value, true, depth)
			b = protowire.AppendBytes(protowire.AppendTag(b, f.Number(), protowire.BytesType), entry)
		})
	}
	return b
}
