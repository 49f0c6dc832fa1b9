package bench_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"sync"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/proxy/bench"
)

// blind is an Intervener that watches nothing.
type blind struct{}

func (blind) Watches(*wire.Exchange) bool                                          { return false }
func (blind) Intervene(*wire.Exchange, []byte, bool) (none *wire.InterventionPlan) { return none }

// BenchmarkWatch compares a tap whose Intervener watches nothing with a tap that has none, in turn: run it
// with -benchtime 30x. It reports the change in processor time of everything involved, after subtracting what
// client and agent use without a tap, which does not change.
func BenchmarkWatch(b *testing.B) {
	bench.Pairs(b, func(b *testing.B, agent *url.URL) (without, with string) {
		open := func(i wire.Intervener) string {
			t, err := proxy.New(proxy.Options{Upstream: agent, Recorder: copier{}, Intervene: i})
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(t.Close)
			return bench.Serve(b, t)
		}
		return open(nil), open(blind{})
	})
}

// holder holds the second event of each stream.
type holder struct {
	held sync.WaitGroup
	let  chan struct{}
}

func (h *holder) Watches(*wire.Exchange) bool { return true }

func (h *holder) Intervene(*wire.Exchange, []byte, bool) *wire.InterventionPlan {
	return &wire.InterventionPlan{Response: h}
}

func (h *holder) Head(context.Context, *wire.Head) error      { return nil }
func (h *holder) End(context.Context, wire.FrameSender) error { return nil }
func (h *holder) Frame(ctx context.Context, f wire.Frame, out wire.FrameSender) error {
	if f.Index == 1 {
		h.held.Done()
		select {
		case <-h.let:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return out.Send(wire.Passage{Kind: wire.PassageHeld}, f.Raw)
}

// BenchmarkHolding measures the memory of 1,000 held events, one in each of as many streams, compared with as
// many open streams without a gate.
func BenchmarkHolding(b *testing.B) {
	const streams = 1000
	agent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range 2 {
			fmt.Fprintf(w, "data: {\"event\":%d,\"text\":%q}\n\n", i, bytes.Repeat([]byte("e"), 280))
		}
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	defer agent.Close()
	base, err := url.Parse(agent.URL)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		plain := openStreams(b, base, streams, nil)
		h := &holder{let: make(chan struct{})}
		h.held.Add(streams)
		held := openStreams(b, base, streams, h)
		b.ReportMetric(float64(plain)/1e6, "MB-open")
		b.ReportMetric(float64(held)/1e6, "MB-held")
		b.ReportMetric(float64(held-plain)/1e6, "MB-holding")
	}
	b.ReportMetric(0, "ns/op")
}

// openStreams opens streams through a tap, reads the first event of each, and returns how much memory they
// take: heap and stacks of everything involved.
func openStreams(b *testing.B, agent *url.URL, streams int, h *holder) int64 {
	o := proxy.Options{Upstream: agent, Recorder: copier{}}
	if h != nil {
		o.Intervene = h
	}
	t, err := proxy.New(o)
	if err != nil {
		b.Fatal(err)
	}
	defer t.Close()
	server := httptest.NewServer(t)
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	defer client.CloseIdleConnections()
	before := memory()
	ctx, leave := context.WithCancel(b.Context())
	defer leave()
	for range streams {
		req, _ := http.NewRequestWithContext(ctx, "POST", server.URL, nil)
		resp, err := client.Do(req)
		if err != nil {
			b.Fatal(err)
		}
		defer resp.Body.Close()
		if _, err := io.ReadFull(resp.Body, make([]byte, 100)); err != nil {
			b.Fatal(err)
		}
	}
	if h != nil {
		h.held.Wait()
	}
	return memory() - before
}

// memory is the heap and stacks that the program uses.
func memory() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}
