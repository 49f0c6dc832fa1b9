// Package bench measures what the tap costs. Each case runs directly, through a
// bare httputil.ReverseProxy with the same transport, and through a tap with a
// given recorder, in one run: the ratios count, not the times.
package bench

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/wire"
)

const (
	connections = 16
	events      = 200_000
	eventSize   = 280
)

// Run benchmarks the tap with what record returns, called once per case.
func Run(b *testing.B, record func(testing.TB) wire.Recorder) {
	agent := httptest.NewServer(http.HandlerFunc(answer))
	b.Cleanup(agent.Close)
	base, err := url.Parse(agent.URL)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		run  func(*testing.B, string)
	}{{"unary", unary}, {"stream", stream}, {"first", first}} {
		b.Run(c.name+"/direct", func(b *testing.B) { c.run(b, agent.URL) })
		b.Run(c.name+"/bare", func(b *testing.B) { c.run(b, serve(b, bare(b, base))) })
		b.Run(c.name+"/tap", func(b *testing.B) { c.run(b, serve(b, tap(b, base, record(b)))) })
	}
}

func serve(b *testing.B, h http.Handler) string {
	s := httptest.NewServer(h)
	b.Cleanup(s.Close)
	return s.URL
}

func bare(b *testing.B, base *url.URL) http.Handler {
	t := &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 256, ReadBufferSize: 32 << 10, WriteBufferSize: 32 << 10}
	b.Cleanup(t.CloseIdleConnections)
	return &httputil.ReverseProxy{
		Rewrite:       func(p *httputil.ProxyRequest) { p.SetURL(base) },
		Transport:     t,
		FlushInterval: -1,
		ErrorLog:      slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	}
}

func tap(b *testing.B, base *url.URL, r wire.Recorder) http.Handler {
	t, err := proxy.New(proxy.Options{Upstream: base, Recorder: r})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(t.Close)
	return t
}

// call is a JSON-RPC request of 1 KB.
func call() []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"%s"}]}}}`, bytes.Repeat([]byte("a"), 890))
}

// answer echoes a call, or sends as many events as the path asks for.
func answer(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if r.URL.Path != "/stream" && r.URL.Path != "/first" {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	event := fmt.Appendf(nil, "data: %s\n\n", bytes.Repeat([]byte("e"), eventSize-8))
	if r.URL.Path == "/first" {
		_, _ = w.Write(event)
		_ = http.NewResponseController(w).Flush()
		return
	}
	for range events {
		if _, err := w.Write(event); err != nil {
			return
		}
	}
}

func client() *http.Client {
	return &http.Client{Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 256}}
}

// unary makes calls over 16 connections.
func unary(b *testing.B, to string) {
	c := client()
	defer c.CloseIdleConnections()
	body := call()
	var left, failed atomic.Int64
	round := func() {
		left.Store(connections * 20)
		var wg sync.WaitGroup
		for range connections {
			wg.Go(func() {
				for left.Add(-1) >= 0 {
					resp, err := c.Post(to, "application/json", bytes.NewReader(body))
					if err != nil {
						failed.Add(1)
						continue
					}
					n, err := io.Copy(io.Discard, resp.Body)
					if err != nil || int(n) != len(body) {
						failed.Add(1)
					}
					_ = resp.Body.Close()
				}
			})
		}
		wg.Wait()
	}
	round() // connections are open from here on
	start := time.Now()
	calls := 0
	for b.Loop() {
		round()
		calls += connections * 20
	}
	b.ReportMetric(float64(calls)/time.Since(start).Seconds(), "calls/s")
	if failed.Load() > 0 {
		b.Fatalf("%d calls failed", failed.Load())
	}
}

// stream reads a stream of 200,000 events.
func stream(b *testing.B, to string) {
	c := client()
	defer c.CloseIdleConnections()
	start := time.Now()
	n := 0
	for b.Loop() {
		resp, err := c.Get(to + "/stream")
		if err != nil {
			b.Fatal(err)
		}
		got, err := io.Copy(io.Discard, resp.Body)
		if err != nil || got != events*eventSize {
			b.Fatalf("%d bytes: %v", got, err)
		}
		n += events
		_ = resp.Body.Close()
	}
	b.ReportMetric(float64(n)/time.Since(start).Seconds(), "events/s")
}

// first measures the time to the first event of a stream.
func first(b *testing.B, to string) {
	c := client()
	defer c.CloseIdleConnections()
	var took []time.Duration
	p := make([]byte, eventSize)
	for b.Loop() {
		start := time.Now()
		resp, err := c.Post(to+"/first", "application/json", bytes.NewReader(call()))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.ReadFull(resp.Body, p); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs-median")
}
