package plants

import (
	"context"
	"iter"
	"net/http"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// recording is traffic in one version and binding, in memory.
type recording struct {
	v       a2a.Version
	b       a2a.Binding
	entries []*entry
}

// entry is an exchange that can be changed.
type entry struct {
	label   string
	op      a2a.Operation
	x       wire.Exchange
	request []byte
	pieces  []piece
}

// piece is an event of a stream, a gRPC message, or a whole body.
type piece struct {
	at   time.Time
	data []byte
}

// copied returns an independent copy. Bytes are shared: edits replace them and never write to them.
func (r *recording) copied() *recording {
	out := &recording{v: r.v, b: r.b}
	for _, e := range r.entries {
		out.entries = append(out.entries, e.copied())
	}
	return out
}

func (e *entry) copied() *entry {
	c := *e
	c.pieces = append([]piece(nil), e.pieces...)
	for _, h := range []*http.Header{&c.x.Request.Header, &c.x.Response.Header, &c.x.Response.Trailer} {
		*h = h.Clone()
		if *h == nil {
			*h = http.Header{}
		}
	}
	return &c
}

func (r *recording) find(label string) *entry {
	for _, e := range r.entries {
		if e.label == label {
			return e
		}
	}
	return nil
}

func (r *recording) at(t testing.TB, label string) *entry {
	t.Helper()
	e := r.find(label)
	if e == nil {
		t.Fatalf("there is no exchange %q in %s over %s", label, r.v, r.b)
	}
	return e
}

// Chunks returns bodies to the judge.
func (r *recording) Chunks(_ context.Context, exchange string, s wire.Side, from, _ int64) (out []wire.Chunk, _ error) {
	for _, e := range r.entries {
		if e.x.ID != exchange {
			continue
		}
		pieces := e.pieces
		if s == wire.Request {
			pieces = []piece{{e.x.RequestDone, e.request}}
		}
		n := int64(0)
		for _, p := range pieces {
			if next := n + int64(len(p.data)); next > from {
				out = append(out, wire.Chunk{Exchange: exchange, Side: s, Offset: n, At: p.at, Data: p.data})
			}
			n += int64(len(p.data))
		}
	}
	return out, nil
}

func (r *recording) exchanges() iter.Seq2[*wire.Exchange, error] {
	return func(yield func(*wire.Exchange, error) bool) {
		for i, e := range r.entries {
			x := e.x
			x.Seq = int64(i + 1)
			x.RequestBytes, x.RequestKept = int64(len(e.request)), int64(len(e.request))
			for _, p := range e.pieces {
				x.ResponseBytes += int64(len(p.data))
			}
			x.ResponseKept = x.ResponseBytes
			if !yield(&x, nil) {
				return
			}
		}
	}
}

func (r *recording) judged(t testing.TB) (out []judge.Finding) {
	t.Helper()
	err := judge.Recording(t.Context(), r.exchanges(), r, judge.Options{}, func(f judge.Finding) { out = append(out, f) })
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (r *recording) label(exchange string) string {
	for _, e := range r.entries {
		if e.x.ID == exchange {
			return e.label
		}
	}
	return exchange
}
