package part

import (
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Texts of at least minFoldedLines lines are folded; the style sheet shows their beginning. A line
// that wraps at foldWide characters counts several times.
const (
	minFoldedLines = 25
	foldWide       = 80
)

// foldWord returns the label that unfolds a text: "Show all (61 lines)". It is "" for a text that
// is not folded.
func foldWord(text string) string {
	shown, left := cut(text, textLimit)
	shown = strings.TrimRight(shown, "\r\n")
	lines, rows := 0, 0
	for line := range strings.Lines(shown) {
		lines++
		rows += 1 + (utf8.RuneCountInString(line)-1)/foldWide
	}
	switch {
	case rows < minFoldedLines:
		return ""
	case left > 0:
		return "Show the first " + Bytes(int64(len(shown)))
	case lines < 2:
		return "Show all (" + Bytes(int64(len(shown))) + ")"
	}
	return "Show all (" + Plural(lines, "line") + ")"
}

func drawsData(text, mediaType string) bool {
	switch wire.BaseType(mediaType) {
	case "application/json":
		return true
	case "":
		return looksJSON(text)
	}
	return false
}
