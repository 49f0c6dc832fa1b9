package bench

import (
	"math"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"
)

// Pairs compares the processor time of two taps that open returns for an agent's origin, in turns.
// It subtracts what client and agent use themselves, which it measures without a tap. It reports
// the change from the first tap to the second as a mean with its 95% confidence interval. Run it
// with -benchtime 30x.
func Pairs(b *testing.B, open func(b *testing.B, agent *url.URL) (first, second string)) {
	l := newLoad()
	agent := httptest.NewServer(l)
	b.Cleanup(agent.Close)
	base, err := url.Parse(agent.URL)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		run  func(*testing.B, *load) (round func(url string), n int)
	}{{"unary", newCallRound}, {"stream", newStreamRound}} {
		b.Run(c.name, func(b *testing.B) {
			first, second := open(b, base)
			round, n := c.run(b, l)
			urls := []string{agent.URL, first, second}
			for _, u := range urls {
				round(u)
			}
			b.ResetTimer()
			var used [3]time.Duration
			var changes []float64
			for i := 0; b.Loop(); i++ {
				var took [3]time.Duration
				for k := range urls {
					k = (k + i) % len(urls)
					start := cpu()
					round(urls[k])
					took[k] = cpu() - start
					used[k] += took[k]
				}
				changes = append(changes, float64(took[2]-took[1]))
			}
			report(b, used, changes, n)
		})
	}
}

// report reports the costs per unit, and how the second tap's differ.
func report(b *testing.B, used [3]time.Duration, changes []float64, n int) {
	rounds := float64(len(changes))
	own := float64(used[1]-used[0]) / rounds // of the first tap alone
	var mean, squares float64
	for _, c := range changes {
		mean += c / rounds
	}
	for _, c := range changes {
		squares += (c - mean) * (c - mean)
	}
	half := 1.96 * math.Sqrt(squares/max(rounds-1, 1)/rounds)
	for i, name := range []string{"direct", "first", "second"} {
		b.ReportMetric(float64(used[i].Microseconds())/rounds/float64(n), name+"-µs/unit")
	}
	b.ReportMetric(100*(mean-half)/own, "%-low")
	b.ReportMetric(100*mean/own, "%-change")
	b.ReportMetric(100*(mean+half)/own, "%-high")
	b.ReportMetric(0, "ns/op")
}
