package recorder

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/wire"
)

// labelColumn is a label with few values, which a filter names by a rule.
type labelColumn struct {
	name  string
	of    func(*wire.Filter) []string
	match func(value, want string) bool
}

func labelColumns() []labelColumn {
	return []labelColumn{
		{"op", func(f *wire.Filter) []string { return f.Ops }, func(v, want string) bool {
			return glob(strings.ToLower(v), strings.ToLower(want)+"*")
		}},
		{"dialect", func(f *wire.Filter) []string { return f.Dialects }, func(v, want string) bool {
			return v == want || slices.Contains(strings.Split(v, "|"), want)
		}},
		{"binding", func(f *wire.Filter) []string { return f.Bindings }, strings.EqualFold},
		{"state", func(f *wire.Filter) []string { return f.States }, func(v, want string) bool {
			return v == stateName(want) || strings.Contains(want, "*") && glob(v, stateName(want))
		}},
	}
}

// glob reports whether s is what pattern says, in which * is anything.
func glob(s, pattern string) bool {
	pieces := strings.Split(pattern, "*")
	last := len(pieces) - 1
	if last == 0 {
		return s == pattern
	}
	s, ok := strings.CutPrefix(s, pieces[0])
	if !ok {
		return false
	}
	for _, p := range pieces[1:last] {
		if _, s, ok = strings.Cut(s, p); !ok {
			return false
		}
	}
	return strings.HasSuffix(s, pieces[last])
}

// have lists those of a label's values on record that are wanted.
func (b *builder) have(l labelColumn, want []string) []any {
	var v []any
	for _, value := range distinct[string](b, l.name, "e."+l.name+" IS NOT NULL") {
		if slices.ContainsFunc(want, func(w string) bool { return l.match(value, w) }) {
			v = append(v, value)
		}
	}
	return v
}

// ranks are the stored severities that a filter's finding selects.
func ranks(finding string) []any {
	var out []any
	for n := max(severityRank(finding), 1); n <= severityRank("error"); n++ {
		out = append(out, n)
	}
	return out
}

// without adds what must not hold, and returns the phrases that must not occur.
// Values of labels are turned around, into the other values on record, which
// can be walked along; the rest are conditions.
func (b *builder) without(list []wire.Filter) (phrases []string) {
	labels := map[string][]string{}
	for i := range list {
		f := &list[i]
		switch column, finding := onlyLabel(f); {
		case column != "":
			for _, l := range labelColumns() {
				if l.name == column {
					labels[column] = append(labels[column], l.of(f)...)
				}
			}
		case finding != "":
			b.others("worst", ranks(finding), distinctAny[int64](b, "worst"))
		case slices.Contains(f.Outcomes, wire.ByAgent) && rest(f, func(g *wire.Filter) { g.Outcomes = nil }):
			b.otherOutcomes(f.Outcomes)
		case len(f.Callers) > 0 && rest(f, func(g *wire.Filter) { g.Callers = nil }):
			b.callers(f.Callers, false)
		case len(f.Text) == 1 && rest(f, func(g *wire.Filter) { g.Text = nil }):
			phrases = append(phrases, f.Text[0])
		default:
			b.unlike(f)
		}
	}
	for _, l := range labelColumns() {
		if want := labels[l.name]; len(want) > 0 {
			b.others(l.name, b.have(l, want), distinctAny[string](b, l.name))
		}
	}
	return phrases
}

// otherOutcomes selects how else exchanges end than the usual way.
func (b *builder) otherOutcomes(not []wire.Outcome) {
	var v []any
	for _, o := range distinct[string](b, "outcome", "e.outcome <> 'agent'") {
		if !slices.Contains(not, wire.Outcome(o)) {
			v = append(v, o)
		}
	}
	b.some("outcome", " AND e.outcome <> 'agent'", v)
}

// onlyLabel tells the one label that f is about, if it is about one.
func onlyLabel(f *wire.Filter) (column, finding string) {
	switch {
	case len(f.Ops) > 0 && rest(f, func(g *wire.Filter) { g.Ops = nil }):
		return "op", ""
	case len(f.Dialects) > 0 && rest(f, func(g *wire.Filter) { g.Dialects = nil }):
		return "dialect", ""
	case len(f.Bindings) > 0 && rest(f, func(g *wire.Filter) { g.Bindings = nil }):
		return "binding", ""
	case len(f.States) > 0 && rest(f, func(g *wire.Filter) { g.States = nil }):
		return "state", ""
	case f.Finding != "" && rest(f, func(g *wire.Filter) { g.Finding = "" }):
		return "", f.Finding
	}
	return "", ""
}

// rest reports whether f asks for nothing once a field is cleared.
func rest(f *wire.Filter, clear func(*wire.Filter)) bool {
	g := *f
	clear(&g)
	return g.String() == ""
}

func distinctAny[T any](b *builder, column string) []any {
	return anys(distinct[T](b, column, "e."+column+" IS NOT NULL"))
}

// others selects the rows whose label is none of some values.
func (b *builder) others(column string, not, all []any) {
	if len(not) == 0 {
		return
	}
	c := choice{cond: "(e." + column + " IS NULL OR e." + column + " NOT IN (" + marks(len(not)) + "))", args: not}
	from := "exchanges e INDEXED BY exchanges_"
	c.arms = []arm{
		{from: from + "no_" + column, key: "e.seq", where: "e." + column + " IS NULL AND e.labelled = 1"},
		{from: from + "unread", key: "e.seq", where: "e." + column + " IS NULL AND e.labelled = 0"},
	}
	for _, v := range all {
		if !slices.Contains(not, v) {
			c.arms = append(c.arms, arm{from: from + column, key: "e.seq", where: "e." + column + " = ?", args: []any{v}})
		}
	}
	if len(c.arms) > maxArms {
		c.arms = nil
	}
	b.choices = append(b.choices, c)
}

// unlike leaves out the rows that f selects.
func (b *builder) unlike(f *wire.Filter) {
	sub := &builder{ctx: b.ctx, db: b.db, now: b.now}
	sub.fields(f)
	sub.words(f.Text, nil)
	b.err = joined(b.err, sub.err)
	where, args := sub.plan.where, sub.plan.args
	for _, c := range sub.choices {
		where, args = append(where, c.cond), append(args, c.args...)
	}
	if len(where) > 0 && !sub.plan.none {
		b.plan.and("NOT coalesce(("+strings.Join(where, " AND ")+"), 0)", args...)
	}
}
