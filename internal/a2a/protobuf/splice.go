package protobuf

import (
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
)

// Splice returns a message in which texts are replaced by what swap returns for
// them; swap's false leaves one alone. path is the names of the fields that lead
// to the text, dot-separated, without indices: "supportedInterfaces.url". Lengths
// around a text are set right; every other byte stays, also of what is not
// known or broken. Texts in google's own messages (metadata) are not asked for.
// b itself is returned when nothing was replaced.
func Splice(s Schema, message string, b []byte, swap func(path, text string) (string, bool)) []byte {
	x := &splicer{schema: s, swap: swap}
	if out, changed := x.message(message, b, 0); changed {
		return out
	}
	return b
}

type splicer struct {
	schema Schema
	swap   func(path, text string) (string, bool)
	path   []string
}

func (x *splicer) message(name string, b []byte, depth int) (out []byte, changed bool) {
	at, from := 0, 0
	for at < len(b) && depth <= maxDepth {
		n, typ, tag := protowire.ConsumeTag(b[at:])
		if tag < 0 {
			break
		}
		size := protowire.ConsumeFieldValue(n, typ, b[at+tag:])
		if size < 0 {
			break
		}
		f, ok := x.schema.byNumber(name, n)
		if ok && typ == protowire.BytesType && f.wire() == typ && !f.keyed {
			value, _ := protowire.ConsumeBytes(b[at+tag:])
			if to, swapped := x.value(f, value, depth); swapped {
				out = append(append(out, b[from:at+tag]...), protowire.AppendBytes(nil, to)...)
				from, changed = at+tag+size, true
			}
		}
		at += tag + size
	}
	return append(out, b[from:]...), changed
}

func (x *splicer) value(f field, v []byte, depth int) (to []byte, swapped bool) {
	x.path = append(x.path, f.name)
	defer func() { x.path = x.path[:len(x.path)-1] }()
	switch {
	case f.kind == "string" && utf8.Valid(v):
		text, ok := x.swap(strings.Join(x.path, "."), string(v))
		return []byte(text), ok && text != string(v)
	case f.message() && known(f.kind) == "":
		return x.message(f.kind, v, depth+1)
	}
	return nil, false
}
