package diff

import "fmt"

// Level says how much of two exchanges is compared. Each level includes the less strict ones.
type Level int

const (
	// Structure compares the sequence of states, how an operation ended, errors by name, kinds of parts, names
	// and number of artifacts, and the shape of data. It suits tests of agents with a model inside.
	Structure Level = iota + 1
	// Meaning also compares text, data, files, names and metadata.
	Meaning
	// Exact also compares, if exchanges mean the same, each JSON document as sent: how a stream was cut, members
	// unknown to the protocol, the spelling of numbers. Ids, times and the order of members still do not count.
	Exact
)

// Levels lists the names of all levels, the least strict first.
func Levels() []string { return []string{"structure", "meaning", "exact"} }

// ParseLevel parses a level's name.
func ParseLevel(s string) (Level, error) {
	for i, name := range Levels() {
		if s == name {
			return Level(i + 1), nil
		}
	}
	return 0, fmt.Errorf("there is no level %q; the levels are structure, meaning and exact", s)
}

func (l Level) String() string {
	if l < Structure || l > Exact {
		return fmt.Sprintf("level %d", int(l))
	}
	return Levels()[l-1]
}

// MarshalText returns the level's name.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText parses a level's name.
func (l *Level) UnmarshalText(b []byte) (err error) {
	*l, err = ParseLevel(string(b))
	return err
}
