package archive

import (
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// ruleLine tells of a rule of intervention of the session.
type ruleLine struct {
	Kind    string    `json:"kind"`
	ID      string    `json:"id"`
	Text    string    `json:"text"`
	On      bool      `json:"on"`
	Preset  string    `json:"preset,omitempty"`
	Made    time.Time `json:"made,omitzero"`
	Removed time.Time `json:"removed,omitzero"`
	Fired   int64     `json:"fired,omitempty"`
	LastOn  []string  `json:"last_on,omitempty"`
	Problem string    `json:"problem,omitempty"`
}

func ruleLineOf(r *wire.Rule) ruleLine {
	return ruleLine{Kind: kindRule, ID: r.ID, Text: r.Text, On: r.On, Preset: r.Preset, Made: r.Made, Removed: r.Removed, Fired: r.Fired, LastOn: r.LastOn, Problem: r.Problem}
}

// rule reads a ruleLine. why says what is wrong with it, "" when nothing is. The text may be
// one that this program cannot read: it is kept, and never put in force by itself.
func (l *ruleLine) rule(limits Limits) (r *wire.Rule, why string) {
	r = &wire.Rule{ID: l.ID, Text: l.Text, On: l.On, Preset: l.Preset, Made: l.Made.UTC(), Removed: l.Removed.UTC(), Fired: l.Fired, LastOn: l.LastOn, Problem: l.Problem}
	switch {
	case !validID(l.ID):
		return r, "the id of a rule is not a UUID"
	case l.Text == "" || len(l.Text) > wire.RuleLimit:
		return r, "the text of a rule is missing or too long"
	case l.Preset != "" && !token(l.Preset):
		return r, "the preset of a rule is not a name"
	case l.Fired < 0:
		return r, "a rule that fired a negative number of times"
	case len(l.LastOn) > wire.RuleKeeps:
		return r, "a rule that names too many exchanges"
	case len(l.Problem) > limits.Text:
		return r, "the problem of a rule is too long"
	case !storable(l.Made) || !storable(l.Removed):
		return r, "the time of a rule is not between 1678 and 2261"
	}
	for _, id := range l.LastOn {
		if !validID(id) {
			return r, "a rule names an exchange by what is not a UUID"
		}
	}
	return r, ""
}
