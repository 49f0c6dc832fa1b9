package check

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
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
	l, line := list{at: map[string]Check{}, drafts: map[a2a.Version]a2a.Version{}}, 1
	for record := range strings.SplitSeq(text, "\n\n") {
		if err := l.add(record, line); err != nil {
			return l, fmt.Errorf("checks.txt line %d: %w", line, err)
		}
		line += strings.Count(record, "\n") + len("\n\n")
	}
	return l, nil
}

// add takes a record, which begins at a line.
func (l *list) add(record string, line int) error {
	c, said, in := Check{Line: line}, "", map[string]string{}
	for one := range strings.SplitSeq(strings.TrimSpace(record), "\n") {
		label, value, _ := strings.Cut(one, ": ")
		if value == "" {
			label = one // which is none
		}
		if fix, cause, _ := strings.Cut(label, " "); fix == "fix" {
			label, c.Fixes = fix, append(c.Fixes, Fix{cause, value})
		}
		if in[label] = value; !strings.HasPrefix(one, "#") && (label != "fix" || len(c.Fixes) == 1) {
			said += " " + label
		}
	}
	c.ID, c.Level, c.Scope, c.Rule = in["check"], Level(in["level"]), in["scope"], in["rule"]
	c.Sections, c.Where, c.When, c.Instead = strings.Split(in["sections"], "; "), strings.Fields(in["where"]), strings.Fields(in["when"]), strings.Fields(in["instead"])
	for v := range strings.FieldsSeq(strings.TrimPrefix(in["versions"], "all")) {
		c.Versions = append(c.Versions, a2a.Version(v))
	}
	_, twice := l.at[c.ID]
	switch said = strings.TrimSuffix(strings.TrimSpace(said), " instead"); {
	case said == "":
	case said == "draft of":
		l.drafts[a2a.Version(in["draft"])] = a2a.Version(in["of"])
	case said == "symptom checks":
		l.symptoms = append(l.symptoms, [2]string{in["symptom"], in["checks"]})
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
