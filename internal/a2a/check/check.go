// Package check is the list of everything that the console checks: a record for each, with
// its id, the versions it holds in, how binding it is, where the specification says so,
// how to fix what breaks it, and in which exchanges it can show. A finding names its record
// by id. docs/checks.md is made from the list.
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
	Asks        []string // members of the request that it holds the answer against
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

// ByID is a check by its id.
func ByID(id string) (Check, bool) {
	c, ok := listed().byID[id]
	return c, ok
}

// labels are those of a check's record, in their order. After them may come asks and instead.
const labels = "check versions level scope rule sections fix where when"

type list struct {
	all      []Check
	byID     map[string]Check
	drafts   map[a2a.Version]a2a.Version // the version that each is a draft of
	symptoms [][2]string                 // what a user sees, and the ids of the checks to look at
}

// parse reads checks.txt; its first lines say what is in it.
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
		return fmt.Errorf("the record has the lines %q; write %q, in this order and each with a value, then asks where it judges what members of the request ask for, and last instead where it replaces other checks", said, labels)
	case c.Fixes[len(c.Fixes)-1].Cause != "":
		return fmt.Errorf("%s has no fix for all other findings; write \"fix: …\" after those with a cause", c.ID)
	case twice:
		return fmt.Errorf("%s is there twice; give one of the two another number", c.ID)
	default:
		l.byID[c.ID], l.all = c, append(l.all, c)
	}
	return nil
}
