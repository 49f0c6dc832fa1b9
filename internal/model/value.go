package model

import (
	"bytes"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
)

// value is a value in a JSON document. The zero value is absent, as is null.
type value struct {
	tree *jsonrepair.Tree
	node int32
}

func (v value) exists() bool { return v.tree != nil && !v.tree.HasKind(v.node, 'n') }

// has reports whether a value begins with this byte: '{' for an object, '[' an array, '"' a string.
func (v value) has(first byte) bool { return v.tree != nil && v.tree.HasKind(v.node, first) }

// get returns the value at the first path that exists. Paths are separated by bars, their members by dots.
func (v value) get(paths string) value {
	for path := range strings.SplitSeq(paths, "|") {
		at := v
		for name := range strings.SplitSeq(path, ".") {
			at = at.member(name)
		}
		if at.exists() {
			return at
		}
	}
	return value{}
}

func (v value) member(name string) value {
	if v.tree != nil {
		if n := v.tree.Member(v.node, name); n >= 0 {
			return value{v.tree, n}
		}
	}
	return value{}
}

// each ranges over the elements of an array. Another value counts as its only element.
func (v value) each() iter.Seq[value] {
	return func(yield func(value) bool) {
		if !v.has('[') {
			if v.exists() {
				yield(v)
			}
			return
		}
		for n := v.tree.First(v.node); n >= 0; n = v.tree.Next(n) {
			if !yield(value{v.tree, n}) {
				return
			}
		}
	}
}

// isListCut reports whether elements are missing because the document has too many values.
func (v value) isListCut() bool {
	if v.tree == nil {
		return false
	}
	v.tree.First(v.node)
	return v.tree.Cut(v.node)
}

// raw returns the value as written, nil when absent.
func (v value) raw() []byte {
	if !v.exists() {
		return nil
	}
	return v.tree.Raw(v.node)
}

// inner returns the bytes between the quotes of a string, escapes included; nil for any other value.
func (v value) inner() []byte {
	if !v.has('"') {
		return nil
	}
	raw := v.tree.Raw(v.node)
	return raw[1 : len(raw)-1]
}

// name returns a short text or number, "" for any other value.
func (v value) name() string {
	if v.has('{') || v.has('[') {
		return ""
	}
	return v.text(maxName)
}

// text returns a string, or another value as it is written, cut to max bytes.
func (v value) text(max int) string {
	b, decode := v.raw(), validText
	if v.has('"') {
		b, decode = v.inner(), unescape
	}
	n := boundary(b, max)
	return ellipsis(decode(b[:n]), n < len(b))
}

// is reports whether the value is the string s.
func (v value) is(s string) bool { return string(v.inner()) == s }

func (v value) isTrue() bool { return v.has('t') }

// count returns a whole number from 0 to maxCount.
func (v value) count() (int64, bool) {
	raw := v.raw()
	f, err := strconv.ParseFloat(string(raw[:min(len(raw), maxName)]), 64)
	if err != nil || !(f >= 0 && f <= maxCount) {
		return 0, false
	}
	return int64(f), true
}

// unescape returns the text of what stands between the quotes of a JSON string.
func unescape(inner []byte) string {
	quoted := append(append(append(make([]byte, 0, len(inner)+2), '"'), inner...), '"')
	s, _ := jsonrepair.Text(quoted)
	return strings.ToValidUTF8(s, "\ufffd")
}

// boundary returns the greatest length up to max at which the inside of a JSON string can be cut without
// splitting an escape or a character.
func boundary(inner []byte, max int) int {
	if len(inner) <= max {
		return len(inner)
	}
	at, escaped := 0, 0 // escaped is where the last escape ends
	for at < max {
		next := bytes.IndexByte(inner[at:max], '\\')
		if next < 0 {
			at = max
			break
		}
		n := 2
		if at += next; at+1 < len(inner) && inner[at+1] == 'u' {
			n = 6
		}
		if at+n > max {
			return at
		}
		at += n
		escaped = at
	}
	for back := 0; back < utf8.UTFMax && at > escaped && !utf8.RuneStart(inner[at]); back++ {
		at--
	}
	return at
}

// joiner joins strings of JSON documents. It unescapes them at the end, so that a character whose bytes or
// escapes are in two of them is whole.
type joiner struct {
	inner []byte
	max   int
	isCut bool
}

func (j *joiner) add(v value) { j.append(v.inner()) }

// append adds bytes that can stand between the quotes of a JSON string.
func (j *joiner) append(inner []byte) {
	if j.isCut || len(inner) == 0 {
		return
	}
	n := boundary(inner, j.max-len(j.inner))
	j.isCut = n < len(inner)
	j.inner = append(j.inner, inner[:n]...)
}

func (j *joiner) String() string {
	return ellipsis(unescape(j.inner), j.isCut)
}

// validText returns bytes as text, with what is not UTF-8 replaced.
func validText(b []byte) string { return strings.ToValidUTF8(string(b), "\ufffd") }

func ellipsis(text string, isCut bool) string {
	if isCut {
		return text + "…"
	}
	return text
}
