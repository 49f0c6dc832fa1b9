package plan

import (
	"cmp"
	"database/sql"
	"math"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// scope selects by session, agent and origin.
func (b *builder) scope(f *wire.Filter) {
	if f.Session != "" {
		b.sessions("sessions_like", f.Session)
	}
	if len(f.Tags) > 0 {
		b.sessions("sessions_tagged", jsonArray(lower(f.Tags)))
	}
	if len(f.Notes) > 0 {
		b.notes(jsonArray(f.Notes))
	}
	if f.Pinned != "" {
		b.sessions("sessions_pinned", database.BoolInt(f.Pinned == "yes"))
	}
	if len(f.Agents) > 0 {
		b.agents(f.Agents)
	}
	// Most exchanges are calls of clients, so the index on origin leaves those out.
	b.addSparseValues("origin", string(wire.Client), texts(f.Origins))
}

// sessions selects the exchanges of the sessions that a query finds. Those of one session are mostly adjacent,
// so the walk is limited to where they are.
func (b *builder) sessions(name string, args ...any) {
	found := column[int64](b, database.Query(name), args...)
	b.addMatches("session", database.ToArgs(found))
	if len(found) == 0 || len(found) > maxBranches {
		return
	}
	all := Span{Low: math.MaxInt64}
	for _, n := range found {
		var s Span
		b.err = joinErrors(b.err, b.db.QueryRowContext(b.ctx, database.Query("session_bounds"), n).Scan(&s.Low, &s.High))
		if s.High > 0 {
			all = Span{min(all.Low, s.Low), max(all.High, s.High)}
		}
	}
	if all.High == 0 {
		b.plan.IsEmpty = true
		return
	}
	b.plan.narrow(all)
}

// notes selects the exchanges with one of the parts in their note or their session's.
func (b *builder) notes(parts string) {
	const noted = "e.seq IN (SELECT exchange FROM marks m WHERE EXISTS (SELECT 1 FROM json_each(?) j WHERE instr(lower(m.note), lower(j.value)) > 0))"
	found := column[int64](b, database.Query("sessions_noted"), parts)
	own := column[int64](b, database.Query("marks_noted"), parts)
	switch {
	case len(own) == 0 || own[0] == 0:
		b.sessions("sessions_noted", parts)
	case len(found) == 0:
		b.candidates = append(b.candidates, Candidate{Index: "noted", branches: [][]any{{parts}}, condition: noted, args: []any{parts}})
	default:
		b.plan.addCondition("(e.session IN ("+database.Placeholders(len(found))+") OR "+noted+")", append(database.ToArgs(found), parts)...)
	}
}

// agents selects by origin, by host with or without a port, or, if no agent is at such a place, by name: the
// name of one agent must not hide another. A value with a * is a pattern for an origin, a host or a whole
// name.
func (b *builder) agents(want []string) {
	at, named := map[string][]any{}, map[string][]any{}
	err := database.EachRow(b.db.QueryContext(b.ctx, database.Query("origins")))(func(rows *sql.Rows) error {
		var n int64
		var origin, name string
		err := rows.Scan(&n, &origin, &name)
		for _, w := range want {
			switch {
			case filter.MatchAgent(origin, w):
				at[w] = append(at[w], n)
			case filter.MatchName(name, w):
				named[w] = append(named[w], n)
			}
		}
		return err
	})
	b.err = joinErrors(b.err, err)
	var v []any
	for _, w := range want {
		if len(at[w]) > 0 || strings.Contains(w, "://") {
			v = append(v, at[w]...)
		} else {
			v = append(v, named[w]...)
		}
	}
	slices.SortFunc(v, func(x, y any) int { return cmp.Compare(x.(int64), y.(int64)) })
	b.addMatches("agent", slices.Compact(v))
}

func (b *builder) ids(f *wire.Filter) {
	if f.Link != "" {
		b.addValues("link", []any{f.Link})
	}
	if f.ID != "" && !wire.ParseShortID(f.ID).IsTooShort() && len(column[int64](b, database.Query("id_begins"), f.ID, f.ID+"\U0010ffff")) == 0 {
		b.plan.addCondition("substr(e.id, -length(?)) = ?", f.ID, f.ID) // the end, which lists show
	} else if f.ID != "" {
		b.prefix("id", f.ID)
	}
	for _, l := range []struct{ name, id string }{{"task", f.Task}, {"context", f.Context}} {
		if beginning, ok := strings.CutSuffix(l.id, "*"); ok {
			b.prefix(l.name, beginning)
		} else if beginning, end, short := strings.Cut(l.id, "…"); short { // shortened, as lists show it
			b.prefix(l.name, beginning)
			b.plan.addCondition("substr(e."+l.name+", -length(?)) = ?", end, end)
		} else if l.id != "" {
			b.addValues(l.name, []any{l.id})
		}
	}
}

// prefix selects by the beginning of an indexed column.
func (b *builder) prefix(name, prefix string) {
	args := []any{prefix, prefix + "\U0010ffff"}
	b.candidates = append(b.candidates, Candidate{Index: name + "_prefix", branches: [][]any{args},
		condition: "e." + name + " >= ? AND e." + name + " < ?", args: args})
}

// blockBits is the binary logarithm of the number of rows in a block of the table blocks.
const blockBits = 10

// times selects by when exchanges started. Rows are in the order in which they were recorded or imported,
// which may differ from that of their starts, so only the bounds of blocks say where not to look.
func (b *builder) times(since, until wire.Moment) {
	if since.IsZero() && until.IsZero() {
		return
	}
	low, high := int64(0), int64(math.MaxInt64)
	if !since.IsZero() {
		low = entry.Nanos(since.Time(b.now))
		b.plan.addCondition("e.started >= ?", low)
	}
	if !until.IsZero() {
		high = entry.Nanos(until.Time(b.now))
		b.plan.addCondition("e.started < ?", high)
	}
	blocks := column[int64](b, database.Query("blocks_in_time"), low, high)
	if len(blocks) == 0 {
		b.plan.IsEmpty = true
		return
	}
	for _, n := range blocks {
		s := Span{n << blockBits, (n+1)<<blockBits - 1}
		if last := len(b.plan.blocks) - 1; last >= 0 && b.plan.blocks[last].High+1 == s.Low {
			b.plan.blocks[last].High = s.High
		} else {
			b.plan.blocks = append(b.plan.blocks, s)
		}
	}
}
