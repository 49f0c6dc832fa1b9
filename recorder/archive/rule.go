package archive

import "github.com/a2a-console/a2a-console/internal/wire"

type ruleLine struct {
	Kind string `json:"kind"`
	wire.Rule
}

// rule converts a ruleLine. why says what is wrong with it, "" for nothing. The text may be one that this
// program cannot parse: it is stored, but never put in force by itself.
func (l *ruleLine) rule(limits Limits) (r *wire.Rule, why string) {
	r = &l.Rule
	r.Created, r.Removed = r.Created.UTC(), r.Removed.UTC()
	switch {
	case !validID(l.ID):
		return r, "the id of a rule is not a UUID"
	case l.Text == "" || len(l.Text) > wire.MaxRuleBytes:
		return r, "the text of a rule is missing or too long"
	case l.Preset != "" && !isToken(l.Preset):
		return r, "the preset of a rule is not a name"
	case l.Fired < 0:
		return r, "a rule that fired a negative number of times"
	case len(l.LastExchanges) > wire.MaxRuleExchanges:
		return r, "a rule that names too many exchanges"
	case len(l.Problem) > limits.Text:
		return r, "the problem of a rule is too long"
	case !fitsNanos(l.Created) || !fitsNanos(l.Removed):
		return r, "the time of a rule is not between 1678 and 2261"
	}
	for _, id := range l.LastExchanges {
		if !validID(id) {
			return r, "a rule names an exchange by something other than a UUID"
		}
	}
	return r, ""
}
