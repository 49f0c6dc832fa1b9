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

// builder turns the fields of a filter into candidates and conditions.
type builder struct {
	ctx        context.Context
	db         database.Querier
	now        time.Time
	plan       Plan
	candidates []Candidate
	until      time.Time // from then on nothing more is counted to choose the best way; zero: no bound
	err        error
}

// Make makes a filter into a plan. until bounds what is done for a good one.
func Make(ctx context.Context, db database.Querier, f wire.Filter, now, until time.Time) (*Plan, error) {
	b := &builder{ctx: ctx, db: db, now: now, until: until}
	b.fields(&f)
	b.words(f.Text, b.without(f.Without))
	b.choose()
	b.usual(&f)
	return &b.plan, b.err
}

// usual adds what lists leave out whatever the filter: origins not wanted,
// deleted sessions, and copies whose originals are on record.
func (b *builder) usual(f *wire.Filter) {
	if len(f.Not) > 0 {
		b.plan.and("e.origin NOT IN ("+database.Marks(len(f.Not))+")", database.Anys(texts(f.Not))...)
	}
	if len(column[int64](b, database.Query("sessions_deleted"))) > 0 {
		b.plan.and("e.session NOT IN (SELECT n FROM sessions WHERE deleted <> 0)")
	}
	if !f.Copies() && len(column[int64](b, database.Query("sessions_copied"))) > 0 {
		b.plan.and(`(e.session NOT IN (SELECT n FROM sessions WHERE copied <> 0) OR NOT EXISTS (SELECT 1 FROM exchanges o
			WHERE o.id = e.link AND o.session NOT IN (SELECT n FROM sessions WHERE deleted <> 0)))`)
	}
}

// fields adds what f asks for, its words, Not and Without apart.
func (b *builder) fields(f *wire.Filter) {
	b.scope(f)
	b.ids(f)
	b.transport(f)
	b.labels(f)
	b.times(f.Since, f.Until)
}

// any adds a condition that must hold of one of the values wanted.
func (b *builder) any(cond string, want []string) {
	if len(want) > 0 {
		b.plan.and("("+strings.TrimSuffix(strings.Repeat(cond+" OR ", len(want)), " OR ")+")", database.Anys(want)...)
	}
}

// values adds a candidate: a column with an index of its name.
func (b *builder) values(name string, v []any) {
	if len(v) == 0 {
		return
	}
	c := Candidate{Index: name, cond: "e." + name + " IN (" + database.Marks(len(v)) + ")", args: v}
	if len(v) <= mostBranches {
		for _, one := range v {
			c.branches = append(c.branches, []any{one})
		}
	}
	b.candidates = append(b.candidates, c)
}

// mostBranches is how many branches a union has at most; SQLite allows 500.
const mostBranches = 64

// mostly is values for a column of which the index leaves out the usual value.
func (b *builder) mostly(name, usual string, v []string) {
	switch {
	case len(v) == 0:
	case slices.Contains(v, usual):
		b.plan.and("e."+name+" IN ("+database.Marks(len(v))+")", database.Anys(v)...)
	default:
		b.values(name, database.Anys(v))
	}
}

// some is values for what was found to match: nothing selects nothing.
func (b *builder) some(name string, v []any) {
	if len(v) == 0 {
		b.plan.None = true
	}
	b.values(name, v)
}

// column reads the first column of a query.
func column[T any](b *builder, text string, args ...any) []T {
	list, err := database.Column[T](b.db.QueryContext(b.ctx, text, args...))
	b.err = joined(b.err, err)
	return list
}

func joined(a, b error) error {
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
