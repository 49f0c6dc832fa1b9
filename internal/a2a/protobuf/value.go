package protobuf

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// special writes messages that have a special JSON form. at is the message's offset.
func (d *decoder) special(m message, groups []group, at, depth int) bool {
	switch m.FullName() {
	case structName, listName, valueName:
		switch {
		case len(groups) > 0:
			d.value(&groups[0], depth)
		case m.FullName() == valueName:
			d.add(a2a.SeverityWarning, at, "The value is empty; it is read as null.")
			d.write("null")
		default:
			d.value(&group{field: m.Fields().ByNumber(1)}, depth)
		}
	case timestampName, durationName:
		d.time(m, groups, at)
	case anyName:
		d.any(groups, depth)
	default:
		return false
	}
	return true
}

// time writes a Timestamp or Duration as the library does, null for one that the library rejects.
func (d *decoder) time(m message, groups []group, at int) {
	var seconds int64
	var nanos int32
	for i := range groups {
		if n := groups[i].last().n; groups[i].Number() == 1 {
			seconds = int64(n)
		} else {
			nanos = int32(n)
		}
	}
	var x proto.Message = &timestamppb.Timestamp{Seconds: seconds, Nanos: nanos}
	refusal := "Not a time: %d seconds and %d nanoseconds since 1970. Years must be from 1 to 9999."
	if m.FullName() == durationName {
		x = &durationpb.Duration{Seconds: seconds, Nanos: nanos}
		refusal = "Not a duration: %d seconds and %d nanoseconds. Both must have the same sign and be at most 10,000 years."
	}
	b, err := protojson.MarshalOptions{}.MarshalAppend(d.output, x)
	if err != nil {
		d.add(a2a.SeverityError, at, refusal, seconds, nanos)
		b = append(d.output, "null"...)
	}
	d.output = b
}

// any writes an Any. An unknown type gets its bytes as the member value.
func (d *decoder) any(groups []group, depth int) {
	url, inner := "", make([]occurrence, 1)
	for i := range groups {
		if o := groups[i].last(); groups[i].Number() == 1 {
			url = d.text(o.value)
		} else {
			inner[0] = o
		}
	}
	d.write(`{"@type":`)
	d.output = jsonio.Quote(d.output, url)
	switch m := typeOf(url); {
	case m == nil:
		d.write(`,"value":`)
		d.base64(inner[0].value)
	case wrapped(m):
		d.write(`,"value":`)
		d.message(m, inner, depth+1)
	default:
		d.members(m, d.gather(m, inner), depth+1)
	}
	d.write("}")
}

func (d *decoder) scalar(f field, o occurrence) {
	switch f.Kind() {
	case protoreflect.StringKind:
		d.output = jsonio.Quote(d.output, d.text(o.value))
	case protoreflect.BytesKind:
		d.base64(o.value)
	case protoreflect.BoolKind:
		d.output = strconv.AppendBool(d.output, o.n != 0)
	case protoreflect.Int32Kind:
		d.output = strconv.AppendInt(d.output, int64(int32(o.n)), 10)
	case protoreflect.Int64Kind:
		d.write(`"` + strconv.FormatInt(int64(o.n), 10) + `"`)
	case protoreflect.DoubleKind:
		d.number(math.Float64frombits(o.n), o.value.from)
	default:
		d.enum(f.Enum(), o)
	}
}

func (d *decoder) base64(s span) {
	d.write(`"`)
	d.output = base64.StdEncoding.AppendEncode(d.output, d.input[s.from:s.to])
	d.write(`"`)
}

// text returns a string's value, with invalid UTF-8 replaced.
func (d *decoder) text(s span) string {
	b := d.input[s.from:s.to]
	if utf8.Valid(b) {
		return string(b)
	}
	good := 0
	for r, n := utf8.DecodeRune(b); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRune(b[good:]) {
		good += n
	}
	d.add(a2a.SeverityError, s.from+good, "The string has bytes that are not UTF-8; other parsers refuse the whole message.")
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

func (d *decoder) enum(e protoreflect.EnumDescriptor, o occurrence) {
	n := int32(o.n)
	switch value := e.Values().ByNumber(protoreflect.EnumNumber(n)); {
	case e.FullName() == nullName:
		d.write("null")
	case value != nil:
		d.output = jsonio.Quote(d.output, string(value.Name()))
	default:
		d.add(a2a.SeverityWarning, o.value.from, "%s has no value %d in this version.", e.Name(), n)
		d.output = strconv.AppendInt(d.output, int64(n), 10)
	}
}

// number writes a double as a JSON number.
func (d *decoder) number(x float64, at int) {
	format := byte('f')
	switch a := math.Abs(x); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		d.add(a2a.SeverityWarning, at, "The number is %v, which JSON does not have; it is written as a string.", x)
		d.output = strconv.AppendQuote(d.output, strconv.FormatFloat(x, 'g', -1, 64))
		return
	case a != 0 && (a < 1e-6 || a >= 1e21):
		format = 'e'
	}
	d.write(strings.Replace(strconv.FormatFloat(x, format, -1, 64), "e-0", "e-", 1))
}
