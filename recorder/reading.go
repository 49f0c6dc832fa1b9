package recorder

import (
	"bytes"
	"context"
	"fmt"
	"mime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/wire"
	"github.com/a2a-console/a2a-console/wire/coding"
)

// reading is the labels' work on one exchange: how far it came. An open stream
// keeps its reading, so that each event is read once.
type reading struct {
	store    *Store
	seq      int64
	x        wire.Exchange
	labeller Labeller
	answered bool           // the labeller has the response's head
	splitter *wire.Splitter // of a stream
	next     int64          // the first read not yet looked at
	last     time.Time
	changed  bool // the labels may have changed
	final    bool
	labels   wire.Labels
	written  wire.Labels
	searched bool // words were written once
}

// advance reads what is new, until the deadline, and reports whether there is
// more. A reader that panics over what an agent sent must not take the console
// with it.
func (r *reading) advance(ctx context.Context, until time.Time) (more bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			r.store.opts.Logger.Error("reading an exchange panicked", "seq", r.seq, "panic", p, "stack", string(debug.Stack()))
			more, err, r.final, r.changed = false, nil, true, true
		}
	}()
	list, err := r.store.exchanges(ctx, nil, []int64{r.seq})
	if err != nil || len(list) == 0 { // removed meanwhile
		r.final = true
		return false, err
	}
	r.x = list[0]
	if r.labeller == nil {
		if r.x.RequestDone.IsZero() && r.x.Ended.IsZero() {
			return false, nil
		}
		body, err := r.body(ctx, wire.Request, r.x.Request)
		if err != nil {
			return false, err
		}
		r.labeller, r.changed = r.store.opts.Label(&r.x, body), true
	}
	if !r.x.Answered.IsZero() {
		if more, err = r.response(ctx, until); err != nil {
			return false, err
		}
		if more {
			r.conclude()
			return true, nil
		}
	}
	if !r.x.Ended.IsZero() {
		if e, ok := r.labeller.(enders); ok && r.x.ResponseKept == r.x.ResponseBytes {
			e.End(r.x.Outcome)
		}
		r.final, r.changed = true, true
	}
	r.conclude()
	return false, nil
}

func (r *reading) conclude() {
	if r.changed {
		r.labels = r.labeller.Labels()
		r.labels.Text = clip(r.labels.Text, textLimit)
	}
}

func (r *reading) response(ctx context.Context, until time.Time) (more bool, err error) {
	if framing(&r.x, wire.Response) != wire.Body {
		if !r.answered {
			r.answered, r.changed = true, true
			r.labeller.Response(&r.x, nil)
			r.splitter = wire.NewSplitter(framing(&r.x, wire.Response), FrameLimit)
		}
		return r.stream(ctx, until)
	}
	if r.x.Ended.IsZero() || r.answered {
		return false, nil
	}
	body, err := r.body(ctx, wire.Response, r.x.Response)
	if err != nil {
		return false, err
	}
	r.answered, r.changed = true, true
	if kind, _, _ := mime.ParseMediaType(r.x.Response.Header.Get("Content-Type")); kind != "text/event-stream" {
		r.labeller.Response(&r.x, body)
		return false, nil
	}
	// An encoded stream: its events can be told apart only now.
	r.labeller.Response(&r.x, nil)
	for _, f := range wire.Split(wire.SSE, FrameLimit, []wire.Chunk{{At: r.x.LastByte, Data: body}}) {
		r.labeller.Frame(f)
	}
	return false, nil
}

// stream gives the labeller the frames that came since the last time.
func (r *reading) stream(ctx context.Context, until time.Time) (more bool, err error) {
	err = r.store.chunks(ctx, r.seq, wire.Response, r.next, func(c wire.Chunk) bool {
		r.frames(r.splitter.Feed(c.At, c.Data))
		r.next, r.last = r.next+1, c.At
		more = time.Now().After(until)
		return !more
	})
	if err == nil && !more && !r.x.Ended.IsZero() {
		r.frames(r.splitter.Close(r.last))
		if t, ok := r.labeller.(trailers); ok && (r.x.Outcome == wire.ByAgent || len(r.x.Response.Trailer) > 0) {
			t.Trailer(r.x.Response.Trailer)
			r.changed = true
		}
	}
	return more, err
}

func (r *reading) frames(list []wire.Frame) {
	for _, f := range list {
		r.labeller.Frame(f)
		r.changed = true
	}
}

// labelled bodies are decoded up to this size.
const decodeLimit = 64 << 20

// body returns what was kept of a side, with its encoding undone as far as
// that goes.
func (r *reading) body(ctx context.Context, side wire.Side, h wire.Head) ([]byte, error) {
	if framing(&r.x, side) != wire.Body {
		return nil, nil
	}
	var b bytes.Buffer
	err := r.store.chunks(ctx, r.seq, side, 0, func(c wire.Chunk) bool {
		b.Write(c.Data)
		return true
	})
	if err != nil {
		return nil, fmt.Errorf("read body to label: %w", err)
	}
	decoded, _ := coding.Decode(h.Header, b.Bytes(), decodeLimit) // with an error: as much as could be
	return decoded, nil
}

// finding returns what is new since the last one, nil when nothing is.
func (r *reading) finding() *finding {
	if !r.changed {
		return nil
	}
	f := finding{seq: r.seq, final: r.final, labels: r.labels}
	r.changed = false
	if !f.final && f.labels == r.written {
		return nil
	}
	r.written = f.labels
	if f.final || !r.searched {
		r.searched = true
		f.words = strings.Join([]string{f.labels.Text, r.x.URL, r.x.ID, f.labels.Task, f.labels.Context}, "\n")
	}
	return &f
}

// textLimit is how much text of an exchange is kept for search.
const textLimit = 4 << 10

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
