package schema

import (
	"regexp"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// verb is what a line does.
type verb struct {
	usage      string   // what stands after its word: MEMBERs, a FIELD of the type's value, a TYPE, and " : TEXT"; in brackets what may be missing
	allowsNull bool     // of an arm: null is a value
	about      presence // of the members, without which, or with which, there is nothing to do
	read       func(s *Schema, o jsonio.Object, r *row, at *place, v any)
	write      func(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses)
	root       func(s *Schema, n jsonio.Node, r *row, v any) (done, ok bool) // of the document's root

	members                    int // at least
	hasField, hasType, hasText bool
}

// presence is of which members a verb is about.
type presence int

const (
	all     presence = iota
	present          // nothing is done where none of the members is there
	missing          // nothing is done where all are there and not null
)

// verbs are all there are, by the word that lines begin with. Each file adds its own.
var verbs = map[string]*verb{}

// In a usage: what may be missing, and words that are no members.
var optional, noMembers = regexp.MustCompile(`\[.*?\]`), regexp.MustCompile(`FIELD|TYPE|: TEXT`)

func addVerbs(own map[string]verb) {
	for word, v := range own {
		must := optional.ReplaceAllString(v.usage, "")
		v.hasField, v.hasType, v.hasText = strings.Contains(must, "FIELD"), strings.Contains(must, "TYPE"), strings.Contains(must, "TEXT")
		v.members = len(strings.Fields(noMembers.ReplaceAllString(must, "")))
		verbs[word] = &v
	}
}

// readNothing is of lines that only write.
func readNothing(*Schema, jsonio.Object, *row, *place, any) {}
