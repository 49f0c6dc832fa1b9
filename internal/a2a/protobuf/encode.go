package protobuf

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// Encode encodes a JSON document as a message, with fields in the order of their numbers. It accepts JSON and
// .proto names. Whatever does not fit the message or has the wrong type is left out with a problem, whose
// offset is in doc. A nil Schema has the messages of google.rpc.
func Encode(s *Schema, message string, doc []byte) ([]byte, []a2a.Problem) {
	e := &encoder{}
	m := s.message(message)
	if m == nil {
		e.add(a2a.SeverityError, 0, "This version has no message %s, so nothing was written.", message)
		return nil, e.All()
	}
	if !json.Valid(doc) {
		e.add(a2a.SeverityError, 0, "Not JSON, so nothing was written.")
		return nil, e.All()
	}
	v := value{raw: bytes.TrimSpace(doc), offset: len(doc) - len(bytes.TrimLeft(doc, " \t\r\n"))}
	if m.FullName() == google+".Empty" && v.null() {
		return nil, nil
	}
	b, _ := e.message(m, v, 0)
	return b, e.All()
}

// encoder walks a document along the descriptors, so that it knows the place of each value. Package
// protojson, which stops at the first error and gives no place, encodes the values without members: one
// number, string or Timestamp at a time.
type encoder struct{ report }

// value is a part of the document with its place and, in an object, its name.
type value struct {
	name   string
	raw    []byte
	offset int
}

func (v value) null() bool { return string(v.raw) == "null" }

func (v value) hasKind(first byte) bool { return len(v.raw) > 0 && v.raw[0] == first }

// plain returns a value in a form that protojson accepts: protojson rejects strings with unpaired
// surrogates or invalid UTF-8. Other values stay as they are.
func (v value) plain() []byte {
	if text, ok := jsonrepair.Text(v.raw); ok {
		return jsonio.Quote(nil, text)
	}
	return v.raw
}

// refuse reports a value of the wrong type.
func (e *encoder) refuse(v value, want string) {
	got := jsonio.KindOf(v.raw)
	if got == "a number" {
		got = "the number " + clip.Bytes(string(v.raw), 60)
	}
	e.add(a2a.SeverityError, v.offset, "Expected %s, got %s; it is left out.", want, got)
}

// inside returns the members of an object or the elements of an array. It refuses v if it does not start with
// opener.
func (e *encoder) inside(v value, opener byte) []value {
	list, want := jsonrepair.Object, "an object"
	if opener == '[' {
		list, want = jsonrepair.Array, "an array"
	}
	all, ok := list(v.raw)
	if !ok {
		e.refuse(v, want)
		return nil
	}
	out := make([]value, len(all))
	for i, m := range all {
		out[i] = value{m.Name, m.Value, v.offset + int(m.Offset)}
	}
	return out
}

// leaf encodes a document without nested messages, with package protojson.
func leaf(m message, doc []byte) ([]byte, error) {
	into := dynamicpb.NewMessage(m)
	if err := protojson.Unmarshal(doc, into); err != nil {
		return nil, err
	}
	return proto.MarshalOptions{Deterministic: true}.Marshal(into)
}

// message encodes a message. It returns false if there is nothing to write.
func (e *encoder) message(m message, v value, depth int) ([]byte, bool) {
	if depth > maxDepth {
		e.add(a2a.SeverityError, v.offset, "Nested deeper than %d messages; this is left out.", maxDepth)
		return nil, false
	}
	switch name := m.FullName(); name {
	case structName:
		return e.field(nil, m.Fields().ByNumber(1), v, depth), v.hasKind('{')
	case listName:
		return e.field(nil, m.Fields().ByNumber(1), v, depth), v.hasKind('[')
	case valueName:
		b := e.anyValue(m, v, depth)
		return b, b != nil
	case timestampName, durationName:
		doc, want := v.plain(), "a duration such as 1.5s"
		if name == timestampName { // RFC 3339 also allows lower case
			doc, want = bytes.ToUpper(doc), "a time such as 2025-10-28T10:30:00Z"
		}
		b, err := leaf(m, doc)
		if err != nil {
			e.refuse(v, want)
		}
		return b, err == nil
	}
	members := e.inside(v, '{')
	if members == nil {
		return nil, false
	}
	if m.FullName() == anyName {
		return e.any(v, members, depth), true
	}
	return e.members(m, members, depth), true
}

// members writes the members that have a field. Of several for one field the last counts.
func (e *encoder) members(m message, members []value, depth int) (b []byte) {
	last := map[protoreflect.FieldNumber]value{}
	for _, v := range members {
		if f := byName(m, v.name); f != nil {
			last[f.Number()] = v
			continue
		}
		e.within("."+v.name, func() {
			e.add(a2a.SeverityWarning, v.offset, "%s has no field %q in this version; it is left out.", title(m), clip.Bytes(v.name, 60))
		})
	}
	var before field
	for _, n := range slices.Sorted(maps.Keys(last)) {
		f, v := m.Fields().ByNumber(n), last[n]
		if v.null() && (f.Message() == nil || f.Message().FullName() != valueName) {
			continue
		}
		if of := choice(f); of != nil {
			if before != nil && before.ContainingOneof() == of {
				e.add(a2a.SeverityError, v.offset, "Both %s and %s are present, but a message has only one; readers take the last.", before.JSONName(), f.JSONName())
			}
			before = f
		}
		e.within("."+f.JSONName(), func() { b = e.field(b, f, v, depth) })
	}
	return b
}

func (e *encoder) field(b []byte, f field, v value, depth int) []byte {
	switch {
	case f.IsMap():
		return e.each(b, f, e.inside(v, '{'), depth)
	case f.IsList():
		return e.each(b, f, e.inside(v, '['), depth)
	}
	return e.single(b, f, v, depth)
}

func (e *encoder) each(b []byte, f field, all []value, depth int) []byte {
	for i, v := range all {
		step := strconv.Itoa(i)
		if f.IsMap() {
			step = strconv.Quote(v.name)
		}
		e.within("["+step+"]", func() { b = e.single(b, f, v, depth) })
	}
	return b
}

// single appends one value of a field. In a map, the key is the value's name.
func (e *encoder) single(b []byte, f field, v value, depth int) []byte {
	of := f
	if f.IsMap() {
		of = f.MapValue()
	}
	if of.Message() == nil {
		return e.scalar(b, f, of, v)
	}
	inner, ok := e.message(of.Message(), v, depth+1)
	if !ok {
		return b
	}
	if f.IsMap() {
		inner = appendBytes(appendBytes(nil, 1, []byte(v.name)), 2, inner)
	}
	return appendBytes(b, f.Number(), inner)
}

func appendBytes(b []byte, n protowire.Number, data []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, n, protowire.BytesType), data)
}

// expectations name the expected value of a kind, for problems.
var expectations = map[protoreflect.Kind]string{
	protoreflect.StringKind: "a string",
	protoreflect.BoolKind:   "true or false",
	protoreflect.EnumKind:   "a 32-bit integer",
	protoreflect.Int32Kind:  "a 32-bit integer",
	protoreflect.Int64Kind:  "a 64-bit integer",
	protoreflect.DoubleKind: "a number",
}

// scalar appends a string, number or similar value: the library's encoding of a message with only that field.
// of is f, or in a map its value field.
func (e *encoder) scalar(b []byte, f, of field, v value) []byte {
	kind, doc := of.Kind(), v.plain()
	if kind == protoreflect.BytesKind {
		data := e.bytes(v)
		if data == nil {
			return b
		}
		doc = jsonio.Quote(nil, base64.StdEncoding.EncodeToString(data))
	}
	switch {
	case f.IsMap():
		doc = fmt.Appendf(nil, "{%s:%s}", jsonio.Quote(nil, v.name), doc)
	case f.IsList():
		doc = fmt.Appendf(nil, "[%s]", doc)
	}
	alone, err := leaf(f.ContainingMessage(), fmt.Appendf(nil, "{%q:%s}", f.JSONName(), doc))
	if word, quoted := jsonrepair.Text(v.raw); err != nil && quoted && kind == protoreflect.EnumKind {
		e.add(a2a.SeverityError, v.offset, "%s has no value %q in this version; it is left out.", of.Enum().Name(), clip.Bytes(word, 60))
	} else if err != nil {
		e.refuse(v, expectations[kind])
	}
	return append(b, alone...)
}

// bytes decodes base64 in either alphabet, padded or not. It returns nil for invalid values.
func (e *encoder) bytes(v value) []byte {
	text, ok := jsonrepair.Text(v.raw)
	if !ok {
		e.refuse(v, expectations[protoreflect.StringKind])
		return nil
	}
	data, _, ok := jsonio.Base64(text)
	if !ok {
		e.add(a2a.SeverityError, v.offset, "The string is not base64, which JSON uses for bytes; it is left out.")
		return nil
	}
	return data
}

// anyValue encodes a google.protobuf.Value, nil for none. Integers that a double cannot hold lose digits, as
// in every protobuf Struct.
func (e *encoder) anyValue(m message, v value, depth int) []byte {
	switch {
	case v.hasKind('{'):
		return e.field(nil, m.Fields().ByNumber(5), v, depth)
	case v.hasKind('['):
		return e.field(nil, m.Fields().ByNumber(6), v, depth)
	}
	text := string(v.raw)
	b, err := leaf(m, v.plain())
	if err != nil {
		e.add(a2a.SeverityError, v.offset, "The number %s does not fit; it is left out.", clip.Bytes(text, 60))
		return nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if back := strconv.FormatFloat(x, 'f', -1, 64); err == nil && !strings.ContainsAny(text, ".eE") && back != text && text != "-0" {
		e.add(a2a.SeverityWarning, v.offset, "The number %s becomes %s: numbers in a protobuf Struct are doubles.", clip.Bytes(text, 60), clip.Bytes(back, 60))
	}
	return b
}

// any encodes an Any. For an unknown type, the member value holds its bytes. A Struct may have its members
// directly, as a2a-go writes it.
func (e *encoder) any(v value, members []value, depth int) []byte {
	url, inner := "", value{offset: v.offset}
	var rest []value
	for _, m := range members {
		switch m.name {
		case "@type":
			url, _ = jsonrepair.Text(m.raw)
			continue
		case "value":
			inner = m
		}
		rest = append(rest, m)
	}
	if url == "" {
		e.add(a2a.SeverityError, v.offset, "The member @type, which names the message's type, is missing.")
		return nil
	}
	var data []byte
	m := typeOf(url)
	switch {
	case m != nil && m.FullName() == structName && inner.raw == nil:
		data = e.each(nil, m.Fields().ByNumber(1), rest, depth+1)
	case m != nil && !wrapped(m):
		data = e.members(m, rest, depth+1)
	default:
		data = e.packed(m, inner, rest, depth+1)
	}
	b := appendBytes(nil, 1, []byte(url))
	if len(data) > 0 {
		b = appendBytes(b, 2, data)
	}
	return b
}

// packed encodes the message of an Any that has it in the member value, and reports all other members.
func (e *encoder) packed(m message, inner value, members []value, depth int) []byte {
	for _, v := range members {
		if v.name != "value" {
			e.add(a2a.SeverityError, v.offset, "A message of this type has its JSON in the member value; %q is left out.", clip.Bytes(v.name, 60))
		}
	}
	if m == nil {
		return e.bytes(inner)
	}
	b, _ := e.message(m, inner, depth)
	return b
}
