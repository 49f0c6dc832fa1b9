package bench

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	connections = 16
	calls       = connections * 100 // per round
	events      = 200_000
	openings    = 20 // streams opened per round
)

// measureCalls makes calls of 1 KB each way over 16 connections.
func measureCalls(b *testing.B, l *load, w routes) {
	round, n := newCallRound(b, l)
	took := w.runRounds(b, round)
	w.report(b, took, n*b.N, "calls")
}

// newCallRound returns a function that makes a round of calls, and their number.
func newCallRound(b *testing.B, l *load) (round func(url string), n int) {
	c := client()
	b.Cleanup(c.CloseIdleConnections)
	return func(to string) {
		var left, failed atomic.Int64
		left.Store(calls)
		var wait sync.WaitGroup
		for range connections {
			wait.Go(func() {
				for left.Add(-1) >= 0 {
					if !l.completesCall(c, to) {
						failed.Add(1)
					}
				}
			})
		}
		wait.Wait()
		if failed.Load() > 0 {
			b.Fatalf("%d calls failed", failed.Load())
		}
	}, calls
}

// completesCall makes a call and reports whether the whole response arrived.
func (l *load) completesCall(c *http.Client, to string) bool {
	resp, err := c.Post(to, "application/json", bytes.NewReader(l.call))
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	n, err := io.Copy(io.Discard, resp.Body)
	return err == nil && int(n) == len(l.result)
}

func measureStream(b *testing.B, l *load, w routes) {
	round, n := newStreamRound(b, l)
	took := w.runRounds(b, round)
	w.report(b, took, n*b.N, "events")
}

// newStreamRound returns a function that reads a stream of 200,000 events, and that number.
func newStreamRound(b *testing.B, l *load) (round func(url string), n int) {
	c := client()
	b.Cleanup(c.CloseIdleConnections)
	return func(to string) {
		resp, err := c.Post(to+"/stream", "application/json", bytes.NewReader(l.call))
		if err != nil {
			b.Fatal(err)
		}
		defer resp.Body.Close()
		if n, err := io.Copy(io.Discard, resp.Body); err != nil || n != l.streamed {
			b.Fatalf("%s: %d bytes of %d: %v", to, n, l.streamed, err)
		}
	}, events
}

// measureFirstEvent measures the time from the call to the first event of a stream that stays open.
func measureFirstEvent(b *testing.B, l *load, w routes) {
	c := client()
	b.Cleanup(c.CloseIdleConnections)
	p := make([]byte, len(l.piece(0)))
	took := map[string][]time.Duration{}
	w.runRounds(b, func(to string) {
		for range openings {
			start := time.Now()
			resp, err := c.Post(to+"/first", "application/json", bytes.NewReader(l.call))
			if err != nil {
				b.Fatal(err)
			}
			if _, err := io.ReadFull(resp.Body, p); err != nil {
				b.Fatal(err)
			}
			took[to] = append(took[to], time.Since(start))
			_ = resp.Body.Close() // disconnects: the agent waits for that
		}
	})
	var median [3]float64
	for i := range w {
		t := took[w[i].url]
		slices.Sort(t)
		median[i] = float64(t[len(t)/2].Microseconds())
		b.ReportMetric(median[i], w[i].name+"-µs")
	}
	b.ReportMetric(median[2]-median[0], "tap-direct-µs")
	b.ReportMetric(0, "ns/op")
}
