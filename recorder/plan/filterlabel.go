package plan

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/recorder/database"
)

func (b *builder) addLabels(f *wire.Filter) {
	if len(f.Ops) > 0 {
		b.addMatches("op", b.matching("op", f.Ops, filter.MatchOp))
	}
	if len(f.States) > 0 {
		b.addMatches("state", b.matching("state", f.States, filter.MatchState))
	}
	// "0.2|0.3" matches either.
	b.addAnyOf("instr('|' || e.dialect || '|', '|' || ? || '|') > 0", f.Dialects)
	b.addAnyOf("e.binding = ? COLLATE NOCASE", f.Bindings)
	b.containing("e.error", f.Errors)
	for _, is := range f.Conditions {
		b.addCondition(is)
	}
	b.modelCalls(f)
	if len(f.Findings) > 0 {
		b.findings(f.Findings)
	}
	if len(f.PassageKinds) > 0 {
		b.addPassages(f.PassageKinds)
	}
	if len(f.Rules) > 0 {
		b.rules(f.Rules)
	}
}

// modelCalls selects by the labels of model calls. The index on origin finds them.
func (b *builder) modelCalls(f *wire.Filter) {
	const label = "(SELECT %s FROM details d WHERE d.seq = e.seq)"
	read := func(what string) string { return strings.Replace(label, "%s", what, 1) }
	if len(f.Models) == 0 && len(f.Tools) == 0 && f.MinTokens == 0 && f.MaxTokens == 0 {
		return
	}
	b.addCondition("model")
	b.containing(read("json_extract(d.model, '$.model')"), f.Models)
	if cond, args := matchText("t.value", f.Tools); cond != "" {
		b.plan.addCondition("EXISTS (SELECT 1 FROM details d, json_each(d.model, '$.tools') t WHERE d.seq = e.seq AND "+cond+")", args...)
	}
	tokens := read("json_extract(d.model, '$.input') + json_extract(d.model, '$.output')")
	if f.MinTokens > 0 {
		b.plan.addCondition(tokens+" >= ?", f.MinTokens)
	}
	if f.MaxTokens > 0 {
		b.plan.addCondition(tokens+" <= ?", f.MaxTokens)
	}
}

// addPassages selects by how frames were forwarded.
func (b *builder) addPassages(want []string) {
	b.candidates = append(b.candidates, Candidate{Index: "passed", branches: [][]any{nil}, condition: "e.passed <> 0"})
	if slices.Contains(want, "any") {
		return
	}
	var set wire.PassageKinds
	for _, v := range want {
		set |= wire.PassageKindsOf(wire.PassageKind(v))
	}
	b.plan.addCondition("e.passed & ? <> 0", int64(set))
}

// addCondition adds a condition over several columns.
func (b *builder) addCondition(what string) {
	switch what {
	case "failed":
		b.candidates = append(b.candidates, Candidate{Index: "failed", branches: [][]any{nil}, condition: "e.failed = 1"})
	case "wrong":
		b.candidates = append(b.candidates, Candidate{Index: "wrong", branches: [][]any{nil}, condition: "e.wrong = 1"})
		if b.hasMutes() {
			b.plan.addCondition(unmutedAgent + " = 3")
		}
	case "stream":
		b.plan.addCondition("e.frames > 1")
	case "pinned":
		b.candidates = append(b.candidates, Candidate{Index: "pinned", branches: [][]any{nil}, condition: "e.seq IN (SELECT exchange FROM marks WHERE pinned = 1)"})
	case "model":
		b.addSparseValues("origin", string(wire.Client), []string{string(wire.Model)})
	case "examined":
		b.plan.addCondition("e.session IN (SELECT session FROM examinations WHERE agent <> '')")
	default:
		b.plan.IsEmpty = true
	}
}

// matching lists the recorded values of a label that match.
func (b *builder) matching(name string, want []string, match func(value, want string) bool) []any {
	var v []any
	for _, value := range column[string](b, database.Query("values_"+name)) {
		if slices.ContainsFunc(want, func(w string) bool { return match(value, w) }) {
			v = append(v, value)
		}
	}
	return v
}

// addExclusions excludes what the filters in list select. It returns the phrases that must not occur, which are
// left to the caller.
func (b *builder) addExclusions(list []wire.Filter) (phrases []string) {
	for i := range list {
		f := &list[i]
		switch {
		case slices.Contains(f.Outcomes, wire.ByAgent) && asksOnly(f, func(g *wire.Filter) { g.Outcomes = nil }):
			b.excludeOutcomes(f.Outcomes)
		case len(f.Text) == 1 && asksOnly(f, func(g *wire.Filter) { g.Text = nil }):
			phrases = append(phrases, f.Text[0])
		default:
			b.exclude(f)
		}
	}
	return phrases
}

// excludeOutcomes turns an exclusion of the usual outcome into the other outcomes, for which there is an
// index.
func (b *builder) excludeOutcomes(not []wire.Outcome) {
	var v []any
	for _, o := range column[string](b, database.Query("values_outcome")) {
		if !slices.Contains(not, wire.Outcome(o)) {
			v = append(v, o)
		}
	}
	b.addMatches("outcome", v)
}

// asksOnly reports whether f is empty once a field is cleared.
func asksOnly(f *wire.Filter, clear func(*wire.Filter)) bool {
	g := *f
	clear(&g)
	return filter.String(g) == ""
}

func (b *builder) exclude(f *wire.Filter) {
	sub := &builder{ctx: b.ctx, db: b.db, now: b.now}
	sub.addFields(f)
	sub.words(f.Text, nil)
	b.err = joinErrors(b.err, sub.err)
	where, args := sub.plan.conditions, sub.plan.args
	for _, c := range sub.candidates {
		where, args = append(where, c.condition), append(args, c.args...)
	}
	if len(where) > 0 && !sub.plan.IsEmpty {
		b.plan.addCondition("NOT coalesce(("+strings.Join(where, " AND ")+"), 0)", args...)
	}
}
