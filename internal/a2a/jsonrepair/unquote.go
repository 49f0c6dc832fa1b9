package jsonrepair

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// unquote is the text of a quoted JSON string, as package encoding/json reads
// it. Most have no escapes or simple ones, and those need no parser.
func unquote(quoted []byte) string {
	if len(quoted) < 2 {
		return ""
	}
	inner := quoted[1 : len(quoted)-1]
	plain := plainLen(inner)
	if plain == len(inner) {
		return string(inner)
	}
	if utf8.Valid(inner[plain:]) {
		if bytes.IndexByte(inner[plain:], '\\') < 0 {
			return string(inner)
		}
		if s, err := strconv.Unquote(string(quoted)); err == nil { // Go has most of JSON's escapes
			return s
		}
	}
	var s string
	if json.Unmarshal(quoted, &s) != nil {
		return string(inner)
	}
	return s
}
