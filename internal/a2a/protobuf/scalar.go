package protobuf

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// zero reports whether a field's value is the one that unset fields have.
func (d *decoder) zero(g *group) bool {
	o := g.last()
	switch g.Kind() {
	case protoreflect.StringKind, protoreflect.BytesKind:
		return o.value.from == o.value.to
	}
	return o.n == 0
}

// unset is the JSON of a field that is not there.
func unset(f field) string {
	switch {
	case f.IsList():
		return "[]"
	case f.IsMap():
		return "{}"
	}
	switch f.Kind() {
	case protoreflect.StringKind, protoreflect.BytesKind:
		return `""`
	case protoreflect.BoolKind:
		return "false"
	case protoreflect.EnumKind:
		return `"` + string(f.DefaultEnumValue().Name()) + `"`
	case protoreflect.Int64Kind:
		return `"0"`
	case protoreflect.MessageKind:
		return unsetMessage(f.Message())
	}
	return "0"
}

// unsetMessage is the JSON of a message without fields.
func unsetMessage(m message) string {
	switch formOf(m) {
	case valueForm:
		return "null"
	case listForm:
		return "[]"
	case timestampForm:
		return `"1970-01-01T00:00:00Z"`
	case durationForm:
		return `"0s"`
	}
	return "{}"
}

func (d *decoder) scalar(f field, o occurrence) {
	switch f.Kind() {
	case protoreflect.StringKind:
		d.out = jsonio.Quote(d.out, d.text(o.value))
	case protoreflect.BytesKind:
		d.write(`"`)
		d.out = base64.StdEncoding.AppendEncode(d.out, d.in[o.value.from:o.value.to])
		d.write(`"`)
	case protoreflect.BoolKind:
		d.out = strconv.AppendBool(d.out, o.n != 0)
	case protoreflect.Int32Kind:
		d.out = strconv.AppendInt(d.out, int64(int32(o.n)), 10)
	case protoreflect.Int64Kind:
		d.write(`"` + strconv.FormatInt(int64(o.n), 10) + `"`)
	case protoreflect.DoubleKind:
		d.number(math.Float64frombits(o.n), o)
	default:
		d.enum(f.Enum(), o)
	}
}

// text is a text's value; bytes that are no UTF-8 are replaced.
func (d *decoder) text(s span) string {
	b := d.in[s.from:s.to]
	if utf8.Valid(b) {
		return string(b)
	}
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n < 2 {
			d.say(a2a.SeverityError, s.from+i, "A text with bytes that are not UTF-8; other parsers refuse the whole message.")
			break
		}
		i += n
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

func (d *decoder) enum(e protoreflect.EnumDescriptor, o occurrence) {
	n := int32(o.n)
	switch value := e.Values().ByNumber(protoreflect.EnumNumber(n)); {
	case e.FullName() == nullValue:
		d.write("null")
	case value != nil:
		d.out = jsonio.Quote(d.out, string(value.Name()))
	default:
		d.say(a2a.SeverityWarning, o.value.from, "%s has no value %d in this version.", e.Name(), n)
		d.out = strconv.AppendInt(d.out, int64(n), 10)
	}
}

// number writes a double as JSON has numbers.
func (d *decoder) number(x float64, o occurrence) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		d.say(a2a.SeverityWarning, o.value.from, "The number is %v, which JSON does not have; it is written as a text.", x)
		d.out = jsonio.Quote(d.out, strconv.FormatFloat(x, 'g', -1, 64))
		return
	}
	format := byte('f')
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	text := strconv.FormatFloat(x, format, -1, 64)
	d.write(strings.Replace(text, "e-0", "e-", 1))
}
