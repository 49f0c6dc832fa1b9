package check

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/datafile"
)

// labels are those of a check's record, in their order. The last of a record may be instead.
const labels = "check versions level scope rule sections fix where when"

type list struct {
	all      []Check
	at       map[string]Check
	drafts   map[a2a.Version]a2a.Version // the version that each is a draft of
	symptoms [][2]string                 // what a user sees, and the ids of the checks to look at
}

// parse reads checks.txt; its first lines say what is in it.
func parse(text string) (list, error) {
	l := list{at: map[string]Check{}, drafts: map[a2a.Version]a2a.Version{}}
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
		Instead: strings.Fields(r.Value("instead")),
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
	_, twice := l.at[c.ID]
	switch said = strings.TrimSuffix(strings.TrimSpace(said), " instead"); {
	case said == "draft of":
		l.drafts[a2a.Version(r.Value("draft"))] = a2a.Version(r.Value("of"))
	case said == "symptom checks":
		l.symptoms = append(l.symptoms, [2]string{r.Value("symptom"), r.Value("checks")})
	case said != labels:
		return fmt.Errorf("the record has the lines %q; write %q, in this order and each with a value, and last instead where it replaces other checks", said, labels)
	case c.Fixes[len(c.Fixes)-1].Cause != "":
		return fmt.Errorf("%s has no fix for all other findings; write \"fix: …\" after those with a cause", c.ID)
	case twice:
		return fmt.Errorf("%s is there twice; give one of the two another number", c.ID)
	default:
		l.at[c.ID], l.all = c, append(l.all, c)
	}
	return nil
}
