package report

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// plain is text on one line, in which Markdown and HTML read nothing.
func plain(s string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(clip.Bytes(s, 1000)), " ") {
		switch {
		case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			b.WriteRune(utf8.RuneError)
		case r == '<':
			b.WriteString("&lt;")
		case r == '&':
			b.WriteString("&amp;")
		case strings.ContainsRune("\\`*_[]|~#", r):
			b.WriteRune('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// code is text as a code span.
func code(s string) string {
	s = strings.Join(strings.Fields(visible(clip.Bytes(s, 500))), " ")
	ticks := strings.Repeat("`", run(s)+1)
	if s == "" {
		return "—"
	}
	if len(ticks) > 1 {
		return ticks + " " + s + " " + ticks
	}
	return ticks + s + ticks
}

// cell keeps what would end a table's cell.
func cell(s string) string { return strings.ReplaceAll(s, "|", "\\|") }

// fence is text as a fenced block that nothing in it can close.
func fence(s string) string {
	f := strings.Repeat("`", max(run(s)+1, 3))
	return "\n" + f + "\n" + strings.TrimRight(visible(s), "\n") + "\n" + f + "\n"
}

// quote is text as a block quote, each line as it is.
func quote(s string) string {
	lines := strings.Split(strings.Trim(fence(s), "\n"), "\n")
	return "> " + strings.Join(lines, "\n> ") + "\n"
}

// run is the length of the longest row of backticks.
func run(s string) int {
	best, n := 0, 0
	for _, c := range s {
		if c != '`' {
			n = 0
			continue
		}
		n++
		best = max(best, n)
	}
	return best
}

// visible makes control characters visible, which could do things to a terminal.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20:
			return 0x2400 + r
		case r == 0x7f, unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return utf8.RuneError
		}
		return r
	}, s)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func took(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return fmt.Sprintf("%d µs", max(d, 0).Microseconds())
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}
