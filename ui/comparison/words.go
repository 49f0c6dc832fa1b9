package comparison

import (
	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// LevelHelp says what a level compares.
func LevelHelp(level string) string {
	switch level {
	case "structure":
		return "The path of states, kinds of parts, names of artifacts, the shape of data: what holds when a model answers"
	case "exact":
		return "Also each JSON document on the wire: how a stream was cut, unknown members, the spelling of numbers"
	}
	return "Structure, and text, data, files, names and metadata"
}

// levelWords says what was compared at a level, and what does not count.
func levelWords(l diff.Level) string {
	switch l {
	case diff.Structure:
		return "Compared is the structure: the path of states, kinds of parts, names of artifacts, the shape of data. Words, times and ids do not count."
	case diff.Exact:
		return "Compared is what was meant, and where a pair means the same, each JSON document on the wire as well: how a stream was cut, unknown members, the spelling of numbers. " +
			"Of a pair that differs in meaning, its bytes links compare the rest."
	}
	return "Compared is what was meant. Times, the order of members and how a text was cut into pieces do not count, nor do ids where both sides have one."
}

// says is the message of a pair, or both where two exchanges with different ones
// are compared.
func (c *Comparison) says(p diff.Pair) string {
	if c.A.Exchange != nil && c.B.Exchange != nil {
		if a, b := c.A.words(), c.B.words(); a != b && a != "" && b != "" {
			return "“" + part.Short(a, 60) + "” in A, “" + part.Short(b, 60) + "” in B"
		}
	}
	if p.Says == "" {
		return ""
	}
	return "“" + part.Short(p.Says, 80) + "”"
}

// openPair shows at once what differs.
func openPair(p diff.Pair) templ.Attributes {
	if p.Outcome == diff.Same {
		return nil
	}
	return templ.Attributes{"open": true}
}

func SideWord(s wire.Side) string {
	if s == wire.Request {
		return "Requests"
	}
	return "Responses"
}

func differWord(n int) string {
	if n == 1 {
		return "1 pair differs"
	}
	return part.Plural(n, "pair") + " differ"
}
