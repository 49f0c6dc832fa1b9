package jsonrepair

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf16"
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
		if b, ok := unescape(inner, plain); ok {
			return string(b)
		}
	}
	var s string
	if json.Unmarshal(quoted, &s) != nil {
		return string(inner)
	}
	return s
}

// unescape undoes the escapes in what stands between the quotes of a string,
// of which the first bytes are plain. It gives up where that takes a guess.
func unescape(inner []byte, plain int) (out []byte, ok bool) {
	out = append(make([]byte, 0, len(inner)), inner[:plain]...)
	for at := plain; at < len(inner); {
		if c := inner[at]; c != '\\' {
			if c < 0x20 || c == '"' {
				return nil, false
			}
			_, n := utf8.DecodeRune(inner[at:])
			n += plainLen(inner[at+n:])
			out = append(out, inner[at:at+n]...)
			at += n
			continue
		}
		n := escapeLen(inner[at:])
		switch n {
		case 0:
			return nil, false
		case 2:
			out = append(out, escaped[inner[at+1]])
		default:
			char, _ := strconv.ParseUint(string(inner[at+2:at+6]), 16, 32) // the escape has four digits
			if utf16.IsSurrogate(rune(char)) {
				return nil, false // encoding/json pairs them
			}
			out = utf8.AppendRune(out, rune(char))
		}
		at += n
	}
	return out, true
}

// escaped is what a letter stands for after a backslash.
var escaped = [...]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}
