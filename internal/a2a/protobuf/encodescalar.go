package protobuf

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// scalar appends a text, number or the like.
func (e *encoder) scalar(b []byte, f field, v value, zero bool) []byte {
	switch wire(f) {
	case protowire.VarintType:
		n, ok := e.varint(f, v)
		if !ok || n == 0 && !zero {
			return b
		}
		return protowire.AppendVarint(protowire.AppendTag(b, f.Number(), protowire.VarintType), n)
	case protowire.Fixed64Type:
		x, ok := e.double(v)
		if !ok {
			return b
		}
		return protowire.AppendFixed64(protowire.AppendTag(b, f.Number(), protowire.Fixed64Type), math.Float64bits(x))
	}
	data, ok := e.bytes(f.Kind(), v)
	if !ok || len(data) == 0 && !zero {
		return b
	}
	return protowire.AppendBytes(protowire.AppendTag(b, f.Number(), protowire.BytesType), data)
}

func (e *encoder) bytes(kind protoreflect.Kind, v value) ([]byte, bool) {
	text, ok := jsonrepair.Text(v.raw)
	if !ok {
		e.say(a2a.SeverityError, v.at, "Expected a string, got %s; it is left out.", brief(v))
		return nil, false
	}
	if kind == protoreflect.StringKind {
		return []byte(text), true
	}
	data, err := Base64(text)
	if err != nil {
		e.say(a2a.SeverityError, v.at, "The string is not base64, as bytes are in JSON; it is left out.")
	}
	return data, err == nil
}

// Base64 reads base64 as ProtoJSON does: either alphabet, with or without
// padding.
func Base64(s string) ([]byte, error) {
	s = strings.TrimRight(s, "=")
	s = strings.NewReplacer("-", "+", "_", "/").Replace(s)
	return base64.RawStdEncoding.DecodeString(s)
}

func (e *encoder) varint(f field, v value) (uint64, bool) {
	text, quoted := jsonrepair.Text(v.raw)
	switch {
	case f.Kind() == protoreflect.BoolKind:
		return e.boolean(v)
	case f.Kind() == protoreflect.EnumKind && f.Enum().FullName() == nullValue:
		return 0, true
	case f.Kind() == protoreflect.EnumKind && quoted:
		if word := f.Enum().Values().ByName(protoreflect.Name(text)); word != nil {
			return uint64(word.Number()), true
		}
		e.say(a2a.SeverityError, v.at, "%s has no value %q in this version; it is left out.", f.Enum().Name(), clip.Bytes(text, 60))
		return 0, false
	case !quoted:
		text = string(v.raw)
	}
	if f.Kind() == protoreflect.Int64Kind {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return uint64(n), true
		}
	}
	x, err := strconv.ParseFloat(text, 64)
	if bits := bitsOf(f); err != nil || x != math.Trunc(x) || math.Abs(x) > 1<<53 || bits == 32 && (x < math.MinInt32 || x > math.MaxInt32) {
		e.say(a2a.SeverityError, v.at, "Expected an integer of %d bits, got %s; it is left out.", bits, brief(v))
		return 0, false
	}
	return uint64(int64(x)), true
}

func bitsOf(f field) int {
	if f.Kind() == protoreflect.Int64Kind {
		return 64
	}
	return 32
}

func (e *encoder) boolean(v value) (uint64, bool) {
	switch string(v.raw) {
	case "true":
		return 1, true
	case "false":
		return 0, true
	}
	e.say(a2a.SeverityError, v.at, "Expected true or false, got %s; it is left out.", brief(v))
	return 0, false
}

// double reads a number. Integers that a double cannot hold lose digits, as in
// every protobuf Struct.
func (e *encoder) double(v value) (float64, bool) {
	text := string(v.raw)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		e.say(a2a.SeverityError, v.at, "The number %s does not fit; it is left out.", clip.Bytes(text, 60))
		return 0, false
	}
	if back := strconv.FormatFloat(x, 'f', -1, 64); !strings.ContainsAny(text, ".eE") && back != text && text != "-0" {
		e.say(a2a.SeverityWarning, v.at, "The number %s becomes %s: numbers in a protobuf Struct are doubles.", clip.Bytes(text, 60), clip.Bytes(back, 60))
	}
	return x, true
}

// brief names a value for a message to people.
func brief(v value) string {
	kind := jsonio.KindOf(v.raw)
	if kind == "a number" {
		return "the number " + clip.Bytes(string(v.raw), 60)
	}
	return kind
}
