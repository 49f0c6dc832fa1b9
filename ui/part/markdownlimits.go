package part

import (
	"bytes"
	"errors"
	"strings"
)

const (
	maxCells        = 10_000  // cells of a text's tables, including missing ones
	maxMarks        = 3000    // brackets, stars and underscores of one paragraph
	maxNesting      = 32      // quotations and lists inside each other
	maxMarkdownHTML = 1 << 20 // bytes of HTML from one text
)

// isCostly reports whether parsing a text would cost far more than its length suggests: tables
// whose missing cells are filled in, deep nesting, or thousands of brackets and stars in one
// paragraph, for each of which the parser looks for a partner.
func isCostly(text string) bool {
	cells, columns, marks := 0, 0, 0
	for line := range strings.Lines(text) {
		bare, depth := unnested(line)
		if depth > maxNesting {
			return true
		}
		switch {
		case bare == "":
			columns, marks = 0, 0 // a table and a paragraph end at a blank line
		case strings.Trim(bare, "|-: \t") == "" && strings.Contains(bare, "-"):
			columns = max(columns, strings.Count(bare, "|")+1)
		}
		cells += columns
		for _, mark := range []string{"[", "*", "_"} {
			marks += strings.Count(bare, mark)
		}
		if cells > maxCells || marks > maxMarks {
			return true
		}
	}
	return false
}

// unnested strips the block quote and list markers from the start of a line and counts them. Four
// columns of indentation count as a marker, because lists nest that way.
func unnested(line string) (bare string, depth int) {
	for {
		rest := strings.TrimLeft(line, " \t")
		depth += (len(line) - len(rest)) / 4
		line = rest
		n := len(line) - len(strings.TrimLeft(line, "0123456789"))
		switch {
		case strings.HasPrefix(line, ">"):
			line = line[1:]
		case n < len(line)-1 && (n == 0 && strings.ContainsRune("-+*", rune(line[0])) || n > 0 && n < 10 && strings.ContainsRune(".)", rune(line[n]))) && (line[n+1] == ' ' || line[n+1] == '\t'):
			line = line[n+1:]
		default:
			return strings.TrimRight(line, " \t\r\n"), depth
		}
		depth++
	}
}

// boundedBuffer fails beyond maxMarkdownHTML bytes.
type boundedBuffer struct{ bytes.Buffer }

var errMarkdown = errors.New("the text becomes too much HTML")

// Write implements io.Writer.
func (b *boundedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxMarkdownHTML {
		return 0, errMarkdown
	}
	return b.Buffer.Write(p)
}
