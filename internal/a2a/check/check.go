// Package check lists everything that the console checks. Each record has an id, versions, level, sections of
// the specification, advice, and the exchanges in which it can show. Findings name checks by id.
// docs/checks.md is generated from the list.
package check

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/datafile"
)

// Level says how strictly a check's rule must be followed.
type Level string

// The levels of RFC 2119, and one for mere information.
const (
	Must   Level = "MUST"
	Should Level = "SHOULD"
	Info   Level = "INFO"
)

// Severity returns the worst severity of a finding at the level.
func (l Level) Severity() a2a.Severity {
	switch l {
	case Must:
		return a2a.SeverityError
	case Should:
		return a2a.SeverityWarning
	}
	return a2a.SeverityInfo
}

type Check struct {
	ID          string
	Line        int           // of its record in checks.txt
	Versions    []a2a.Version // nil: all
	Level       Level
	Scope       string   // what it is about: card, request, answer, event, stream, delivery, document or exchange
	Rule        string   // a sentence
	Sections    []string // its sections, one per version, or a standard: "1.0 §9.1"
	Fixes       []Fix    // advice; the last is for all causes without their own
	Where, When []string // conditions of package judge under which it applies, and under which it is met
	Asks        []string // members of the request that the answer is compared with
	Instead     []string // checks whose findings are dropped at the same place
}

// Fix is advice for a finding with a cause, as in a2a.Problem. The cause "" means any.
type Fix struct {
	Cause, Says string
}

// Fix returns the advice for the cause of a finding, which is "" if the finding has none.
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

// HoldsIn reports whether the check applies to a version or, for a draft, its released version.
func (c *Check) HoldsIn(v a2a.Version) bool {
	return c.Versions == nil || slices.Contains(c.Versions, v) || slices.Contains(c.Versions, DraftOf(v))
}

// DraftOf returns the released version of a draft, "" for a version that is not a draft.
func DraftOf(v a2a.Version) a2a.Version { return listed().drafts[v] }

// All returns the checks in the order of docs/checks.md. Callers must not change the result.
func All() []Check { return listed().all }

func ByID(id string) (Check, bool) {
	c, ok := listed().byID[id]
	return c, ok
}

// labels are the labels of a record in order. asks and instead may follow.
const labels = "check versions level scope rule sections fix where when"

type list struct {
	all      []Check
	byID     map[string]Check
	drafts   map[a2a.Version]a2a.Version // each draft's released version
	symptoms [][2]string                 // what a user sees, and the ids of the checks to look at
}

// parse parses checks.txt, whose first lines explain the format.
func parse(text string) (list, error) {
	l := list{byID: map[string]Check{}, drafts: map[a2a.Version]a2a.Version{}}
	for r := range datafile.Records(text) {
		if err := l.add(r); err != nil {
			return l, fmt.Errorf("checks.txt line %d: %w", r[0].Number, err)
		}
	}
	return l, nil
}

func (l *list) add(r datafile.Record) error {
	c := Check{
		ID: r.Value("check"), Line: r[0].Number, Level: Level(r.Value("level")), Scope: r.Value("scope"), Rule: r.Value("rule"),
		Sections: strings.Split(r.Value("sections"), "; "), Where: strings.Fields(r.Value("where")), When: strings.Fields(r.Value("when")),
		Asks: strings.Fields(r.Value("asks")), Instead: strings.Fields(r.Value("instead")),
	}
	for v := range strings.FieldsSeq(strings.TrimPrefix(r.Value("versions"), "all")) {
		c.Versions = append(c.Versions, a2a.Version(v))
	}
	said := ""
	for _, line := range r {
		label := line.Label
		if fix, cause, _ := strings.Cut(label, " "); fix == "fix" {
			label, c.Fixes = fix, append(c.Fixes, Fix{cause, line.Value})
		}
		if label != "fix" || len(c.Fixes) == 1 {
			said += " " + label
		}
	}
	_, twice := l.byID[c.ID]
	switch said = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(said), " instead"), " asks"); {
	case said == "draft of":
		l.drafts[a2a.Version(r.Value("draft"))] = a2a.Version(r.Value("of"))
	case said == "symptom checks":
		l.symptoms = append(l.symptoms, [2]string{r.Value("symptom"), r.Value("checks")})
	case said != labels:
		return fmt.Errorf("the record has the lines %q; write %q in this order, each with a value, then asks if members of the request decide what is right, and last instead if it replaces other checks", said, labels)
	case c.Fixes[len(c.Fixes)-1].Cause != "":
		return fmt.Errorf("%s has no fix for what the other fixes do not cover; write \"fix: …\" after those with a cause", c.ID)
	case twice:
		return fmt.Errorf("%s occurs twice; give one of the two another number", c.ID)
	default:
		l.byID[c.ID], l.all = c, append(l.all, c)
	}
	return nil
}
