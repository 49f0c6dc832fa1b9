package protobuf

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

// zero reports whether a field's value is the one that unset fields have.
func (d *decoder) zero(g *group) bool {
	o := g.last()
	switch g.kind {
	case "string", "bytes":
		return o.value.from == o.value.to
	}
	return o.n == 0
}

// unset is the JSON of a value of a type that is not there.
func unset(kind string) string {
	switch kind {
	case "string", "bytes":
		return `""`
	case "bool":
		return "false"
	case "int32", "int64", "double":
		return "0"
	case "Value":
		return "null"
	case "ListValue":
		return "[]"
	case "Timestamp":
		return `"1970-01-01T00:00:00Z"`
	}
	return "{}"
}

func (f field) zeroJSON(s Schema) string {
	switch {
	case f.list:
		return "[]"
	case f.keyed:
		return "{}"
	case f.enum() != "":
		word, _ := s.word(f.enum(), 0)
		return `"` + word + `"`
	}
	return unset(f.kind)
}

func (d *decoder) scalar(f field, o occurrence) {
	switch f.kind {
	case "string":
		d.out = shape.Quote(d.out, d.text(o.value))
	case "bytes":
		d.write(`"`)
		d.out = base64.StdEncoding.AppendEncode(d.out, d.in[o.value.from:o.value.to])
		d.write(`"`)
	case "bool":
		d.out = strconv.AppendBool(d.out, o.n != 0)
	case "int32":
		d.out = strconv.AppendInt(d.out, int64(int32(o.n)), 10)
	case "double":
		d.number(math.Float64frombits(o.n), o)
	default:
		d.enum(f, o)
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
			d.say(a2a.Fault, s.from+i, "A text with bytes that are not UTF-8; other parsers refuse the whole message.")
			break
		}
		i += n
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

func (d *decoder) enum(f field, o occurrence) {
	n := int32(o.n)
	switch word, ok := d.schema.word(f.enum(), n); {
	case f.kind == "enum:NullValue":
		d.write("null")
	case ok:
		d.out = shape.Quote(d.out, word)
	default:
		d.say(a2a.Warning, o.value.from, "%s has no value %d in this version.", f.enum(), n)
		d.out = strconv.AppendInt(d.out, int64(n), 10)
	}
}

// number writes a double as JSON has numbers.
func (d *decoder) number(x float64, o occurrence) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		d.say(a2a.Warning, o.value.from, "The number is %v, which JSON does not have; it is written as a text.", x)
		d.out = shape.Quote(d.out, strconv.FormatFloat(x, 'g', -1, 64))
		return
	}
	format := byte('f')
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	text := strconv.FormatFloat(x, format, -1, 64)
	d.write(strings.Replace(text, "e-0", "e-", 1))
}
