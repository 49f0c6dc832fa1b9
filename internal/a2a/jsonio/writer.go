package jsonio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// Writer makes a JSON object, member by member. The zero Writer is an empty
// object.
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

// Text writes a text member, Opt only when it is not empty.
func (w *Writer) Text(name, s string) { w.key(name); w.b = Quote(w.b, s) }

// Opt writes a text member unless it is empty.
func (w *Writer) Opt(name, s string) {
	if s != "" {
		w.Text(name, s)
	}
}

// Bool writes a boolean member.
func (w *Writer) Bool(name string, v bool) { w.key(name); w.b = strconv.AppendBool(w.b, v) }

// True writes a boolean member unless it is false.
func (w *Writer) True(name string, v bool) {
	if v {
		w.Bool(name, v)
	}
}

// Int writes an integer member.
func (w *Writer) Int(name string, i int) { w.key(name); w.b = strconv.AppendInt(w.b, int64(i), 10) }

// OptInt writes an integer member unless it is nil.
func (w *Writer) OptInt(name string, i *int) {
	if i != nil {
		w.Int(name, *i)
	}
}

// Raw writes a member that is JSON already, unless it is nil. Line ends in it
// are taken out, since a stream event has one line.
func (w *Writer) Raw(name string, v json.RawMessage) {
	if v == nil {
		return
	}
	w.key(name)
	var out bytes.Buffer
	if err := json.Compact(&out, v); err != nil {
		if w.err == nil {
			w.err = fmt.Errorf("write member %s: %w", name, err)
		}
		w.b = append(w.b, "null"...)
		return
	}
	w.b = append(w.b, out.Bytes()...)
}

// Metadata writes the member metadata, which is an object or absent. Anything
// else cannot be said.
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

// Strings writes a list of texts, empty as [].
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

// OptStrings writes a list of texts unless it is empty.
func (w *Writer) OptStrings(name string, list []string) {
	if len(list) > 0 {
		w.Strings(name, list)
	}
}

// Object writes a member that fill makes.
func (w *Writer) Object(name string, fill func(*Writer)) {
	w.key(name)
	w.nested(fill)
}

// Fail has the object end in an error, unless it has one already.
func (w *Writer) Fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *Writer) nested(fill func(*Writer)) {
	var inner Writer
	fill(&inner)
	w.b = append(w.b, inner.bytes()...)
	if w.err == nil {
		w.err = inner.err
	}
}

// List writes a member that lists n objects.
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

// Array is a list of n objects by itself, or the first error.
func Array(n int, fill func(*Writer, int)) (json.RawMessage, error) {
	var w Writer
	w.List("", n, fill)
	return w.b[len(`{"":`):], w.err // after the name
}

// Verbatim makes the object be raw, whatever was written before.
func (w *Writer) Verbatim(raw json.RawMessage) {
	var out bytes.Buffer
	if err := json.Compact(&out, raw); err != nil {
		w.err = fmt.Errorf("write a value as it is: %w", err)
		return
	}
	w.b = append(w.b[:0], out.Bytes()...)
	w.b = bytes.TrimSuffix(w.b, []byte("}"))
}

func (w *Writer) bytes() []byte {
	if len(w.b) == 0 {
		return []byte("{}")
	}
	return append(w.b, '}')
}

// JSON is the finished object, or the first error.
func (w *Writer) JSON() (json.RawMessage, error) {
	if w.err != nil {
		return nil, w.err
	}
	return w.bytes(), nil
}

const hexDigits = "0123456789abcdef"

// Quote appends s as a JSON text. Unlike encoding/json it leaves <, > and & as
// they are, as the protocol's own documents do.
func Quote(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\t':
			b = append(b, '\\', 't')
		case c == '\r':
			b = append(b, '\\', 'r')
		case c < 0x20:
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		case c >= utf8.RuneSelf:
			char, n := utf8.DecodeRuneInString(s[i:])
			b = utf8.AppendRune(b, char)
			i += n
			continue
		default:
			b = append(b, c)
		}
		i++
	}
	return append(b, '"')
}
