package inspector

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// reception reads one response: it finds out how it is framed, cuts it, reads
// each piece and hands it on.
type reception struct {
	limits  Options
	resp    *http.Response
	reader  *dialect.Reader
	watch   *watch
	each    func(Event)
	said    wire.FrameKind // by the header
	framing wire.FrameKind // as found
	split   *wire.Splitter
	held    []byte // what came before the framing was clear
	size    int64
	events  int
	last    time.Time // of the last event
	tooBig  bool
	over    bool // an event said that the stream ends
}

func (c *Client) newReception(p Prepared, resp *http.Response, w *watch, each func(Event)) *reception {
	return &reception{
		limits: c.opts, resp: resp, watch: w, each: each,
		reader: dialect.NewLabeller(request(p), dialect.Hint{Version: p.Version}),
	}
}

// read takes the body until it ends. Each read's bytes are stamped with the
// time the read returned.
func (r *reception) read(body io.Reader) error {
	r.said = wire.FramingOf(r.resp.Header)
	if plain := withoutGzip(r.resp.Header); plain != nil && wire.FramingOf(plain) == wire.SSE {
		// Events of a zipped stream cannot be told apart as they arrive unless
		// it is unzipped on the way.
		r.said = wire.SSE
		z, err := gzip.NewReader(body)
		if err != nil {
			return fmt.Errorf("undo the stream's gzip: %w", err)
		}
		body = z
	}
	buf := make([]byte, 32<<10)
	for {
		n, err := body.Read(buf)
		at := time.Now()
		if n > 0 {
			r.watch.heard()
			r.feed(at, buf[:n], false)
		}
		if r.tooBig {
			return nil
		}
		if err != nil {
			r.feed(at, nil, true)
			r.close(at, errors.Is(err, io.EOF))
			if errors.Is(err, io.EOF) {
				r.trailer(at)
				return nil
			}
			return err
		}
	}
}

// trailer reads how a gRPC call ended.
func (r *reception) trailer(at time.Time) {
	if end := r.reader.Trailer(r.resp.Trailer); end.Kind == a2a.KindError {
		r.hand(at, wire.Frame{Kind: wire.GRPC, At: at, Complete: at}, end)
	}
}

// untold says that a gRPC call ended without its status.
func (r *reception) untold() string {
	if r.framing != wire.GRPC || r.resp.Header.Get("Grpc-Status")+r.resp.Trailer.Get("Grpc-Status") != "" {
		return ""
	}
	return "the agent ended the call without telling its status (the trailer grpc-status); is something between that does not pass trailers on?"
}

// withoutGzip is a copy of h without its gzip encoding, nil when it has none.
func withoutGzip(h http.Header) http.Header {
	if !strings.EqualFold(h.Get("Content-Encoding"), "gzip") {
		return nil
	}
	out := h.Clone()
	out.Del("Content-Encoding")
	return out
}

// feed holds bytes back until it is clear how the body is framed: servers
// answer a stream request with plain JSON and the reverse.
func (r *reception) feed(at time.Time, p []byte, end bool) {
	if r.split == nil {
		r.held = append(r.held, p...)
		kind, sure := sniff(r.said, r.held)
		if !sure && !end {
			return
		}
		r.framing, p, r.held = kind, r.held, nil
		limit := r.limits.MaxEvent
		if kind == wire.Body {
			limit = 0
		} else if head := r.reader.Response(r.head(nil)); head.Kind == a2a.KindError {
			r.hand(at, wire.Frame{Kind: kind, At: at, Complete: at}, head) // gRPC's, of a call without an answer
		}
		r.split = wire.NewSplitter(kind, limit)
	}
	r.size += int64(len(p))
	if r.framing == wire.Body && r.size > r.limits.MaxBody {
		r.tooBig = true
		return
	}
	for _, f := range r.split.Feed(at, p) {
		r.event(at, f)
	}
}

// close hands over what is left: a whole body, or an event whose blank line
// never came.
func (r *reception) close(at time.Time, clean bool) {
	for _, f := range r.split.Close(at) {
		if f.Kind == wire.Body {
			f.Partial = f.Partial || !clean
			r.body(at, f)
		} else if len(f.Data) > 0 {
			r.event(at, f)
		}
	}
	if clean && r.framing == wire.Body && r.size == 0 {
		r.nothing(at)
	}
}

// nothing hands over that the whole answer is empty: that to a delete may be, any
// other has a problem.
func (r *reception) nothing(at time.Time) {
	head := r.head(nil)
	head.Header = head.Header.Clone()
	head.Header.Set("Content-Length", "0")
	if reading := r.reader.Response(head); reading.Kind == a2a.KindEmpty || reading.Error != nil || len(reading.Problems) > 0 {
		r.hand(at, wire.Frame{Kind: wire.Body, At: at, Complete: at}, reading)
	}
}

// sniffed is how much of a body that says nothing is held back.
const sniffed = 4 << 10

// sniff decides the framing from the header and the first bytes. sure is false
// while more bytes could change the answer.
func sniff(said wire.FrameKind, head []byte) (kind wire.FrameKind, sure bool) {
	if said == wire.GRPC {
		return said, true
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	if len(text) == 0 {
		return said, len(head) > sniffed // a server may send line ends for ever
	}
	if said == wire.SSE {
		if text[0] == '{' || text[0] == '<' {
			return wire.Body, true
		}
		return wire.SSE, true
	}
	for _, field := range []string{":", "data:", "event:", "id:", "retry:"} {
		if bytes.HasPrefix(text, []byte(field)) {
			return wire.SSE, true
		}
		if strings.HasPrefix(field, string(text)) {
			return said, false
		}
	}
	return said, true
}

func (r *reception) head(body []byte) dialect.Message {
	h := r.resp.Header
	if r.said == wire.SSE && r.framing == wire.Body {
		// The header promised events, but a document came: read it as one.
		h = h.Clone()
		h.Set("Content-Type", "application/json")
	}
	return dialect.Message{Status: r.resp.StatusCode, Header: h, Body: body}
}

func (r *reception) body(at time.Time, f wire.Frame) {
	data, err := coding.Decode(r.resp.Header, f.Raw, coding.NewBudget(min(r.limits.MaxBody, coding.ReadLimit)))
	reading := a2a.Reading{Kind: a2a.KindNone, Raw: f.Raw}
	if err != nil {
		reading.Problems = []a2a.Problem{{Severity: a2a.Fault, Message: err.Error(), Offset: -1}}
	} else {
		f.Data = data
		reading = r.reader.Response(r.head(data))
	}
	r.hand(at, f, reading)
}

func (r *reception) event(at time.Time, f wire.Frame) {
	if f.Kind == wire.Comment {
		return
	}
	if f.Kind == wire.Body {
		r.body(at, f)
		return
	}
	r.hand(at, f, r.reader.Event(f))
}

func (r *reception) hand(at time.Time, f wire.Frame, reading a2a.Reading) {
	r.events++
	r.last = at
	r.over = r.over || final(reading)
	r.watch.saw(reading)
	r.each(Event{At: at, Reading: reading, Frame: f})
}

// hungUp reports whether a stream that ended in good order did so because the
// caller had left it: agents close what nobody reads.
func (r *reception) hungUp(outer context.Context) bool {
	return errors.Is(outer.Err(), context.Canceled) && !r.over && wire.FramingOf(r.resp.Header) != wire.Body
}

// size is a limit in words.
func size(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}

// verdict says how the call ended.
func (r *reception) verdict(outer, ctx context.Context, err error) (wire.Outcome, string) {
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
	return wire.Cut, "the stream broke off: " + advice(err, r.resp.Request.URL)
}

func (r *reception) silence() string {
	if r.events == 0 {
		return "the agent answered, but sent no event"
	}
	return fmt.Sprintf("last event %.1f s ago", time.Since(r.last).Seconds())
}
