package diff

import "fmt"

// Level says how much of two exchanges is compared. Each includes those before.
type Level int

const (
	// Structure compares the path of states, how an operation ended, errors by
	// name, kinds of parts, names and number of artifacts, and the shape of
	// data. It is what a test of an agent with a model inside can hold on to.
	Structure Level = iota + 1
	// Meaning compares text, data, files, names and metadata as well.
	Meaning
	// Exact compares, where exchanges mean the same, each JSON document on the
	// wire too: how a stream was cut, members that the protocol does not know,
	// the spelling of numbers. Ids, times and the order of members still do not
	// count.
	Exact
)

// Levels are all levels by name, the least strict first.
func Levels() []string { return []string{"structure", "meaning", "exact"} }

// ParseLevel reads a level's name.
func ParseLevel(s string) (Level, error) {
	for i, name := range Levels() {
		if s == name {
			return Level(i + 1), nil
		}
	}
	return 0, fmt.Errorf("no level is called %q; there are structure, meaning and exact", s)
}

// String is the level's name.
func (l Level) String() string {
	if l < Structure || l > Exact {
		return fmt.Sprintf("level %d", int(l))
	}
	return Levels()[l-1]
}

// MarshalText writes the level's name.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a level's name.
func (l *Level) UnmarshalText(b []byte) (err error) {
	*l, err = ParseLevel(string(b))
	return err
}
