package check

import (
	_ "embed"
	"slices"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Level is how binding a rule is.
type Level string

// The levels, as in RFC 2119, and what is only worth knowing.
const (
	Must   Level = "MUST"
	Should Level = "SHOULD"
	Info   Level = "INFO"
)

// Severity is the worst that a finding of the level can be.
func (l Level) Severity() a2a.Severity {
	switch l {
	case Must:
		return a2a.SeverityError
	case Should:
		return a2a.SeverityWarning
	}
	return a2a.SeverityInfo
}

// Check is one rule.
type Check struct {
	ID          string
	Line        int           // of its record in checks.txt
	Versions    []a2a.Version // nil: all
	Level       Level
	Scope       string   // what it judges: card, request, answer, event, stream, delivery, document or exchange
	Rule        string   // a sentence
	Sections    []string // where it stands, one for each version that has it, or a standard: "1.0 §9.1"
	Fixes       []Fix    // what to do; the last is for all causes that have none
	Where, When []string // where it applies, and where it is met: names of conditions of package judge
	Instead     []string // checks whose findings are dropped where this one has one at the same place
}

// Fix is what to do about a finding with a cause, as in a2a.Problem; "" for any.
type Fix struct {
	Cause, Says string
}

// Fix is what to do about a finding with a cause, "" where the check tells none apart.
func (c *Check) Fix(cause string) string {
	for _, f := range c.Fixes {
		if f.Cause == cause || f.Cause == "" {
			return f.Says
		}
	}
	return ""
}

//go:embed checks.txt
var text string

var listed = sync.OnceValue(func() list {
	l, err := parse(text)
	if err != nil {
		panic(err)
	}
	return l
})

// HoldsIn reports whether the check holds in a version, or in the one that it is a draft of.
func (c *Check) HoldsIn(v a2a.Version) bool {
	return c.Versions == nil || slices.Contains(c.Versions, v) || slices.Contains(c.Versions, DraftOf(v))
}

// DraftOf is the version that another is a draft of, "" for one that is none.
func DraftOf(v a2a.Version) a2a.Version { return listed().drafts[v] }

// All is the list, in the order of docs/checks.md. Callers do not change it.
func All() []Check { return listed().all }

// Of is a check by its id.
func Of(id string) (Check, bool) {
	c, ok := listed().at[id]
	return c, ok
}
