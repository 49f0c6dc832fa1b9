package checks

import (
	"math"

	"github.com/a2a-console/a2a-console/inspector/examine/client"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/ui/part"
)

// groupCount is a group of the matrix with the number of its checks that concern agents.
type groupCount struct {
	Name   string
	Checks int
}

func groupCounts() (out []groupCount) {
	for _, g := range groups() {
		n := 0
		for _, c := range check.All() {
			if g.has(c.ID) && !(&verdict.Check{Check: c}).IsAboutClients() {
				n++
			}
		}
		out = append(out, groupCount{g.Name, n})
	}
	return out
}

// clientScope says what the examination of a client tests, and how long it waits.
func clientScope() string {
	n := 0
	for _, c := range check.All() {
		if (&verdict.Check{Check: c}).IsAboutClients() {
			n++
		}
	}
	return part.Plural(len(client.Steps()), "step") + " test how the client copes, and " + part.Plural(n, "check") +
		" judge what it sends. A step takes as long as your client does, at most 10 minutes."
}

// planWord says how many calls an examination makes, and how long they take.
func (f examineForm) planWord() string {
	said := "Limit: " + part.Plural(f.calls(), "call") + ", " + rateWord(f.Rate) + "/s. Recorded in a separate session."
	if f.Rate > 0 {
		seconds := max(int(math.Ceil(float64(f.calls())/f.Rate)), 1)
		took := part.Plural(seconds, "second")
		if seconds > 120 {
			took = part.Plural((seconds+59)/60, "minute")
		}
		said += " Takes about " + took + "."
	}
	return said
}
