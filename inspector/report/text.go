package report

import (
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/words"
)

// escapeText puts text on one line and escapes what Markdown and HTML would interpret.
func escapeText(s string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(clip.Bytes(s, 1000)), " ") {
		switch {
		case r < ' ', words.IsTerminalControl(r):
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

func codeSpan(s string) string {
	s = strings.Join(strings.Fields(words.Visible(clip.Bytes(s, 500))), " ")
	ticks := strings.Repeat("`", longestBacktickRun(s)+1)
	if s == "" {
		return "—"
	}
	if len(ticks) > 1 {
		return ticks + " " + s + " " + ticks
	}
	return ticks + s + ticks
}

func escapeCell(s string) string { return strings.ReplaceAll(s, "|", "\\|") }

// fencedBlock returns text as a fenced block that nothing in it can close.
func fencedBlock(s string) string {
	f := strings.Repeat("`", max(longestBacktickRun(s)+1, 3))
	return "\n" + f + "\n" + strings.TrimRight(words.Visible(s), "\n") + "\n" + f + "\n"
}

// quote returns text as a fenced block within a block quote. The fenced block preserves line breaks.
func quote(s string) string {
	lines := strings.Split(strings.Trim(fencedBlock(s), "\n"), "\n")
	return "> " + strings.Join(lines, "\n> ") + "\n"
}

func longestBacktickRun(s string) int {
	best := 0
	for rest := range strings.FieldsFuncSeq(s, func(r rune) bool { return r != '`' }) {
		best = max(best, len(rest))
	}
	return best
}
