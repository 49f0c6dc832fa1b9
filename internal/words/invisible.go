package words

import (
	"fmt"
	"strings"
)

const maxInvisible = 12

// Invisible lists, by line, the characters of a text that are invisible or affect their neighbours: "2
// invisible characters: line 11: U+202E, U+202C"; "" for none.
func Invisible(text string) string {
	n, line, last := 0, 1, 0
	var b strings.Builder
	plain := func(s string) { line += strings.Count(s, "\n") }
	WalkMarked(text, plain, func(shown, _ string) {
		if n++; n > maxInvisible || shown == InvalidByte {
			return
		}
		switch {
		case last == line:
			b.WriteString(", ")
		case last == 0:
			fmt.Fprintf(&b, ": line %d: ", line)
		default:
			fmt.Fprintf(&b, "; line %d: ", line)
		}
		last = line
		b.WriteString(shown)
	})
	if n == 0 {
		return ""
	}
	out := Plural(n, "invisible character") + b.String()
	if n > maxInvisible {
		out += fmt.Sprintf(" … and %s more", Count(n-maxInvisible))
	}
	return out
}
