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

// picture returns how a character that must not act on the page is shown:
// control characters by their pictures, characters that reorder or hide text by
// name. ok is false for characters that may stand as they are.
func picture(r rune) (shown, name string, ok bool) {
	switch {
	case r == '\n' || r == '\t':
		return "", "", false
	case r < 0x20:
		return string(0x2400 + r), fmt.Sprintf("U+%04X control character", r), true
	case r == 0x7f:
		return "␡", "U+007F delete", true
	case r >= 0x80 && r < 0xa0:
		return fmt.Sprintf("U+%04X", r), fmt.Sprintf("U+%04X control character", r), true
	}
	if name, ok := unseen[r]; ok {
		return fmt.Sprintf("U+%04X", r), fmt.Sprintf("U+%04X %s", r, name), true
	}
	return "", "", false
}

// unseen are characters that change how their neighbours are shown, or hide.
// The zero-width joiner is left out: emoji need it.
var unseen = map[rune]string{
	0x061c: "Arabic letter mark", 0x200b: "zero width space", 0x200e: "left-to-right mark",
	0x200f: "right-to-left mark", 0x2028: "line separator", 0x2029: "paragraph separator",
	0x202a: "left-to-right embedding", 0x202b: "right-to-left embedding",
	0x202c: "pop directional formatting", 0x202d: "left-to-right override",
	0x202e: "right-to-left override", 0x2060: "word joiner", 0x2066: "left-to-right isolate",
	0x2067: "right-to-left isolate", 0x2068: "first strong isolate",
	0x2069: "pop directional isolate", 0xfeff: "byte order mark",
}

// Visible returns s as plain text that is safe to lay out anywhere: one line
// end for CRLF, everything that must not act replaced by its picture.
func Visible(s string) string {
	if !needsPictures(s) {
		return s
	}
	var b strings.Builder
	eachRune(s, func(text string) { b.WriteString(text) }, func(shown, _ string) { b.WriteString(shown) })
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
			shown, name, is = "�", fmt.Sprintf("byte 0x%02X is not UTF-8", s[i]), true
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

// abbreviations are the names of the control characters from 0, as they stand
// in the boxes that show them: few fonts have the pictures.
var abbreviations = strings.Fields("NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US")

func writeVisible(b *strings.Builder, s string) {
	eachRune(s, func(text string) { b.WriteString(templ.EscapeString(text)) }, func(shown, name string) {
		if r, _ := utf8.DecodeRuneInString(shown); r >= 0x2400 && r < 0x2420 {
			shown = abbreviations[r-0x2400]
		}
		b.WriteString(`<span class="ctl" title="`)
		b.WriteString(templ.EscapeString(name))
		b.WriteString(`">`)
		b.WriteString(templ.EscapeString(shown))
		b.WriteString(`</span>`)
	})
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
