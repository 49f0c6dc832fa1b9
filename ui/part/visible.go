package part

import (
	"context"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/words"
)

// textLimit is how many bytes of one text are drawn.
const textLimit = 64 << 10

// Visible returns s as plain text that is safe to lay out anywhere: CRLF becomes one line end, and
// characters that must not act are named in brackets: ‹CR›.
func Visible(s string) string { return words.Mark(s) }

// Text draws s escaped and complete, with odd characters as marked abbreviations or numbers.
func Text(s string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		if !words.NeedsMarkers(s) {
			_, err := io.WriteString(w, templ.EscapeString(s))
			return err
		}
		var b strings.Builder
		writeVisible(&b, s)
		_, err := io.WriteString(w, b.String())
		return err
	})
}

// maxMarkedRunes is how many odd characters of a text are drawn as elements. The others are named
// in brackets, as by Visible.
const maxMarkedRunes = 1000

// writeVisible writes s escaped, and returns how many elements it used.
func writeVisible(b *strings.Builder, s string) (elements int) {
	words.WalkMarked(s, func(text string) { b.WriteString(templ.EscapeString(text)) }, func(shown, name string) {
		if elements == maxMarkedRunes {
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

// cut returns at most limit bytes of s, ending at a whole character, and the
// number of bytes left over.
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

// Short returns s on one line of at most n characters, for labels and rows.
func Short(s string, n int) string {
	s, _ = cut(s, 8*n+64)
	s = strings.Join(strings.Fields(Visible(s)), " ")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)
	return string(r[:n-1]) + "…"
}

// ShortProse is Short for sentences: it cuts after a whole word.
func ShortProse(s string, n int) string {
	out := Short(s, n)
	if i := strings.LastIndexByte(out, ' '); i > len(out)/2 && strings.HasSuffix(out, "…") {
		return strings.TrimRight(out[:i], ",;:") + " …"
	}
	return out
}

// ShortText draws Short(s, n) with invisible characters made visible.
func ShortText(s string, n int) templ.Component { return Text(Short(s, n)) }
