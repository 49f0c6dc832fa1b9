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

// pythonText is text as a literal of Python; what is no UTF-8 has the characters of its
// bytes.
func pythonText(s string) string { return literal(s, `\U%08x`) }

// jsText is text as a literal of JavaScript.
func jsText(s string) string { return literal(s, "") }

// literal quotes text by apostrophes. Letters stay; all else that is no plain ASCII is
// written by its number: wide is how beyond 16 bits, "" as surrogates.
func literal(s, wide string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for i, r := range s {
		switch {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == utf8.RuneError && s[i] != 0xef: // a byte that is no character
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

// goText is text as a literal of Go: raw where nothing stands against it, since JSON reads
// better so.
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

// isBinary reports a body that is not written as text.
func isBinary(body []byte) bool { return !utf8.Valid(body) || slices.Contains(body, 0) }

func base64Of(body []byte) string { return base64.StdEncoding.EncodeToString(body) }

// commentText is text for a comment: plain ASCII on one line.
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
