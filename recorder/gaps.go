package recorder

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// Gaps lists the whole exchanges that a session lacks, in the order in which they were lost; with session ""
// those of all sessions that are not deleted. A session that does not exist has none. Gaps within an exchange
// are in its Gaps.
func (s *Store) Gaps(ctx context.Context, session string) ([]wire.Gap, error) {
	s.sync(ctx)
	return s.gaps(ctx, session)
}

func (s *Store) gaps(ctx context.Context, session string) ([]wire.Gap, error) {
	return scanQuery(ctx, s, "list gaps of session "+session, func(r *sql.Rows, g *wire.Gap) error {
		_, err := scanGap(r, g)
		return err
	}, "gaps_of_session", session)
}

// scanGap reads a gap and returns the seq of its exchange. more receives additional columns.
func scanGap(r scanner, g *wire.Gap, more ...any) (seq int64, err error) {
	var from, to int64
	err = r.Scan(append([]any{&seq, &g.Session, &g.Side, &g.Offset, &g.Bytes, &g.Exchanges, &from, &to, &g.Cause, &g.Problem}, more...)...)
	g.From, g.To = entry.Time(from), entry.Time(to)
	return seq, err
}

// addGaps sets the Gaps of the exchanges in list. which is a JSON array of their seq.
func (s *Store) addGaps(ctx context.Context, tx *sql.Tx, list []wire.Exchange, which string) error {
	return database.EachRow(s.query(ctx, tx, "gaps_by_seq", which))(func(rows *sql.Rows) error {
		var g wire.Gap
		seq, err := scanGap(rows, &g)
		if i := slices.IndexFunc(list, func(x wire.Exchange) bool { return x.Seq == seq }); i >= 0 {
			g.Exchange = list[i].ID
			list[i].Gaps = append(list[i].Gaps, g)
		}
		return err
	})
}

// storedPassage is a passage as stored. wire.Passage omits the side in JSON, because the session format has
// another place for it.
type storedPassage struct {
	Side wire.Side `json:"side"`
	wire.Passage
}

// passagesJSON encodes passages for the file. It returns nil for none.
func passagesJSON(list []wire.Passage) any {
	if len(list) == 0 {
		return nil
	}
	stored := make([]storedPassage, len(list))
	for i, p := range list {
		stored[i] = storedPassage{p.Side, p}
	}
	b, err := json.Marshal(stored)
	if err != nil { // plain fields always marshal
		return nil
	}
	return string(b)
}

// Passages lists the frames of an exchange that were not forwarded unchanged, in the order in which they were
// sent or dropped. The error wraps ErrNotFound when there is no such exchange.
func (s *Store) Passages(ctx context.Context, exchange string) ([]wire.Passage, error) {
	var stored []storedPassage
	texts, err := database.Column[[]byte](s.query(ctx, nil, "passages", exchange))
	if err == nil && len(texts) == 0 {
		err = wire.ErrNotFound
	}
	if err == nil && len(texts[0]) > 0 {
		err = json.Unmarshal(texts[0], &stored)
	}
	var out []wire.Passage
	for _, p := range stored {
		p.Passage.Side = p.Side
		out = append(out, p.Passage)
	}
	return out, s.wrapError("read passages of exchange "+exchange, err)
}

// appendGaps appends the gap of each side, at its present size.
func (t *tape) appendGaps() {
	for i := range t.sides {
		if g := t.sides[i].gap; g != nil {
			t.add(&entry.Entry{Kind: entry.Gap, Gap: *g})
		}
	}
}
