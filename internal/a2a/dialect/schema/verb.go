package schema

import (
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// verb is what a line does. Its line has members by name; where it has a field, the one that
// they go to; and may have a type.
type verb struct {
	field      bool     // a field of the type's value comes after the names
	allowsNull bool     // of an arm: null is a value
	about      presence // of the members, without which, or with which, there is nothing to do
	read       func(s *Schema, o jsonio.Object, r *row, at *place, v any)
	write      func(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses)
	root       func(s *Schema, n jsonio.Node, r *row, v any) (done, ok bool) // of the document's root
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

func addVerbs(own map[string]verb) {
	for name, v := range own {
		verbs[name] = &v
	}
}

// readNothing is of lines that only write.
func readNothing(*Schema, jsonio.Object, *row, *place, any) {}
