package tape

import (
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Torn reports whether bytes of a frame of the response are not on record: it
// lies beside a gap, or is what was there when the console stopped. What is
// missing of such a frame is no fault of the agent.
func Torn(x *wire.Exchange, f wire.Frame) bool {
	if f.Partial && x.Outcome == wire.Interrupted {
		return true
	}
	end, missing := f.Offset+f.Length, int64(0)
	for _, g := range x.Gaps {
		if g.Side != wire.Response {
			continue
		}
		at := g.Offset - missing // where it lies in the bytes that are on record
		missing += g.Bytes
		if f.Offset <= at && at < end || f.Partial && at == end {
			return true
		}
	}
	return false
}

// partial reports whether a side's body is not on record as a whole.
func partial(x *wire.Exchange, side wire.Side) bool {
	if side == wire.Request {
		return x.RequestKept < x.RequestBytes
	}
	return x.ResponseKept < x.ResponseBytes || x.Outcome == wire.Interrupted
}
