package recorder

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// builder turns the fields of a filter into choices and conditions.
type builder struct {
	ctx     context.Context
	db      *sql.DB
	now     time.Time
	plan    plan
	choices []choice
	err     error
}

// plan makes a filter into a plan.
func (s *Store) plan(ctx context.Context, f wire.Filter) (*plan, error) {
	b := &builder{ctx: ctx, db: s.readers, now: s.opts.Now()}
	b.fields(&f)
	if len(f.Not) > 0 {
		b.plan.and("e.origin NOT IN ("+marks(len(f.Not))+")", anys(texts(f.Not))...)
	}
	b.words(f.Text, b.without(f.Without))
	b.plan.and("e.session NOT IN (SELECT n FROM sessions WHERE deleted <> 0)")
	if !f.Copies() {
		b.once()
	}
	b.choose()
	return &b.plan, b.err
}

// once leaves out copies whose originals are on record.
func (b *builder) once() {
	b.plan.and(`(e.session NOT IN (SELECT n FROM sessions WHERE copied <> 0) OR NOT EXISTS (SELECT 1 FROM exchanges o
		WHERE o.id = e.link AND o.session NOT IN (SELECT n FROM sessions WHERE deleted <> 0)))`)
}

// fields adds what f asks for, its words, Not and Without apart.
func (b *builder) fields(f *wire.Filter) {
	b.place(f)
	b.ids(f)
	b.transport(f)
	b.labels(f)
	b.times(f.Since, f.Until)
}

func (b *builder) place(f *wire.Filter) {
	if f.Session != "" {
		b.sessions("substr(id, 1, length(?1)) = ?1", f.Session)
	}
	if len(f.Tags) > 0 {
		b.sessions("n IN (SELECT session FROM session_tags WHERE tag IN ("+marks(len(f.Tags))+"))", anys(lower(f.Tags))...)
	}
	if len(f.Notes) > 0 {
		cond := strings.TrimSuffix(strings.Repeat("instr(lower(note), lower(?)) OR ", len(f.Notes)), " OR ")
		b.sessions(cond, anys(f.Notes)...)
	}
	if f.Pinned != "" {
		b.sessions("pinned = ?", flag(f.Pinned == "yes"))
	}
	if len(f.Agents) > 0 {
		b.agents(f.Agents)
	}
	// The calls of clients are the bulk of any record; their index leaves them out.
	b.mostly("origin", string(wire.Client), texts(f.Origins))
}

func (b *builder) transport(f *wire.Filter) {
	b.mostly("outcome", string(wire.ByAgent), texts(f.Outcomes))
	if f.Method != "" {
		b.mostly("method", "POST", []string{strings.ToUpper(f.Method)})
	}
	b.statuses(f.Statuses)
	b.callers(f.Callers, true)
	if f.MinTime > 0 {
		b.slower(int64(f.MinTime))
	}
	if f.MaxTime > 0 {
		b.plan.and("e.duration <= ?", int64(f.MaxTime))
	}
}

func (b *builder) labels(f *wire.Filter) {
	for _, l := range labelColumns() {
		if want := l.of(f); len(want) > 0 {
			b.some(l.name, "", b.have(l, want))
		}
	}
	if f.Finding != "" {
		b.values("worst", "", ranks(f.Finding))
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

// some is values for what was found to match: nothing selects nothing.
func (b *builder) some(column, extra string, v []any) {
	if len(v) == 0 {
		b.plan.none = true
	}
	b.values(column, extra, v)
}

// distinct lists a column's values by hopping along its index.
func distinct[T any](b *builder, column, partial string, args ...any) []T {
	next := "SELECT min(e." + column + ") FROM exchanges e WHERE " + partial
	return column1[T](b, "WITH RECURSIVE d(v) AS ("+next+" UNION ALL SELECT ("+next+
		" AND e."+column+" > d.v) FROM d WHERE d.v IS NOT NULL) SELECT v FROM d WHERE v IS NOT NULL LIMIT "+strconv.Itoa(mostDistinct), append(args, args...)...)
}

// mostDistinct is how many values of a column are looked at.
const mostDistinct = 2000

// column1 reads the first column of a query.
func column1[T any](b *builder, query string, args ...any) []T {
	rows, err := b.db.QueryContext(b.ctx, query, args...)
	if err != nil {
		b.err = errors.Join(b.err, err)
		return nil
	}
	defer rows.Close()
	var out []T
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
