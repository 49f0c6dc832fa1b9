package recorder

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/wire"
)

// builder turns the fields of a filter into choices and conditions.
type builder struct {
	ctx     context.Context
	db      *sql.DB
	plan    plan
	choices []choice
	err     error
}

// plan makes a filter into a plan.
func (s *Store) plan(ctx context.Context, f wire.Filter) (*plan, error) {
	b := &builder{ctx: ctx, db: s.readers}
	b.place(f)
	b.transport(f)
	b.labels(f)
	b.words(f.Text)
	b.plan.and("e.session NOT IN (SELECT n FROM sessions WHERE deleted <> 0)")
	b.choose()
	return &b.plan, b.err
}

func (b *builder) place(f wire.Filter) {
	if f.Session != "" {
		b.numbers("session", "SELECT n FROM sessions WHERE id = ?", []string{f.Session})
	}
	if len(f.Agents) > 0 {
		b.numbers("agent", "SELECT n FROM origins WHERE origin = ?", f.Agents)
	}
	// The calls of clients are the bulk of any record; their index leaves them out.
	b.mostly("origin", string(wire.Client), texts(f.Origins))
	if len(f.Not) > 0 {
		b.plan.and("e.origin NOT IN ("+marks(len(f.Not))+")", anys(texts(f.Not))...)
	}
}

func (b *builder) transport(f wire.Filter) {
	b.mostly("outcome", string(wire.ByAgent), texts(f.Outcomes))
	if f.Method != "" {
		b.mostly("method", "POST", []string{strings.ToUpper(f.Method)})
	}
	b.statuses(f.Statuses)
	if f.MinTime > 0 {
		b.slower(int64(f.MinTime))
	}
	if f.MaxTime > 0 {
		b.plan.and("e.duration <= ?", int64(f.MaxTime))
	}
}

func (b *builder) labels(f wire.Filter) {
	b.matching("op", f.Ops, func(op, want string) bool {
		return len(op) >= len(want) && strings.EqualFold(op[:len(want)], want)
	})
	b.matching("dialect", f.Dialects, func(d, want string) bool {
		return d == want || slices.Contains(strings.Split(d, "|"), want)
	})
	b.values("binding", "", anys(lower(f.Bindings)))
	var states []string
	for _, s := range f.States {
		states = append(states, stateName(s))
	}
	b.values("state", "", anys(states))
	if f.Task != "" {
		b.values("task", "", []any{f.Task})
	}
	if f.Context != "" {
		b.values("context", "", []any{f.Context})
	}
	if f.Finding != "" {
		var ranks []any
		for n := max(severityRank(f.Finding), 1); n <= severityRank("error"); n++ {
			ranks = append(ranks, n)
		}
		b.values("worst", "", ranks)
	}
}

// stateName is any spelling of a task state in the one that is stored.
func stateName(s string) string {
	s = strings.ToUpper(strings.NewReplacer("-", "_", " ", "_").Replace(strings.TrimSpace(s)))
	s = strings.TrimPrefix(s, "TASK_STATE_")
	if s == "CANCELLED" {
		s = "CANCELED"
	}
	return "TASK_STATE_" + s
}

// values adds a choice of a column with an index of its name. extra is what
// the index is partial by.
func (b *builder) values(column, extra string, v []any) {
	if len(v) == 0 {
		return
	}
	c := choice{cond: "e." + column + " IN (" + marks(len(v)) + ")", args: v}
	if len(v) <= maxArms {
		for _, one := range v {
			c.arms = append(c.arms, arm{
				from: "exchanges e INDEXED BY exchanges_" + column, key: "e.seq",
				where: "e." + column + " = ?" + extra, args: []any{one},
			})
		}
	}
	b.choices = append(b.choices, c)
}

// maxArms is how many parts a walk has at most; SQLite allows 500.
const maxArms = 64

// mostly is values for a column of which the index leaves out the usual value.
func (b *builder) mostly(column, usual string, v []string) {
	switch {
	case len(v) == 0:
	case slices.Contains(v, usual):
		b.plan.and("e."+column+" IN ("+marks(len(v))+")", anys(v)...)
	default:
		b.values(column, " AND e."+column+" <> '"+usual+"'", anys(v))
	}
}

// numbers is values for names that are stored as numbers.
func (b *builder) numbers(column, query string, names []string) {
	var v []any
	for _, name := range names {
		var n int64
		switch err := b.db.QueryRowContext(b.ctx, query, name).Scan(&n); {
		case err == nil:
			v = append(v, n)
		case !errors.Is(err, sql.ErrNoRows):
			b.err = errors.Join(b.err, err)
		}
	}
	b.some(column, "", v)
}

// some is values for what was found to match: nothing selects nothing.
func (b *builder) some(column, extra string, v []any) {
	if len(v) == 0 {
		b.plan.none = true
	}
	b.values(column, extra, v)
}

// matching is values for those of a column's values that match.
func (b *builder) matching(column string, want []string, match func(value, want string) bool) {
	if len(want) == 0 {
		return
	}
	var v []any
	for _, have := range distinct[string](b, column, "e."+column+" IS NOT NULL") {
		if slices.ContainsFunc(want, func(w string) bool { return match(have, w) }) {
			v = append(v, have)
		}
	}
	b.some(column, "", v)
}

// distinct lists a column's values by hopping along its index.
func distinct[T any](b *builder, column, partial string) []T {
	var out []T
	next := "SELECT min(e." + column + ") FROM exchanges e WHERE " + partial
	rows, err := b.db.QueryContext(b.ctx, "WITH RECURSIVE d(v) AS ("+next+" UNION ALL SELECT ("+next+
		" AND e."+column+" > d.v) FROM d WHERE d.v IS NOT NULL) SELECT v FROM d WHERE v IS NOT NULL LIMIT 500")
	if err != nil {
		b.err = errors.Join(b.err, err)
		return nil
	}
	defer rows.Close()
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			b.err = errors.Join(b.err, err)
		}
		out = append(out, v)
	}
	b.err = errors.Join(b.err, rows.Err())
	return out
}

func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }

func anys[T any](v []T) []any {
	out := make([]any, len(v))
	for i := range v {
		out[i] = v[i]
	}
	return out
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
