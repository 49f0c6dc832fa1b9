package snippet

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// pythonText returns a Python literal. A byte that is not valid UTF-8 becomes the character with its value.
func pythonText(s string) string { return literal(s, `\U%08x`) }

func jsText(s string) string { return literal(s, "") }

// literal quotes text with apostrophes. It keeps letters and escapes all other non-ASCII characters by number.
// The parameter wide is the format of characters beyond 16 bits; with "" they are written as surrogate pairs.
func literal(s, wide string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for i, r := range s {
		switch {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == utf8.RuneError && s[i] != 0xef: // an invalid byte
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r >= ' ' && r < 0x7f || r > 0x7f && r <= 0xffff && (unicode.IsLetter(r) || unicode.IsNumber(r)):
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		case wide != "":
			fmt.Fprintf(&b, wide, r)
		default:
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		}
	}
	return b.String() + "'"
}

// goText returns a Go literal, a raw one if possible, because that is easier to read for JSON.
func goText(s string) string {
	plain := strings.ContainsAny(s, `"\`) && utf8.ValidString(s) && !strings.ContainsAny(s, "`\r\ufeff")
	for _, r := range s {
		plain = plain && (r == '\n' || unicode.IsPrint(r))
	}
	if plain {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// isBinary reports whether a body cannot be written as text.
func isBinary(body []byte) bool { return !utf8.Valid(body) || slices.Contains(body, 0) }

func base64Of(body []byte) string { return base64.StdEncoding.EncodeToString(body) }

// commentText returns text for a comment: plain ASCII on one line.
func commentText(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ' || r == 0x7f:
			return ' '
		case r > 0x7e || strings.ContainsRune("`*/", r):
			return '?'
		}
		return r
	}, clip.Bytes(s, 300))
}

func sortedNames(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
