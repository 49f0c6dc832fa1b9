package exchange

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// Limits for showing a head, or the bytes after a response.
const (
	maxLines     = 200
	maxLineBytes = 2000
)

// wireText is text as it arrived, split into lines without their endings but with all their spaces.
type wireText struct {
	lines        []wireLine
	omittedLines int // lines left out
}

type wireLine struct {
	text string
	cut  int    // bytes left out of text
	note string // about its line ending, "" if that is CRLF
}

// readLines splits text into lines. It leaves out those that are only CRLF.
func readLines(text string) wireText {
	var t wireText
	for line := range strings.Lines(text) {
		l := wireLine{text: strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")}
		if strings.HasSuffix(line, "\n") && !strings.HasSuffix(line, "\r\n") {
			l.note = "ends in LF alone"
		}
		switch {
		case line == "\r\n":
			continue
		case len(t.lines) == maxLines:
			t.omittedLines++
			continue
		case len(l.text) > maxLineBytes:
			whole := len(l.text)
			l.text = strings.ToValidUTF8(l.text[:maxLineBytes], "")
			l.cut = whole - len(l.text)
		}
		t.lines = append(t.lines, l)
	}
	return t
}

func surplusWords(p []byte) string {
	size := part.Bytes(int64(len(p)))
	if len(p) == wire.MaxSurplusBytes {
		return "At least " + size + " follow the end of the response. The client did not get them. The first " + size + " are on record."
	}
	return size + " follow the end of the response. The client did not get them."
}
