package faults

import (
	"testing"
	"time"
)

// turns does a job directly, through the bare proxy and through the console, b.N times. It reports the
// console's throughput relative to the bare proxy's, and the console's processor time to completion
// relative to the proxy's.
func (s *stage) turns(j job) {
	var bare, tap struct {
		seconds float64
		cpu     time.Duration
		units   float64
	}
	warm := j
	warm.N = min(j.N, 2000)
	for _, to := range []string{s.bare.said, s.console.url()} {
		warm.URL = to
		d := s.client.do(warm)
		if to == s.console.url() {
			s.expected += d.Calls
		}
	}
	s.settle()
	for s.b.Loop() {
		used := cpuOf(s.b, s.bare.cmd.Process.Pid)
		j.URL = s.bare.said
		d := s.client.do(j)
		bare.seconds += d.Seconds
		bare.cpu += cpuOf(s.b, s.bare.cmd.Process.Pid) - used
		bare.units += float64(j.N)
		had := d.Bytes
		d, cpu := s.through(j)
		tap.seconds += d.Seconds
		tap.cpu += cpu
		tap.units += float64(j.N)
		if want := s.bytes(j); d.Bytes != want || had != want {
			s.b.Fatalf("%d bytes came by the bare proxy and %d by the console, there were %d", had, d.Bytes, want)
		}
	}
	s.b.ReportMetric(bare.units/bare.seconds, "bare/s")
	s.b.ReportMetric(tap.units/tap.seconds, "tap/s")
	s.b.ReportMetric(bare.seconds/tap.seconds, "tap/bare")
	s.b.ReportMetric(tap.cpu.Seconds()/bare.cpu.Seconds(), "cpu-tap/bare")
	s.b.ReportMetric(tap.cpu.Seconds()*1e6/tap.units, "tap-cpu-µs/unit")
	s.report()
}

// bytes is the size of the agent's responses to a job.
func (s *stage) bytes(j job) int64 {
	a := newBenchAgent()
	if j.Do == "calls" {
		return int64(len(a.answer)) * int64(j.N)
	}
	return a.streamed(j.N) * int64(j.Side)
}

// BenchmarkCalls makes calls of 1 KB each way over 16 connections.
func BenchmarkCalls(b *testing.B) {
	newStage(b, scratch(b)).turns(job{Do: "calls", N: 10_000, Side: 16})
}

// BenchmarkStream reads a stream of 200,000 events, each flushed by the agent.
func BenchmarkStream(b *testing.B) {
	newStage(b, scratch(b)).turns(job{Do: "streams", N: 200_000, Side: 1})
}

// BenchmarkFirst measures how much later the first event of a stream arrives through the console than
// directly, at the median.
func BenchmarkFirst(b *testing.B) {
	s := newStage(b, scratch(b))
	var direct, bare, tap float64
	rounds := 0
	for b.Loop() {
		j := job{Do: "first", URL: s.agent.said, N: 200, Side: 1}
		direct += s.client.do(j).P50
		j.URL = s.bare.said
		bare += s.client.do(j).P50
		d, _ := s.through(j)
		tap += d.P50
		rounds++
	}
	b.ReportMetric(direct*1000/float64(rounds), "direct-µs")
	b.ReportMetric(bare*1000/float64(rounds), "bare-µs")
	b.ReportMetric(tap*1000/float64(rounds), "tap-µs")
	b.ReportMetric((tap-direct)*1000/float64(rounds), "tap-direct-µs")
	s.report()
}
