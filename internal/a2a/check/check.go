package check

import (
	_ "embed"
	"fmt"
	"strings"
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
	ID       string
	Versions []a2a.Version // nil: all
	Level    Level
	Scope    string   // what it judges: card, request, answer, event, stream, delivery, document or exchange
	Rule     string   // a sentence
	Sections []string // where it stands, one for each version that has it, or a standard: "1.0 §9.1"
	Fix      string   // what to do
}

//go:embed list.tsv
var text string

type list struct {
	all []Check
	at  map[string]int
}

var listed = sync.OnceValue(func() list {
	l := list{at: map[string]int{}}
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 7 {
			panic(fmt.Sprintf("list.tsv: expected 7 fields, got %d: %s", len(f), line))
		}
		if f[0] == "id" {
			continue
		}
		c := Check{ID: f[0], Level: Level(f[2]), Scope: f[3], Rule: f[4], Sections: strings.Split(f[5], "; "), Fix: f[6]}
		if f[1] != "all" {
			for v := range strings.FieldsSeq(f[1]) {
				c.Versions = append(c.Versions, a2a.Version(v))
			}
		}
		l.at[c.ID] = len(l.all)
		l.all = append(l.all, c)
	}
	return l
})

// All is the list, in the order of docs/checks.md. Callers do not change it.
func All() []Check { return listed().all }

// Of is a check by its id.
func Of(id string) (Check, bool) {
	l := listed()
	i, ok := l.at[id]
	if !ok {
		return Check{}, false
	}
	return l.all[i], true
}
