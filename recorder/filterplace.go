package recorder

import (
	"cmp"
	"database/sql"
	"errors"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/wire"
)

func joined(a, b error) error {
	if a == nil {
		return b
	}
	return errors.Join(a, b)
}

// sessions selects the exchanges of the sessions that meet a condition.
func (b *builder) sessions(cond string, args ...any) {
	b.some("session", "", anys(column1[int64](b, "SELECT n FROM sessions WHERE "+cond, args...)))
}

// agents selects by origin, by host with or without a port, or, where nothing is
// at such a place, by name: what an agent calls itself hides no other.
func (b *builder) agents(want []string) {
	rows, err := b.db.QueryContext(b.ctx, "SELECT o.n, o.origin, coalesce(a.name, '') FROM origins o LEFT JOIN agents a ON a.origin = o.origin")
	if err != nil {
		b.err = joined(b.err, err)
		return
	}
	defer rows.Close()
	placed, named := map[string][]any{}, map[string][]any{}
	for rows.Next() {
		var n int64
		var origin, name string
		if err := rows.Scan(&n, &origin, &name); err != nil {
			b.err = joined(b.err, err)
			return
		}
		for _, w := range want {
			switch {
			case sameAgent(origin, w):
				placed[w] = append(placed[w], n)
			case strings.Contains(strings.ToLower(name), strings.ToLower(w)):
				named[w] = append(named[w], n)
			}
		}
	}
	b.err = joined(b.err, rows.Err())
	var v []any
	for _, w := range want {
		if len(placed[w]) > 0 || strings.Contains(w, "://") {
			v = append(v, placed[w]...)
		} else {
			v = append(v, named[w]...)
		}
	}
	slices.SortFunc(v, func(x, y any) int { return cmp.Compare(x.(int64), y.(int64)) })
	b.some("agent", "", slices.Compact(v))
}

func sameAgent(origin, want string) bool {
	if strings.EqualFold(origin, strings.TrimSuffix(want, "/")) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (strings.EqualFold(u.Host, want) || strings.EqualFold(u.Hostname(), want))
}

// callers selects by what programs are called, or by what they are not.
func (b *builder) callers(want []string, are bool) {
	if len(want) == 0 {
		return
	}
	all := distinct[string](b, "caller", "TRUE")
	if len(all) == mostDistinct {
		cond := strings.TrimSuffix(strings.Repeat("instr(lower(e.caller), lower(?)) OR ", len(want)), " OR ")
		b.plan.and(map[bool]string{false: "NOT "}[are]+"("+cond+")", anys(want)...)
		return
	}
	var v []any
	for _, have := range all {
		is := slices.ContainsFunc(want, func(w string) bool { return strings.Contains(strings.ToLower(have), strings.ToLower(w)) })
		if is == are {
			v = append(v, have)
		}
	}
	b.some("caller", "", v)
}

func (b *builder) ids(f *wire.Filter) {
	if f.Link != "" {
		b.values("link", " AND e.link <> ''", []any{f.Link})
	}
	if f.ID != "" {
		b.beginning("id", f.ID)
	}
	for column, id := range map[string]string{"task": f.Task, "context": f.Context} {
		if prefix, ok := strings.CutSuffix(id, "*"); ok {
			b.beginning(column, prefix)
		} else if id != "" {
			b.values(column, "", []any{id})
		}
	}
}

// beginning selects by how an indexed column begins: between the first and the
// last row that does.
func (b *builder) beginning(column, prefix string) {
	cond := "e." + column + " >= ? AND e." + column + " < ?"
	args := []any{prefix, prefix + "\U0010ffff"}
	b.plan.and(cond, args...)
	var low, high sql.NullInt64
	err := b.db.QueryRowContext(b.ctx, "SELECT min(e.seq), max(e.seq) FROM exchanges e INDEXED BY exchanges_"+column+" WHERE "+cond, args...).Scan(&low, &high)
	b.err = joined(b.err, err)
	b.between(low, high)
}

// between bounds the walk to rows that are known to hold all that can match.
func (b *builder) between(low, high sql.NullInt64) {
	if !low.Valid || !high.Valid {
		b.plan.none = true
		return
	}
	if b.plan.window == nil {
		b.plan.window = &plan{}
	}
	b.plan.window.and("%s BETWEEN ? AND ?", low.Int64, high.Int64)
}

// disorder is by how many rows the order of starting may differ from that of
// the record within a session: calls in flight at the same time.
const disorder = "2000"

// times selects by when exchanges began. Within a session they lie in the order
// in which they began, give or take disorder, so that only a stretch of each
// session that was going on need be walked.
func (b *builder) times(since, until wire.Moment) {
	if since.IsZero() && until.IsZero() {
		return
	}
	low, high := int64(0), int64(math.MaxInt64)
	if !since.IsZero() {
		low = nanos(since.Time(b.now))
		b.plan.and("e.started >= ?", low)
	}
	if !until.IsZero() {
		high = nanos(until.Time(b.now))
		b.plan.and("e.started < ?", high)
	}
	const began = "SELECT seq FROM exchanges INDEXED BY exchanges_started WHERE session = s.n AND started >= ? AND started < ? ORDER BY started "
	var first, last sql.NullInt64
	err := b.db.QueryRowContext(b.ctx, "SELECT min((SELECT min(seq) FROM ("+began+" LIMIT "+disorder+"))), max((SELECT max(seq) FROM ("+began+"DESC LIMIT "+disorder+"))) FROM sessions s WHERE deleted = 0",
		low, high, low, high).Scan(&first, &last)
	b.err = joined(b.err, err)
	b.between(first, last)
}
