package archive

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// damageSink is a sink that can mark a session as incomplete because its file was damaged. Gaps that name an
// exchange belong to the last one, the others to the session. Only Close may follow.
type damageSink interface {
	Damaged(ctx context.Context, gaps []wire.Gap) error
}

func tellDamage(ctx context.Context, to wire.Sink, gaps []wire.Gap) error {
	if d, ok := to.(damageSink); ok {
		return d.Damaged(ctx, gaps)
	}
	return nil
}

// damageGaps returns the gaps that damage left in a jsonl file: in the exchange that was being read, and in
// the session.
func (j *jsonlReader) damageGaps(why string) []wire.Gap {
	var out []wire.Gap
	last := j.head.Session.Started.UTC()
	if x := j.current; x != nil {
		out = j.exchangeGaps(x, why)
		last = latest(x.Started, x.Ended, j.latest)
	}
	exchanges := j.head.Exchanges - j.totals.Exchanges
	if j.ended != nil {
		exchanges = declaredOr(j.ended.Exchanges, j.totals.Exchanges) - j.totals.Exchanges
	}
	if exchanges > 0 {
		out = append(out, j.completeGap(wire.Gap{Exchanges: exchanges, Problem: why}, last, j.head.Session.Ended))
	}
	return out
}

// exchangeGaps returns the gaps of an exchange whose lines could not all be read. If its counts show nothing
// missing, a gap of unknown size stands for what may be: changed bytes that were sent on, or redactions.
func (j *jsonlReader) exchangeGaps(x *wire.Exchange, why string) []wire.Gap {
	var out []wire.Gap
	from, to := latest(x.Started, j.latest), x.Ended
	for side, crossed := range []int64{wire.Request: x.RequestBytes, wire.Response: x.ResponseBytes} {
		side := wire.Side(side)
		n := crossed - j.offsets[side]
		for _, g := range x.Gaps {
			if g.Side == side {
				n -= g.Bytes
			}
		}
		if n > 0 {
			out = append(out, j.completeGap(wire.Gap{Exchange: x.ID, Side: side, Offset: j.offsets[side], Bytes: n, Problem: why}, from, to))
		}
	}
	if len(out) == 0 {
		out = append(out, j.completeGap(wire.Gap{Exchange: x.ID, Side: j.side, Offset: j.offsets[j.side], Problem: why}, from, to))
	}
	return out
}

// completeGap fills in what all gaps of a damaged file share.
func (j *jsonlReader) completeGap(g wire.Gap, from, to time.Time) wire.Gap {
	g.Session, g.Cause, g.From, g.To = j.head.Session.ID, wire.GapDamaged, from, latest(from, to.UTC())
	return g
}
