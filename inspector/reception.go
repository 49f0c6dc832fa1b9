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

// reception reads one response as it arrives and passes on each piece.
type reception struct {
	limits       Options
	exchange     wire.Exchange // as far as it is known
	resp         *http.Response
	reader       *reading.Reader
	watch        *watchdog
	onEvent      func(Event)
	size         int64
	events       int
	lastEvent    time.Time
	headProblems []a2a.Problem // found in the head or trailer of a stream
	isTooBig     bool
	isOver       bool // an event ended the stream
}

func (c *Client) newReception(p PreparedRequest, resp *http.Response, w *watchdog, each func(Event)) *reception {
	now := time.Now()
	r := &reception{limits: c.opts, resp: resp, watch: w, onEvent: each, exchange: exchangeOf(p)}
	r.exchange.Response = wire.Head{Status: resp.StatusCode, Header: resp.Header}
	r.exchange.Answered = now
	r.reader = reading.Request(&r.exchange, p.Body, reading.Options{Hint: dialect.Hint{Version: p.Version}, Light: true, Each: r.handlePiece})
	r.reader.Update(&r.exchange)
	return r
}

// exchangeOf returns the part of the exchange that the request determines.
func exchangeOf(p PreparedRequest) wire.Exchange {
	return wire.Exchange{Method: p.Method, URL: p.URL, Request: wire.Head{Header: p.Header}}
}

// read reads the body to its end. The bytes of each read carry the time at which that read returned.
func (r *reception) read(body io.Reader) error {
	buf := make([]byte, 32<<10)
	for {
		n, err := body.Read(buf)
		if n > 0 {
			r.watch.noteBytes()
			r.size += int64(n)
			r.reader.Feed(wire.Response, time.Now(), buf[:n])
		}
		if r.isTooBig = !r.reader.Streams() && max(r.size, int64(r.reader.BufferedBytes())) > r.limits.MaxBody; r.isTooBig {
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

// end finishes the reading and returns the problems that only the end of the response reveals.
func (r *reception) end(outcome wire.Outcome) []a2a.Problem {
	if r.isTooBig {
		r.reader.Stop()
		return r.headProblems
	}
	now := time.Now()
	r.exchange.Outcome, r.exchange.LastByte, r.exchange.Ended, r.exchange.Response.Trailer = outcome, now, now, r.resp.Trailer
	r.reader.Update(&r.exchange)
	return slices.Concat(r.headProblems, r.reader.Ended())
}

// handlePiece passes a piece on to onEvent, or keeps its problems. An empty body is an event only where a
// document was expected.
func (r *reception) handlePiece(p reading.Piece) {
	out := p.Reading
	switch {
	case p.Comment():
		return
	case p.Part == reading.Head && out.Kind != a2a.KindError:
		r.headProblems = append(r.headProblems, out.Problems...)
		return
	case p.Part == reading.Trailer && out.Kind != a2a.KindError:
		r.headProblems = append(r.headProblems, out.Problems...)
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
	r.lastEvent = p.Frame.Complete
	r.isOver = r.isOver || isFinal(out)
	r.watch.noteEvent(out)
	r.onEvent(Event{At: p.Frame.Complete, Reading: out, Frame: p.Frame, Status: r.exchange.Response.Status})
}

// missingStatusProblem describes a gRPC call that ended without a status; "" for all others.
func (r *reception) missingStatusProblem() string {
	if r.reader.Framing() != wire.GRPC || r.resp.Header.Get("Grpc-Status")+r.resp.Trailer.Get("Grpc-Status") != "" {
		return ""
	}
	return "the agent ended the call without a status (the trailer grpc-status); a proxy between may not pass trailers on"
}

// closedByCaller reports whether a stream ended cleanly because the caller had left; agents close streams that
// nobody reads.
func (r *reception) closedByCaller(outer context.Context) bool {
	return errors.Is(outer.Err(), context.Canceled) && !r.isOver && (r.reader.Streams() || r.reader.Framing() == wire.GRPC)
}

func formatLimit(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d MB", n>>20)
}

func (r *reception) outcome(outer, ctx context.Context, err error) (wire.Outcome, string) {
	switch {
	case r.isTooBig:
		return wire.Cancelled, fmt.Sprintf("the answer is larger than %s, the most that the console reads of one; request less, or fetch it with another client through a tap, which passes on any size", formatLimit(r.limits.MaxBody))
	case err == nil && !r.closedByCaller(outer):
		return wire.ByAgent, r.missingStatusProblem()
	case errors.Is(outer.Err(), context.DeadlineExceeded):
		return wire.TimedOut, "timed out: " + r.silenceProblem()
	case outer.Err() != nil:
		return wire.Cancelled, ""
	case errors.Is(context.Cause(ctx), errQuiet):
		return wire.TimedOut, "timed out: " + r.silenceProblem()
	case errors.Is(context.Cause(ctx), errLinger):
		return wire.Cancelled, fmt.Sprintf("the agent said that the stream is over, but kept it open; the console closed it after %s", r.limits.LingerTimeout)
	}
	what := "answer"
	if r.reader.Streams() {
		what = "stream"
	}
	return wire.Cut, "the " + what + " broke off: " + advice(err, r.resp.Request.URL)
}

func (r *reception) silenceProblem() string {
	if r.events == 0 {
		return "the agent answered, but sent no event"
	}
	return fmt.Sprintf("last event %.1f s ago", time.Since(r.lastEvent).Seconds())
}
