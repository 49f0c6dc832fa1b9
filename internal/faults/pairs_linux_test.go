package faults

import (
	"math"
	"os"
	"testing"
)

// BenchmarkPairs compares the processor time of two programs: the one that
// A2A_CONSOLE_BEFORE names, and the one under test. They take turns, first the one
// and then the other, b.N times. What is reported is the change of the second
// against the first, the mean and its interval of 95 %.
func BenchmarkPairs(b *testing.B) {
	before := os.Getenv("A2A_CONSOLE_BEFORE")
	if before == "" {
		b.Skip("A2A_CONSOLE_BEFORE names no program to compare with")
	}
	for _, j := range []job{{Do: "calls", N: 10_000, Side: 16}, {Do: "streams", N: 200_000, Side: 1}} {
		b.Run(j.Do, func(b *testing.B) {
			stages := []*stage{newStageOf(b, before), newStageOf(b, "")}
			for _, s := range stages {
				s.through(j) // warm
			}
			var used [2]float64
			var changes, slower []float64
			for i := 0; b.Loop(); i++ {
				var took, clock [2]float64
				for k := range stages {
					k = (k + i) % 2
					d, cpu := stages[k].through(j)
					clock[k] = d.Seconds
					took[k] = cpu.Seconds() * 1e6 / float64(j.N)
					used[k] += took[k]
				}
				changes = append(changes, math.Log(took[1]/took[0]))
				slower = append(slower, math.Log(clock[1]/clock[0]))
			}
			mean, half := interval(slower)
			b.ReportMetric(percent(mean-half), "%-slower-low")
			b.ReportMetric(percent(mean), "%-slower")
			b.ReportMetric(percent(mean+half), "%-slower-high")
			mean, half = interval(changes)
			n := float64(len(changes))
			b.ReportMetric(used[0]/n, "before-µs/unit")
			b.ReportMetric(used[1]/n, "after-µs/unit")
			b.ReportMetric(percent(mean-half), "%-low")
			b.ReportMetric(percent(mean), "%-change")
			b.ReportMetric(percent(mean+half), "%-high")
			b.ReportMetric(0, "ns/op")
			for _, s := range stages {
				s.console.stop()
			}
		})
	}
}

// interval is the mean of samples and half the width of its interval of 95 %, by
// the normal distribution: use it for 30 samples and more.
func interval(x []float64) (mean, half float64) {
	n := float64(len(x))
	for _, v := range x {
		mean += v / n
	}
	var squares float64
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	return mean, 1.96 * math.Sqrt(squares/max(n-1, 1)/n)
}

// percent is the change that a logarithm of a ratio stands for.
func percent(log float64) float64 { return (math.Exp(log) - 1) * 100 }
