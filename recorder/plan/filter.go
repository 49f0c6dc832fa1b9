package plan

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
)

type builder struct {
	ctx        context.Context
	db         database.Querier
	now        time.Time
	plan       Plan
	candidates []Candidate
	until      time.Time // when to stop counting candidates; zero: never
	err        error
}

// Make turns a filter into a Plan. until bounds the time spent on choosing a driver; zero is no bound.
func Make(ctx context.Context, db database.Querier, f wire.Filter, now, until time.Time) (*Plan, error) {
	b := &builder{ctx: ctx, db: db, now: now, until: until}
	b.addFields(&f)
	b.words(f.Text, b.addExclusions(f.Exclusions))
	b.chooseDriver()
	b.addDefaults(&f)
	return &b.plan, b.err
}

// addDefaults excludes what lists leave out whatever the filter: excluded origins, deleted sessions, and
// copies whose originals are on record.
func (b *builder) addDefaults(f *wire.Filter) {
	if len(f.ExcludedOrigins) > 0 {
		b.plan.addCondition("e.origin NOT IN ("+database.Placeholders(len(f.ExcludedOrigins))+")", database.ToArgs(texts(f.ExcludedOrigins))...)
	}
	if len(column[int64](b, database.Query("sessions_deleted"))) > 0 {
		b.plan.addCondition("e.session NOT IN (SELECT n FROM sessions WHERE deleted <> 0)")
	}
	if !f.IncludesCopies() && len(column[int64](b, database.Query("sessions_copied"))) > 0 {
		b.plan.addCondition(`(e.session NOT IN (SELECT n FROM sessions WHERE copied <> 0) OR NOT EXISTS (SELECT 1 FROM exchanges o
			WHERE o.id = e.link AND o.session NOT IN (SELECT n FROM sessions WHERE deleted <> 0)))`)
	}
}

// addFields adds the conditions of f, except its words and exclusions.
func (b *builder) addFields(f *wire.Filter) {
	b.scope(f)
	b.ids(f)
	b.transport(f)
	b.addLabels(f)
	b.times(f.Since, f.Until)
}

// addAnyOf adds a condition that must hold for one of the values.
func (b *builder) addAnyOf(cond string, want []string) {
	if len(want) > 0 {
		b.plan.addCondition("("+strings.TrimSuffix(strings.Repeat(cond+" OR ", len(want)), " OR ")+")", database.ToArgs(want)...)
	}
}

// addValues adds a candidate: a column with an index of the same name.
func (b *builder) addValues(name string, v []any) {
	if len(v) == 0 {
		return
	}
	c := Candidate{Index: name, condition: "e." + name + " IN (" + database.Placeholders(len(v)) + ")", args: v}
	if len(v) <= maxBranches {
		for _, one := range v {
			c.branches = append(c.branches, []any{one})
		}
	}
	b.candidates = append(b.candidates, c)
}

// maxBranches bounds the branches of a union; SQLite allows 500.
const maxBranches = 64

// addSparseValues is addValues for a column whose index leaves out the usual value.
func (b *builder) addSparseValues(name, usual string, v []string) {
	switch {
	case len(v) == 0:
	case slices.Contains(v, usual):
		b.plan.addCondition("e."+name+" IN ("+database.Placeholders(len(v))+")", database.ToArgs(v)...)
	default:
		b.addValues(name, database.ToArgs(v))
	}
}

// addMatches is addValues for values that matched something. Without values, nothing is selected.
func (b *builder) addMatches(name string, v []any) {
	if len(v) == 0 {
		b.plan.IsEmpty = true
	}
	b.addValues(name, v)
}

func column[T any](b *builder, text string, args ...any) []T {
	list, err := database.Column[T](b.db.QueryContext(b.ctx, text, args...))
	b.err = joinErrors(b.err, err)
	return list
}

func joinErrors(a, b error) error {
	if a == nil {
		return b
	}
	return errors.Join(a, b)
}

func jsonArray(v []string) string {
	b, err := json.Marshal(v)
	if err != nil { // texts always marshal
		return "[]"
	}
	return string(b)
}

func texts[T ~string](v []T) []string {
	var out []string
	for _, s := range v {
		out = append(out, string(s))
	}
	return out
}

func lower(v []string) []string {
	var out []string
	for _, s := range v {
		out = append(out, strings.ToLower(s))
	}
	return out
}
