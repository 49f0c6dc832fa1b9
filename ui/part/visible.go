package part

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"
)

// textLimit is how many bytes of one text are drawn before "the rest".
const textLimit = 64 << 10

// picture returns how a character that must not act on the page is shown: by
// its abbreviation or its number, since few fonts have pictures of them. ok is
// false for characters that may stand as they are.
func picture(r rune) (shown, name string, ok bool) {
	number := func() string { return fmt.Sprintf("U+%04X", r) }
	switch {
	case r == '\n' || r == '\t':
		return "", "", false
	case r < 0x20:
		return strings.TrimSpace(controls[4*r : 4*r+4]), number() + " control character", true
	case r == 0x7f:
		return "DEL", "U+007F delete", true
	case r >= 0x80 && r < 0xa0:
		return number(), number() + " control character", true
	}
	if name := unseen(r); name != "" {
		return number(), number() + " " + name, true
	}
	return "", "", false
}

// bad stands for a byte that is no part of a character.
const bad = "\ufffd"

// controls abbreviates the control characters from 0, four bytes each.
const controls = "NUL SOH STX ETX EOT ENQ ACK BEL BS  HT  LF  VT  FF  CR  SO  SI  " +
	"DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM  SUB ESC FS  GS  RS  US  "

// unseen names a character that changes how its neighbours are shown, or
// hides; "" for others. The zero-width joiner is none: emoji need it.
func unseen(r rune) string {
	switch r {
	case 0x061c:
		return "Arabic letter mark"
	case 0x200b:
		return "zero width space"
	case 0x200e:
		return "left-to-right mark"
	case 0x200f:
		return "right-to-left mark"
	case 0x2028:
		return "line separator"
	case 0x2029:
		return "paragraph separator"
	case 0x202a:
		return "left-to-right embedding"
	case 0x202b:
		return "right-to-left embedding"
	case 0x202c:
		return "pop directional formatting"
	case 0x202d:
		return "left-to-right override"
	case 0x202e:
		return "right-to-left override"
	case 0x2060:
		return "word joiner"
	case 0x2066:
		return "left-to-right isolate"
	case 0x2067:
		return "right-to-left isolate"
	case 0x2068:
		return "first strong isolate"
	case 0x2069:
		return "pop directional isolate"
	case 0xfeff:
		return "byte order mark"
	}
	return ""
}

// Visible returns s as plain text that is safe to lay out anywhere: one line
// end for CRLF, everything that must not act named in brackets: ‹CR›.
func Visible(s string) string {
	if !needsPictures(s) {
		return s
	}
	var b strings.Builder
	eachRune(s, func(text string) { b.WriteString(text) }, func(shown, _ string) {
		if shown != bad {
			shown = "‹" + shown + "›"
		}
		b.WriteString(shown)
	})
	return b.String()
}

func needsPictures(s string) bool {
	if !utf8.ValidString(s) {
		return true
	}
	for _, r := range s {
		if _, _, odd := picture(r); odd {
			return true
		}
	}
	return false
}

// eachRune walks s, handing runs of harmless text to plain and each odd
// character to odd.
func eachRune(s string, plain func(string), odd func(shown, name string)) {
	from := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		shown, name, is := picture(r)
		if r == utf8.RuneError && n == 1 {
			shown, name, is = bad, fmt.Sprintf("byte 0x%02X is not UTF-8", s[i]), true
		}
		if is {
			if from < i {
				plain(s[from:i])
			}
			from = i + n
			if r != '\r' || i+1 >= len(s) || s[i+1] != '\n' {
				odd(shown, name)
			}
		}
		i += n
	}
	if from < len(s) {
		plain(s[from:])
	}
}

// Text draws s escaped and whole, odd characters as marked pictures.
func Text(s string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		if !needsPictures(s) {
			_, err := io.WriteString(w, templ.EscapeString(s))
			return err
		}
		var b strings.Builder
		writeVisible(&b, s)
		_, err := io.WriteString(w, b.String())
		return err
	})
}

// mostMarked is how many odd characters of a text are elements; the others are
// named in brackets, as Visible does.
const mostMarked = 1000

// writeVisible draws s escaped, and returns how many elements it took.
func writeVisible(b *strings.Builder, s string) (elements int) {
	eachRune(s, func(text string) { b.WriteString(templ.EscapeString(text)) }, func(shown, name string) {
		if elements == mostMarked {
			b.WriteString("‹" + templ.EscapeString(shown) + "›")
			return
		}
		elements++
		b.WriteString(`<span class="ctl" title="`)
		b.WriteString(templ.EscapeString(name))
		b.WriteString(`">`)
		b.WriteString(templ.EscapeString(shown))
		b.WriteString(`</span>`)
	})
	return elements
}

// cut returns at most limit bytes of s, ending at a character, and how many
// bytes are left over.
func cut(s string, limit int) (string, int) {
	if len(s) <= limit {
		return s, 0
	}
	n := limit
	for n > limit-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n], len(s) - n
}

// Short is s on one line of at most n characters, for labels and rows.
func Short(s string, n int) string {
	s, _ = cut(s, 8*n+64)
	s = strings.Join(strings.Fields(Visible(s)), " ")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)
	return string(r[:n-1]) + "…"
}
