package recorder

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// row is an exchange as the writer knows it: all ops applied in order.
type row struct {
	x       wire.Exchange
	found   *found // takes the place of x.Redactions when the row is written; nil when that is so
	session int64
	agent   int64
	seq     int64 // 0 before the first batch saw it
	stored  bool  // the row is on disk
	refused bool  // its id was taken; nothing of it is kept
	queued  bool  // in the batch's list of rows to write
	wrote   bool  // the batch writes it, rather than putting it off
	urgent  bool  // more than counters changed
	written time.Time
}

// nanos is a time as stored.
func nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func moment(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func headJSON(h *wire.Head) string {
	b, err := json.Marshal(h)
	if err != nil { // a map of strings always marshals
		return "{}"
	}
	return string(b)
}

func redactionJSON(r []wire.Redaction) string {
	if len(r) == 0 {
		return ""
	}
	b, err := json.Marshal(r)
	if err != nil {
		return ""
	}
	return string(b)
}

const insertRow = `INSERT INTO exchanges (
	seq, id, version, session, agent, origin, method, status, outcome,
	started, request_done, answered, first_byte, last_byte, ended, duration,
	request_bytes, response_bytes, request_kept, response_kept, frames, incomplete, rewritten,
	link, tap, caller, url, problem, request, response, redactions
) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`

const updateRow = `UPDATE exchanges SET
	version=?, status=?, outcome=?,
	request_done=?, answered=?, first_byte=?, last_byte=?, ended=?, duration=?,
	request_bytes=?, response_bytes=?, request_kept=?, response_kept=?, frames=?, incomplete=?, rewritten=?,
	problem=?, request=?, response=?, redactions=?
WHERE seq=?`

const updateCounters = `UPDATE exchanges SET
	version=?, first_byte=?, last_byte=?,
	request_bytes=?, response_bytes=?, request_kept=?, response_kept=?, frames=?, incomplete=?
WHERE seq=?`

func (r *row) duration() any {
	if r.x.Ended.IsZero() {
		return nil
	}
	return int64(max(r.x.Ended.Sub(r.x.Started), 0))
}

// write puts the row on disk.
func (r *row) write(c *conn, version int64) error {
	x := &r.x
	x.Version = version
	if r.found != nil {
		x.Redactions, r.found = slices.Concat(r.found.ended, r.found.pending), nil
	}
	switch {
	case !r.stored:
		_, err := c.exec(insertRow,
			r.seq, x.ID, version, r.session, r.agent, string(x.Origin), x.Method, int64(x.Response.Status), string(x.Outcome),
			nanos(x.Started), nanos(x.RequestDone), nanos(x.Answered), nanos(x.FirstByte), nanos(x.LastByte), nanos(x.Ended), r.duration(),
			x.RequestBytes, x.ResponseBytes, x.RequestKept, x.ResponseKept, int64(x.Frames), flag(x.Incomplete), flag(x.Rewritten),
			x.Link, x.Tap, x.Caller, x.URL, x.Problem, headJSON(&x.Request), headJSON(&x.Response), redactionJSON(x.Redactions))
		return err
	case r.urgent:
		_, err := c.exec(updateRow,
			version, int64(x.Response.Status), string(x.Outcome),
			nanos(x.RequestDone), nanos(x.Answered), nanos(x.FirstByte), nanos(x.LastByte), nanos(x.Ended), r.duration(),
			x.RequestBytes, x.ResponseBytes, x.RequestKept, x.ResponseKept, int64(x.Frames), flag(x.Incomplete), flag(x.Rewritten),
			x.Problem, headJSON(&x.Request), headJSON(&x.Response), redactionJSON(x.Redactions),
			r.seq)
		return err
	}
	_, err := c.exec(updateCounters,
		version, nanos(x.FirstByte), nanos(x.LastByte),
		x.RequestBytes, x.ResponseBytes, x.RequestKept, x.ResponseKept, int64(x.Frames), flag(x.Incomplete),
		r.seq)
	return err
}

// apply brings the row up to an op.
func (r *row) apply(o *op) {
	x := &r.x
	if o.found != nil {
		r.found, r.urgent = o.found, true
	}
	if o.lost && !x.Incomplete {
		x.Incomplete, r.urgent = true, true
	}
	switch o.kind {
	case opBegin:
		v := x.Version
		*x = *o.begin
		x.Version, r.urgent = v, true
	case opRequestDone:
		x.RequestDone, x.Request.Trailer, r.urgent = o.at, o.header, true
	case opAnswer:
		x.Answered, x.Response, r.urgent = o.at, *o.head, true
	case opEnd:
		x.Ended, x.Outcome, x.Problem, x.Frames, r.urgent = o.at, o.end.Outcome, o.end.Problem, o.chunk.frames, true
		if o.end.Trailer != nil {
			x.Response.Trailer = o.end.Trailer
		}
	case opChunk:
		r.count(o)
	}
}

func (r *row) count(o *op) {
	x, c := &r.x, o.chunk
	switch c.side {
	case wire.Request:
		x.RequestBytes, x.RequestKept = c.total, c.kept
	case wire.Response:
		x.ResponseBytes, x.ResponseKept = c.total, c.kept
		if x.FirstByte.IsZero() {
			x.FirstByte = o.at
		}
		x.LastByte = o.at
	case wire.ResponseSent:
		if !x.Rewritten {
			x.Rewritten, r.urgent = true, true
		}
	}
	x.Frames = c.frames
}
