package plan

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// labels selects by what a reading concluded.
func (b *builder) labels(f *wire.Filter) {
	if len(f.Ops) > 0 {
		b.some("op", b.matching("op", f.Ops, filter.SameOp))
	}
	if len(f.States) > 0 {
		b.some("state", b.matching("state", f.States, filter.SameState))
	}
	// "0.2|0.3" is either.
	b.any("instr('|' || e.dialect || '|', '|' || ? || '|') > 0", f.Dialects)
	b.any("e.binding = ? COLLATE NOCASE", f.Bindings)
	b.containing("e.error", f.Errors)
	for _, is := range f.Is {
		b.is(is)
	}
	if len(f.Findings) > 0 {
		b.findings(f.Findings)
	}
	if len(f.Passed) > 0 {
		b.wherePassed(f.Passed)
	}
	if len(f.Rules) > 0 {
		b.rules(f.Rules)
	}
}

// wherePassed selects by how frames passed.
func (b *builder) wherePassed(want []string) {
	b.candidates = append(b.candidates, Candidate{Index: "passed", branches: [][]any{nil}, cond: "e.passed <> 0"})
	if slices.Contains(want, "any") {
		return
	}
	var set wire.PassedSet
	for _, v := range want {
		set |= wire.PassedSetOf(wire.Passed(v))
	}
	b.plan.and("e.passed & ? <> 0", int64(set))
}

// is adds what several columns tell.
func (b *builder) is(what string) {
	switch what {
	case "failed":
		b.candidates = append(b.candidates, Candidate{Index: "failed", branches: [][]any{nil}, cond: "e.failed = 1"})
	case "wrong":
		b.candidates = append(b.candidates, Candidate{Index: "wrong", branches: [][]any{nil}, cond: "e.wrong = 1"})
		if b.mutes() {
			b.plan.and(unmutedAgent + " = 3")
		}
	case "stream":
		b.plan.and("e.frames > 1")
	case "pinned":
		b.candidates = append(b.candidates, Candidate{Index: "pinned", branches: [][]any{nil}, cond: "e.seq IN (SELECT exchange FROM marks WHERE pinned = 1)"})
	default:
		b.plan.None = true
	}
}

// matching lists those values of a label on record that are wanted.
func (b *builder) matching(name string, want []string, match func(value, want string) bool) []any {
	var v []any
	for _, value := range column[string](b, database.Query("values_"+name)) {
		if slices.ContainsFunc(want, func(w string) bool { return match(value, w) }) {
			v = append(v, value)
		}
	}
	return v
}

// without adds what must not hold, and returns the phrases that must not occur.
func (b *builder) without(list []wire.Filter) (phrases []string) {
	for i := range list {
		f := &list[i]
		switch {
		case slices.Contains(f.Outcomes, wire.ByAgent) && only(f, func(g *wire.Filter) { g.Outcomes = nil }):
			b.otherOutcomes(f.Outcomes)
		case len(f.Text) == 1 && only(f, func(g *wire.Filter) { g.Text = nil }):
			phrases = append(phrases, f.Text[0])
		default:
			b.unlike(f)
		}
	}
	return phrases
}

// otherOutcomes selects how else exchanges end than the usual way, which an
// index can answer.
func (b *builder) otherOutcomes(not []wire.Outcome) {
	var v []any
	for _, o := range column[string](b, database.Query("values_outcome")) {
		if !slices.Contains(not, wire.Outcome(o)) {
			v = append(v, o)
		}
	}
	b.some("outcome", v)
}

// only reports whether f asks for nothing once a field is cleared.
func only(f *wire.Filter, clear func(*wire.Filter)) bool {
	g := *f
	clear(&g)
	return filter.String(g) == ""
}

// unlike leaves out the rows that f selects.
func (b *builder) unlike(f *wire.Filter) {
	sub := &builder{ctx: b.ctx, db: b.db, now: b.now}
	sub.fields(f)
	sub.words(f.Text, nil)
	b.err = joined(b.err, sub.err)
	where, args := sub.plan.where, sub.plan.args
	for _, c := range sub.candidates {
		where, args = append(where, c.cond), append(args, c.args...)
	}
	if len(where) > 0 && !sub.plan.None {
		b.plan.and("NOT coalesce(("+strings.Join(where, " AND ")+"), 0)", args...)
	}
}
