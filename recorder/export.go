package recorder

import (
	"context"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// Limits of one read, so that a slow sink never keeps SQLite's log from being checkpointed.
const (
	exportRows  = 200
	exportBytes = 1 << 20
)

// Export writes a session to a sink, its exchanges in the order of recording. If only is not empty, it names
// the exchanges to export. A session that is being recorded is exported with the exchanges it had at the call.
func (s *Store) Export(ctx context.Context, session string, only []string, to wire.Sink) error {
	s.sync(ctx)
	x, n, err := s.session(ctx, session)
	if err != nil {
		return err
	}
	if x.Ended.IsZero() {
		x.Ended = s.opts.Now().UTC()
	}
	e := export{store: s, session: n, to: to, ids: only, remaining: x.Exchanges}
	if len(only) > 0 {
		if err := e.choose(ctx, &x); err != nil {
			return fmt.Errorf("export session %s: %w", session, err)
		}
	}
	if err := to.Session(ctx, &x); err != nil {
		return err
	}
	if len(only) == 0 {
		if err := s.exportGaps(ctx, session, to); err != nil {
			return err
		}
	}
	rules, err := s.RulesOf(ctx, session)
	if err == nil {
		err = writeRules(ctx, rules, e.has, to)
	}
	if err != nil {
		return err
	}
	for after := int64(0); e.remaining > 0; {
		if after, err = e.page(ctx, after); err != nil {
			return err
		}
	}
	return to.Close(ctx)
}

type export struct {
	store     *Store
	session   int64
	ids       []string
	remaining int // exchanges still to export
	to        wire.Sink
}

// has returns id if that exchange is exported, else "".
func (e *export) has(id string) string {
	if _, ok := slices.BinarySearch(e.ids, id); len(e.ids) > 0 && !ok {
		return ""
	}
	return id
}

// choose checks that the chosen exchanges exist in the session, and restricts the counts of x to them.
func (e *export) choose(ctx context.Context, x *wire.Session) error {
	e.ids = slices.Compact(slices.Sorted(slices.Values(e.ids)))
	x.Exchanges, x.Probes, x.Bytes, x.Errors, x.Wrong, x.Agents = 0, 0, 0, 0, 0, nil
	for _, id := range e.ids {
		one, err := e.store.Exchange(ctx, id)
		if err != nil {
			return err
		}
		if one.Session != x.ID {
			return fmt.Errorf("exchange %s belongs to session %s", id, one.Session)
		}
		e.sum(x, &one)
	}
	slices.Sort(x.Agents)
	e.remaining = len(e.ids)
	return nil
}

func (e *export) sum(x *wire.Session, one *wire.Exchange) {
	x.Exchanges++
	x.Bytes += one.RequestKept + one.ResponseKept
	if one.Origin == wire.Console {
		x.Probes++
	} else if one.Origin.IsConversation() && !slices.Contains(x.Agents, one.Agent) {
		x.Agents = append(x.Agents, one.Agent)
	}
}

// page exports the exchanges that follow row after, and returns the last row it read.
func (e *export) page(ctx context.Context, after int64) (int64, error) {
	list, err := e.store.list(ctx, database.Query("by_session")+" AND e.seq > ? ORDER BY 1 LIMIT ?", e.session, after, exportRows)
	if err != nil {
		return 0, e.store.wrapError("read exchanges to export", err)
	}
	if len(list) == 0 {
		return 0, fmt.Errorf("export session: %d exchanges are gone: the session was removed during the export", e.remaining)
	}
	for i := range list {
		if e.remaining == 0 {
			break
		}
		x := &list[i]
		after = x.Seq
		if e.has(x.ID) == "" {
			continue
		}
		e.remaining--
		if err := e.exchange(ctx, x); err != nil {
			return 0, err
		}
	}
	return after, nil
}

func (e *export) exchange(ctx context.Context, x *wire.Exchange) error {
	seq, found := x.Seq, x.Redactions
	// Counters of an open stream lag behind its chunks. The next export includes what is beyond them.
	limit := [4]int64{x.RequestKept, x.ResponseKept, 1 << 62, 1 << 62}
	x.Redactions = nil
	id := x.ID
	if err := e.to.Exchange(ctx, x); err != nil {
		return err
	}
	for next := database.ChunkKey(seq, 0, 0); next != 0; {
		var some []wire.Chunk
		var err error
		if some, next, err = e.chunks(ctx, seq, next); err != nil {
			return e.store.wrapError("read body of exchange "+id, err)
		}
		for i := range some {
			c := &some[i]
			if c.Exchange = id; c.Offset+int64(len(c.Data)) > limit[c.Side] {
				continue
			}
			if err := e.to.Chunk(ctx, c); err != nil {
				return err
			}
		}
	}
	if len(found) > 0 {
		if err := e.to.Redactions(ctx, found); err != nil {
			return err
		}
	}
	if err := e.writeFindings(ctx, id); err != nil {
		return err
	}
	passed, err := e.store.Passages(ctx, id)
	if err != nil || len(passed) == 0 {
		return err
	}
	return e.to.Passages(ctx, passed)
}

func (e *export) writeFindings(ctx context.Context, id string) error {
	to, ok := wire.AsFindingSink(e.to)
	if !ok {
		return nil
	}
	list, err := e.store.Findings(ctx, id)
	if err != nil {
		return err
	}
	return to.Findings(ctx, list)
}

func (s *Store) exportGaps(ctx context.Context, session string, to wire.Sink) error {
	gaps, err := s.gaps(ctx, session)
	if err != nil {
		return err
	}
	for i := range gaps {
		if err := to.Gap(ctx, &gaps[i]); err != nil {
			return err
		}
	}
	return nil
}

// chunks reads some chunks of an exchange, beginning at key from. It returns the key to continue with, 0 after
// the last.
func (e *export) chunks(ctx context.Context, seq, from int64) (out []wire.Chunk, next int64, err error) {
	rows, err := e.store.readers.QueryContext(ctx, "SELECT key, off, at, waited, frame, codec, data FROM chunks WHERE key BETWEEN ? AND ? ORDER BY key",
		from, database.ChunkKey(seq+1, 0, 0)-1)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for bytes := 0; rows.Next(); {
		var c wire.Chunk
		var key, at, codec int64
		if err := rows.Scan(&key, &c.Offset, &at, &c.WasDelayed, &c.Frame, &codec, &c.Data); err != nil {
			return nil, 0, err
		}
		if c.Data, err = database.Unpack(codec, c.Data); err != nil {
			return nil, 0, err
		}
		if bytes += len(c.Data) + 128; bytes > exportBytes && len(out) > 0 {
			return out, key, nil
		}
		c.Side, c.At = wire.Side(key>>database.ReadBits&3), entry.Time(at)
		out = append(out, c)
	}
	return out, 0, rows.Err()
}
