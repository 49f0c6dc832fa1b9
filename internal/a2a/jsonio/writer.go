package jsonio

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// Writer writes a JSON object, member by member. The zero Writer is an empty object.
type Writer struct {
	b   []byte
	err error
}

func (w *Writer) key(name string) {
	if len(w.b) == 0 {
		w.b = append(w.b, '{')
	} else {
		w.b = append(w.b, ',')
	}
	w.b = append(Quote(w.b, name), ':')
}

func (w *Writer) Text(name, s string) { w.key(name); w.b = Quote(w.b, s) }

// Opt writes a string member unless it is empty.
func (w *Writer) Opt(name, s string) {
	if s != "" {
		w.Text(name, s)
	}
}

func (w *Writer) Bool(name string, v bool) { w.key(name); w.b = strconv.AppendBool(w.b, v) }

func (w *Writer) Int(name string, i int) { w.key(name); w.b = strconv.AppendInt(w.b, int64(i), 10) }

// OptInt writes an integer member unless i is nil.
func (w *Writer) OptInt(name string, i *int) {
	if i != nil {
		w.Int(name, *i)
	}
}

// Raw writes a JSON member unless v is nil. It removes line ends, since a stream event has one line.
func (w *Writer) Raw(name string, v json.RawMessage) {
	if v == nil {
		return
	}
	w.key(name)
	var out bytes.Buffer
	if err := json.Compact(&out, v); err != nil {
		w.Fail(fmt.Errorf("write member %s: %w", name, err))
	}
	w.b = append(w.b, out.Bytes()...)
}

// Metadata writes the member metadata, an object or absent. Anything else is a loss.
func (w *Writer) Metadata(v json.RawMessage, l Losses) {
	if v = bytes.TrimSpace(v); len(v) == 0 || string(v) == "null" {
		return
	}
	if v[0] != '{' {
		l.Lose(true, "metadata", "metadata is an object; another value is left out")
		return
	}
	w.Raw("metadata", v)
}

// Strings writes a list of strings, [] if empty.
func (w *Writer) Strings(name string, list []string) {
	w.key(name)
	w.b = append(w.b, '[')
	for i, s := range list {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.b = Quote(w.b, s)
	}
	w.b = append(w.b, ']')
}

// Object writes a member that is an object, with the members that fill writes.
func (w *Writer) Object(name string, fill func(*Writer)) {
	w.key(name)
	w.nested(fill)
}

// Fail makes the object fail with err, unless it has failed already.
func (w *Writer) Fail(err error) { w.err = cmp.Or(w.err, err) }

func (w *Writer) nested(fill func(*Writer)) {
	var inner Writer
	fill(&inner)
	w.b = append(w.b, inner.bytes()...)
	w.Fail(inner.err)
}

// List writes a member that is a list of n objects.
func (w *Writer) List(name string, n int, fill func(*Writer, int)) {
	w.key(name)
	w.b = append(w.b, '[')
	for i := range n {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.nested(func(inner *Writer) { fill(inner, i) })
	}
	w.b = append(w.b, ']')
}

// Array returns a bare list of n objects, or the first error.
func Array(n int, fill func(*Writer, int)) (json.RawMessage, error) {
	var w Writer
	w.List("", n, fill)
	return w.b[len(`{"":`):], w.err // after the name
}

// Verbatim replaces the whole object by raw.
func (w *Writer) Verbatim(raw json.RawMessage) {
	var out bytes.Buffer
	if err := json.Compact(&out, raw); err != nil {
		w.Fail(fmt.Errorf("write a value as it is: %w", err))
	}
	w.b = bytes.TrimSuffix(out.Bytes(), []byte("}"))
}

func (w *Writer) bytes() []byte {
	if len(w.b) == 0 {
		return []byte("{}")
	}
	return append(w.b, '}')
}

// JSON returns the finished object, or the first error.
func (w *Writer) JSON() (json.RawMessage, error) {
	if w.err != nil {
		return nil, w.err
	}
	return w.bytes(), nil
}

// Quote appends s as a JSON string. Unlike encoding/json it does not escape <, > and &, as in the protocol's
// own documents.
func Quote(b []byte, s string) []byte {
	b = append(b, '"')
	for _, char := range s { // range yields U+FFFD for invalid UTF-8
		switch char {
		case '"', '\\':
			b = append(b, '\\', byte(char))
		case '\n':
			b = append(b, `\n`...)
		case '\t':
			b = append(b, `\t`...)
		case '\r':
			b = append(b, `\r`...)
		default:
			if char < 0x20 {
				b = fmt.Appendf(b, `\u%04x`, char)
			} else {
				b = utf8.AppendRune(b, char)
			}
		}
	}
	return append(b, '"')
}

// compat marks data that 1.0 allows and earlier versions do not, wrapped in an object; the official SDKs do
// the same.
const compat = "data_part_compat"

// UnwrapData returns the data and metadata of a data part before 1.0. It unwraps what WrapData wrapped.
func UnwrapData(n, metadata Node) (data, meta json.RawMessage) {
	if n.HasKind('{') && metadata.HasKind('{') {
		o, _ := n.Object(Rule{})
		m, _ := metadata.Object(Rule{})
		if string(m.Get(compat).Raw()) == "true" && len(o.Members()) == 1 && o.Get("value").Written() {
			var w Writer
			if w.copy(m, compat) > 0 {
				meta = w.bytes()
			}
			return o.Get("value").JSON(), meta
		}
	}
	return n.JSON(), metadata.Raw()
}

// WrapData writes data and metadata of a data part before 1.0. Anything but an object becomes the
// member value of one, and a member of the metadata marks it.
func WrapData(w *Writer, data, metadata json.RawMessage, l Losses) {
	if root, _ := Open(data, ""); root.HasKind('{') {
		w.Raw("data", data)
		w.Metadata(metadata, l)
		return
	}
	if data == nil {
		data = json.RawMessage("null")
	}
	w.Object("data", func(w *Writer) { w.Raw("value", data) })
	w.Object("metadata", func(w *Writer) {
		old, _ := Open(metadata, "")
		w.copy(old.AsObject(), compat)
		w.Bool(compat, true)
	})
}

// copy writes the members of an object except the one named but, and returns how many.
func (w *Writer) copy(o Object, but string) (count int) {
	for _, m := range o.Members() {
		if m.Name() != but {
			w.Raw(m.Name(), m.JSON())
			count++
		}
	}
	return count
}
