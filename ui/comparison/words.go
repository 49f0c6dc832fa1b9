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
