package dialect

import (
	"bytes"
	"encoding/json"
)

// indentDepth is how deep a document may nest to be laid out: each line begins
// with blanks for its depth, so deep ones would grow by far.
const indentDepth = 64

// Indented is a JSON document laid out over lines; false for what is none, and
// for one that nests deeper than a person reads.
func Indented(doc []byte) ([]byte, bool) {
	depth, text := 0, false
	for i := 0; i < len(doc); i++ {
		switch c := doc[i]; {
		case c == '"':
			text = !text
		case text && c == '\\':
			i++
		case text:
		case c == '{' || c == '[':
			if depth++; depth > indentDepth {
				return nil, false
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	var b bytes.Buffer
	if json.Indent(&b, doc, "", "  ") != nil {
		return nil, false
	}
	return b.Bytes(), true
}
