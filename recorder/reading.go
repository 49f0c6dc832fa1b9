package recorder

import (
	"bytes"
	"errors"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// reading makes the labels of one exchange from its entries, in order, whether
// they come from the journal or from the file. What it is given is redacted.
// Not safe for concurrent use.
type reading struct {
	store    *Store
	x        *wire.Exchange // with all entries applied so far
	labeller Labeller
	request  bytes.Buffer // until the request is whole
	response bytes.Buffer // a body that is no stream, until it is whole
	answered bool         // the labeller has the response's head
	splitter *wire.Splitter
	limit    int            // bytes of a body to hold on to; 0 means no limit
	budget   *coding.Budget // of what both bodies unfold to; nil until one does
	cut      bool           // one unfolds to more, and is not read: nothing is found wrong with it

	labels  wire.Labels
	changed bool // since labels were asked for
	final   bool // nothing will change the labels any more
	dropped bool // a body is too long to hold on to: the file is read instead
}

// heldBody is how much of a body is held on to until it is whole. Longer ones
// are read from the file.
const heldBody = 256 << 10

// newReading reads an exchange of which x is kept up to date.
func newReading(s *Store, x *wire.Exchange) *reading {
	return &reading{store: s, x: x, limit: heldBody}
}

// take reads an entry, after it was applied to the exchange. A labeller that
// panics over what an agent sent must not take the console with it.
func (r *reading) take(e *entry.Entry) {
	if r.final || r.dropped {
		return
	}
	defer func() {
		if p := recover(); p != nil {
			r.store.opts.Logger.Error("reading an exchange panicked", "exchange", r.x.ID, "panic", p, "stack", string(debug.Stack()))
			r.final, r.changed = true, true
		}
	}()
	switch e.Kind {
	case entry.Bytes:
		r.chunk(&e.Chunk, e.At)
	case entry.RequestDone:
		r.begin()
	case entry.Answer:
		r.answer()
	case entry.End:
		r.end()
	}
}

// whole reads an exchange of which all is at hand, and makes its labels. chunks
// gives the bytes of a side, in order; over says that no more will come.
func (r *reading) whole(over bool, chunks func(side wire.Side, take func(at int64, data []byte)) error) error {
	for _, side := range []wire.Side{wire.Request, wire.Response} {
		if side == wire.Response {
			r.take(&entry.Entry{Kind: entry.RequestDone})
			r.take(&entry.Entry{Kind: entry.Answer})
		}
		err := chunks(side, func(at int64, data []byte) {
			r.take(&entry.Entry{Kind: entry.Bytes, At: at, Chunk: entry.Chunk{Side: side, Data: data}})
		})
		if err != nil {
			return err
		}
	}
	if over {
		r.take(&entry.Entry{Kind: entry.End})
	}
	r.conclude()
	return nil
}

func (r *reading) chunk(c *entry.Chunk, at int64) {
	switch c.Side {
	case wire.Request:
		if r.labeller == nil && framing(r.x, wire.Request) == wire.Body {
			r.hold(&r.request, c.Data)
		}
	case wire.Response:
		if r.splitter != nil {
			r.splitter.Each(entry.Moment(at), c.Data, r.frame)
		} else {
			r.hold(&r.response, c.Data)
		}
	}
}

func (r *reading) hold(b *bytes.Buffer, p []byte) {
	if r.limit > 0 && b.Len()+len(p) > r.limit {
		r.dropped = true
		return
	}
	b.Write(p)
}

// begin gives the labeller the request.
func (r *reading) begin() {
	if r.labeller != nil {
		return
	}
	r.labeller = r.store.opts.Label(r.x, r.decoded(r.x.Request, r.request.Bytes()))
	r.request, r.changed = bytes.Buffer{}, true
	if r.x.Response.Status != 0 {
		r.answer()
	}
}

// answer gives the labeller the response's head, when the body comes in frames.
func (r *reading) answer() {
	if r.labeller == nil || r.answered || framing(r.x, wire.Response) == wire.Body {
		return
	}
	r.answered, r.changed = true, true
	r.labeller.Response(r.x, nil)
	r.splitter = wire.NewSplitter(framing(r.x, wire.Response), FrameLimit)
	if early := r.response.Bytes(); len(early) > 0 { // it came before the request was whole
		r.splitter.Each(r.x.FirstByte, early, r.frame)
	}
	r.response = bytes.Buffer{}
}

func (r *reading) frame(f wire.Frame) {
	r.labeller.Frame(f)
	r.changed = true
}

// end gives the labeller what is left.
func (r *reading) end() {
	r.begin()
	if r.x.Response.Status != 0 {
		r.finish()
	}
	if e, ok := r.labeller.(enders); ok && r.x.ResponseKept == r.x.ResponseBytes && !r.cut {
		e.End(r.x.Outcome)
	}
	r.final, r.changed = true, true
}

func (r *reading) finish() {
	if r.splitter != nil {
		last := r.splitter.Close(r.x.LastByte)
		if r.x.ResponseKept < r.x.ResponseBytes || r.x.Outcome == wire.Interrupted {
			// What is torn for lack of a record, or by our stop, is not the agent's flaw.
			last = slices.DeleteFunc(last, func(f wire.Frame) bool { return f.Partial })
		}
		for _, f := range last {
			r.frame(f)
		}
		if t, ok := r.labeller.(trailers); ok && (r.x.Outcome == wire.ByAgent || len(r.x.Response.Trailer) > 0) {
			t.Trailer(r.x.Response.Trailer)
		}
		return
	}
	body := r.decoded(r.x.Response, r.response.Bytes())
	r.response = bytes.Buffer{}
	if wire.MediaType(r.x.Response.Header) != "text/event-stream" {
		r.labeller.Response(r.x, body)
		return
	}
	// An encoded stream: its events can be told apart only now.
	r.labeller.Response(r.x, nil)
	r.unfolded(body)
}

// unfoldedEvents is how many events of a stream that was compressed as a whole
// are labelled: they take far more time than the bytes they unfold from.
const unfoldedEvents = 20_000

// unfolded gives the labeller the events of a stream that was compressed.
func (r *reading) unfolded(body []byte) {
	left := unfoldedEvents
	wire.EachFrame(wire.SSE, FrameLimit, []wire.Chunk{{At: r.x.LastByte, Data: body}}, func(f wire.Frame) bool {
		r.frame(f)
		left--
		return left > 0
	})
}

// conclude brings labels up to what was read, and reports whether that is news.
func (r *reading) conclude() bool {
	if !r.changed {
		return false
	}
	r.changed = false
	if r.labeller != nil {
		r.labels = r.labeller.Labels()
		r.labels.Text = clip(r.labels.Text, textLimit)
		for _, label := range []*string{&r.labels.Op, &r.labels.Dialect, &r.labels.Binding, &r.labels.Task, &r.labels.Context, &r.labels.State, &r.labels.Error} {
			*label = clip(*label, labelLimit)
		}
	}
	return true
}

// decoded is a body with its content encoding undone, as far as that goes; nil
// where that is more than is read.
func (r *reading) decoded(h wire.Head, body []byte) []byte {
	if len(body) == 0 {
		return nil
	}
	if len(h.Header["Content-Encoding"]) == 0 {
		return body
	}
	if r.budget == nil {
		r.budget = coding.NewBudget(coding.ReadLimit)
	}
	out, err := coding.Decode(h.Header, body, r.budget) // with an error: as much as could be
	if errors.Is(err, coding.ErrTooLong) {
		r.cut = true
		return nil
	}
	return out
}

// labelLimit is how long an id or another label may be, in bytes: each stands in
// rows, indexes and links.
const labelLimit = 1 << 10

// textLimit is how much text of an exchange is kept for search.
const textLimit = 4 << 10

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
