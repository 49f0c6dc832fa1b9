// Package bench measures what the tap costs. It calls an agent directly, through a bare httputil.ReverseProxy
// with the tap's own transport and buffers, and through a tap, in turn within one run: the ratios count, not
// the times.
package bench

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// Tap is a tap to measure.
type Tap struct {
	URL  string // origin it listens on
	Idle func() // waits until the work after traffic is done; nil if there is none
}

// Run benchmarks the taps that open returns for an agent's origin, one per case.
func Run(b *testing.B, open func(b *testing.B, agent *url.URL) Tap) {
	l := newLoad()
	agent := httptest.NewServer(l)
	b.Cleanup(agent.Close)
	base, err := url.Parse(agent.URL)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		run  func(*testing.B, *load, routes)
	}{{"unary", measureCalls}, {"stream", measureStream}, {"first", measureFirstEvent}} {
		b.Run(c.name, func(b *testing.B) {
			bare, done := proxy.Baseline(base)
			b.Cleanup(done)
			tap := open(b, base)
			c.run(b, l, routes{{"direct", agent.URL, nil}, {"bare", Serve(b, bare), nil}, {"tap", tap.URL, tap.Idle}})
		})
	}
}

// Recorder returns an open function for Run whose taps write to the recorder that record returns.
func Recorder(record func(testing.TB) wire.Recorder) func(*testing.B, *url.URL) Tap {
	return func(b *testing.B, agent *url.URL) Tap {
		t, err := proxy.New(proxy.Options{Upstream: agent, Recorder: record(b)})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(t.Close)
		return Tap{URL: Serve(b, t)}
	}
}

// Serve serves h until the benchmark ends, and returns its origin.
func Serve(b *testing.B, h http.Handler) string {
	s := httptest.NewServer(h)
	b.Cleanup(s.Close)
	return s.URL
}

// routes are the ways to the agent: directly, through the bare proxy, through the tap.
type routes [3]struct {
	name string
	url  string
	idle func()
}

// cost is the wall clock time and processor time of the rounds on one route.
type cost struct{ clock, cpu time.Duration }

// runRounds runs a round on each route, b.N times. It waits for the work that a route does afterwards, so
// that it does not count for the next route.
func (w routes) runRounds(b *testing.B, round func(url string)) (took [3]cost) {
	for i := range w { // open the connections
		round(w[i].url)
	}
	w.awaitIdle()
	b.ResetTimer()
	for b.Loop() {
		for i := range w {
			start, used := time.Now(), cpu()
			round(w[i].url)
			took[i].clock += time.Since(start)
			took[i].cpu += cpu() - used
			w.awaitIdle()
		}
	}
	return took
}

func (w routes) awaitIdle() {
	for i := range w {
		if w[i].idle != nil {
			w[i].idle()
		}
	}
}

// report reports the rates of the routes, and the ratios that matter: of throughput per wall clock time, and
// of throughput per processor time of everything involved, which other programs on the machine disturb less.
func (w routes) report(b *testing.B, took [3]cost, n int, unit string) {
	for i := range w {
		b.ReportMetric(float64(n)/took[i].clock.Seconds(), w[i].name+"-"+unit+"/s")
	}
	b.ReportMetric(took[1].clock.Seconds()/took[2].clock.Seconds(), "tap/bare")
	if took[2].cpu > 0 {
		b.ReportMetric(took[1].cpu.Seconds()/took[2].cpu.Seconds(), "cpu-tap/bare")
	}
	b.ReportMetric(0, "ns/op") // of all routes together: meaningless
}

func client() *http.Client {
	return &http.Client{Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 256}}
}
