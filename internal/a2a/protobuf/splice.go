package protobuf

import (
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Splice returns a message with strings replaced by the results of swap, which returns false to keep one.
// path is the dot-separated field names without indices: "supportedInterfaces.url". Splice adjusts the
// lengths around a string; every other byte stays, even of unknown or broken fields. It skips strings in
// google's own messages (metadata). It returns b itself when nothing changed.
func Splice(s *Schema, message string, b []byte, swap func(path, text string) (string, bool)) []byte {
	x := &splicer{swap: swap}
	if m := s.message(message); m != nil {
		if out, changed := x.message(m, b, 0); changed {
			return out
		}
	}
	return b
}

type splicer struct {
	swap func(path, text string) (string, bool)
	path []string
}

func (x *splicer) message(m message, b []byte, depth int) (out []byte, changed bool) {
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
		f := m.Fields().ByNumber(n)
		if f != nil && typ == protowire.BytesType && wire(f) == typ && !f.IsMap() {
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
	x.path = append(x.path, f.JSONName())
	defer func() { x.path = x.path[:len(x.path)-1] }()
	switch {
	case f.Kind() == protoreflect.StringKind && utf8.Valid(v):
		text, ok := x.swap(strings.Join(x.path, "."), string(v))
		return []byte(text), ok && text != string(v)
	case f.Message() != nil && f.Message().ParentFile().Package() != google:
		return x.message(f.Message(), v, depth+1)
	}
	return nil, false
}
