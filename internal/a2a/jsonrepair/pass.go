package jsonrepair

import (
	"encoding/json"
	"unicode/utf8"
)

// pass goes over the object or array that stands at an offset without making nodes of it,
// with so many objects and arrays around it. odd tells of invalid UTF-8 in a text.
func pass(in []byte, at, around int) (end int, odd, ok bool) {
	end, deepest := containerEnd(in, at)
	run := in[at:end]
	return end, !utf8.Valid(run), around+deepest <= MaxDepth && json.Valid(run)
}
