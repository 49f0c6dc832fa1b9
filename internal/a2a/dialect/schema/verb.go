package schema

import (
	"regexp"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// verb is the function of a line.
type verb struct {
	usage      string   // the words after its own: MEMBERs, a FIELD of the type's value, a TYPE, and " : TEXT"; optional ones in brackets
	allowsNull bool     // of an arm: null is a value
	about      presence // for which members there is something to do
	read       func(s *Schema, o jsonio.Object, r *row, at *place, v any)
	write      func(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses)
	root       func(s *Schema, n jsonio.Node, r *row, v any) (done, ok bool) // reads the document's root

	members                    int // the minimum number
	hasField, hasType, hasText bool
}

// presence says for which members a verb has something to do.
type presence int

const (
	all     presence = iota
	present          // only if at least one is present
	missing          // only if at least one is absent or null
)

// verbs are all verbs by their word. Each file adds its own.
var verbs = map[string]*verb{}

// Parts of a usage: optional words, and words that are not members.
var optional, noMembers = regexp.MustCompile(`\[.*?\]`), regexp.MustCompile(`FIELD|TYPE|: TEXT`)

func addVerbs(own map[string]verb) {
	for word, v := range own {
		must := optional.ReplaceAllString(v.usage, "")
		v.hasField, v.hasType, v.hasText = strings.Contains(must, "FIELD"), strings.Contains(must, "TYPE"), strings.Contains(must, "TEXT")
		v.members = len(strings.Fields(noMembers.ReplaceAllString(must, "")))
		verbs[word] = &v
	}
}

// readNothing is for lines that only write.
func readNothing(*Schema, jsonio.Object, *row, *place, any) {}
