package inspector

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// reception reads one response as it comes, and hands on each piece.
type reception struct {
	limits Options
	x      wire.Exchange // as far as it is known
	resp   *http.Response
	reader *reading.Reader
	watch  *watch
	each   func(Event)
	size   int64
	events int
	last   time.Time     // of the last event
	head   []a2a.Problem // what the head of a stream told
	tooBig bool
	over   bool // an event said that the stream ends
}

func (c *Client) newReception(p Prepared, resp *http.Response, w *watch, each func(Event)) *reception {
	now := time.Now()
	r := &reception{limits: c.opts, resp: resp, watch: w, each: each, x: exchangeOf(p)}
	r.x.Response = wire.Head{Status: resp.StatusCode, Header: resp.Header}
	r.x.Answered = now
	r.reader = reading.Request(&r.x, p.Body, reading.Options{Hint: dialect.Hint{Version: p.Version}, Light: true, Each: r.piece})
	r.reader.Update(&r.x)
	return r
}

// exchangeOf is what a request tells of its exchange.
func exchangeOf(p Prepared) wire.Exchange {
	return wire.Exchange{Method: p.Method, URL: p.URL, Request: wire.Head{Header: p.Header}}
}

// read takes the body until it ends. Each read's bytes are stamped with the
// time the read returned.
func (r *reception) read(body io.Reader) error {
	buf := make([]byte, 32<<10)
	for {
		n, err := body.Read(buf)
		if n > 0 {
			r.watch.heard()
			r.size += int64(n)
			r.reader.Feed(wire.Response, time.Now(), buf[:n])
		}
		if r.tooBig = !r.reader.Streams() && max(r.size, int64(r.reader.HeldBytes())) > r.limits.MaxBody; r.tooBig {
			return nil
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// end reads what only the end of the response tells, and what is left of its body.
func (r *reception) end(outcome wire.Outcome) []a2a.Problem {
	if r.tooBig {
		r.reader.Stop()
		return r.head
	}
	now := time.Now()
	r.x.Outcome, r.x.LastByte, r.x.Ended, r.x.Response.Trailer = outcome, now, now, r.resp.Trailer
	r.reader.Update(&r.x)
	return slices.Concat(r.head, r.reader.Ended())
}

// piece hands on what was read. An empty body says something where there should
// have been another.
func (r *reception) piece(p reading.Piece) {
	out := p.Reading
	switch {
	case p.Comment():
		return
	case p.Part == reading.Head && out.Kind != a2a.KindError:
		r.head = append(r.head, out.Problems...)
		return
	case p.Part == reading.Trailer && out.Kind != a2a.KindError:
		r.head = append(r.head, out.Problems...)
		return
	case p.Part == reading.Body:
		if err := r.reader.Undone(); err != nil && !r.reader.IsCut() && !errors.Is(err, coding.ErrPlain) {
			out.Problems = append(out.Problems, a2a.Problem{Severity: a2a.SeverityError, Message: err.Error(), Offset: -1})
		}
		if len(p.Frame.Data) == 0 && out.Kind != a2a.KindEmpty && out.Error == nil && len(out.Problems) == 0 {
			return
		}
	case p.Frame.Partial && len(p.Frame.Data) == 0 && len(out.Problems) == 0:
		return
	}
	r.events++
	r.last = p.Frame.Complete
	r.over = r.over || final(out)
	r.watch.saw(out)
	r.each(Event{At: p.Frame.Complete, Reading: out, Frame: p.Frame, Status: r.x.Response.Status})
}

// untold says that a gRPC call ended without its status.
func (r *reception) untold() string {
	if r.reader.Framing() != wire.GRPC || r.resp.Header.Get("Grpc-Status")+r.resp.Trailer.Get("Grpc-Status") != "" {
		return ""
	}
	return "the agent ended the call without telling its status (the trailer grpc-status); is something between that does not pass trailers on?"
}

// hungUp reports whether a stream ended in good order because the caller had left it:
// agents close streams without a reader.
func (r *reception) hungUp(outer context.Context) bool {
	return errors.Is(outer.Err(), context.Canceled) && !r.over && (r.reader.Streams() || r.reader.Framing() == wire.GRPC)
}

// size is a limit in words.
func size(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d MB", n>>20)
}

// outcome says how the call ended.
func (r *reception) outcome(outer, ctx context.Context, err error) (wire.Outcome, string) {
	switch {
	case r.tooBig:
		return wire.Cancelled, fmt.Sprintf("the answer is larger than %s, the most that the console reads of one; ask for less of it, or fetch it with another client through a tap, which passes on any size", size(r.limits.MaxBody))
	case err == nil && !r.hungUp(outer):
		return wire.ByAgent, r.untold()
	case errors.Is(outer.Err(), context.DeadlineExceeded):
		return wire.TimedOut, "timed out: " + r.silence()
	case outer.Err() != nil:
		return wire.Cancelled, ""
	case errors.Is(context.Cause(ctx), errQuiet):
		return wire.TimedOut, "timed out: " + r.silence()
	case errors.Is(context.Cause(ctx), errLinger):
		return wire.Cancelled, fmt.Sprintf("the agent said that the stream is over, but kept it open; the console closed it after %s", r.limits.Linger)
	}
	what := "answer"
	if r.reader.Streams() {
		what = "stream"
	}
	return wire.Cut, "the " + what + " broke off: " + advice(err, r.resp.Request.URL)
}

func (r *reception) silence() string {
	if r.events == 0 {
		return "the agent answered, but sent no event"
	}
	return fmt.Sprintf("last event %.1f s ago", time.Since(r.last).Seconds())
}
