package archive

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// damageSink is what sinks have that mark a session of which a part is missing
// because its file was damaged. Gaps with an exchange are of the exchange that
// came last, the others of the session. Only Close follows.
type damageSink interface {
	Damaged(ctx context.Context, gaps []wire.Gap) error
}

func tellDamage(ctx context.Context, to wire.Sink, gaps []wire.Gap) error {
	if d, ok := to.(damageSink); ok {
		return d.Damaged(ctx, gaps)
	}
	return nil
}

// damageGaps are the gaps that damage left in a file of jsonl: in the exchange
// that was being read, and in the session.
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

// exchangeGaps are the gaps in an exchange of which not all lines could be read.
// Where its counts show nothing missing, a gap of unknown size says that
// something may be: bytes that went on otherwise than they came, redactions.
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

// completeGap fills in what all gaps of a damaged file have in common.
func (j *jsonlReader) completeGap(g wire.Gap, from, to time.Time) wire.Gap {
	g.Session, g.Cause, g.From, g.To = j.head.Session.ID, wire.GapDamaged, from, latest(from, to.UTC())
	return g
}
