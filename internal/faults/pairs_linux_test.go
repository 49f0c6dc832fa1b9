package faults

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkPairs compares two programs: the one that A2A_CONSOLE_BEFORE names, and the
// one under test.
func BenchmarkPairs(b *testing.B) {
	before := os.Getenv("A2A_CONSOLE_BEFORE")
	if before == "" {
		b.Skip("A2A_CONSOLE_BEFORE names no program to compare with")
	}
	pairs(b, func(b *testing.B) [2]*stage {
		return [2]*stage{newStageOf(b, before), newStageOf(b, "")}
	})
}

// BenchmarkJudging compares the program under test with one that judges only single messages.
func BenchmarkJudging(b *testing.B) {
	without, err := buildUnjudged()
	if err != nil {
		b.Fatal(err)
	}
	pairs(b, func(b *testing.B) [2]*stage {
		return [2]*stage{newStageOf(b, without), newStageOf(b, "")}
	})
}

// BenchmarkRules compares a console without rules with one that has 100 rules, none of which can match.
func BenchmarkRules(b *testing.B) {
	var rules strings.Builder
	for i := range 100 {
		fmt.Fprintf(&rules, "agent:127.0.0.1:%d op:send event:artifact nth:2 => duplicate\n", 1+i)
	}
	file := filepath.Join(b.TempDir(), "rules.txt")
	if err := os.WriteFile(file, []byte(rules.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	pairs(b, func(b *testing.B) [2]*stage {
		return [2]*stage{newStage(b, scratch(b)), newStage(b, scratch(b), "--rules", file)}
	})
}

// pairs compares the processor time and the throughput of two consoles, which run alternately, b.N times.
// It reports the change of the second against the first: the mean and its 95 % interval.
func pairs(b *testing.B, open func(*testing.B) [2]*stage) {
	for _, j := range []job{{Do: "calls", N: 4_000, Side: 16}, {Do: "streams", N: 100_000, Side: 1}} {
		b.Run(j.Do, func(b *testing.B) {
			stages := open(b)
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

// buildUnjudged builds the program from the same sources, but without calls of the judge. The program has
// no switch for that.
func buildUnjudged() (string, error) {
	source, err := filepath.Abs("../console/labeller.go")
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(source)
	if err != nil {
		return "", err
	}
	for _, line := range []string{
		"\t\t\tk.judging.asked(x, l.Request())\n",
		"\t\t\tk.judging.piece(l.gathered, p)\n",
		"\t\tl.across = l.to.over(l.gathered.Seen(x, l.Reader))\n",
	} {
		if strings.Count(string(text), line) != 1 {
			return "", fmt.Errorf("%s has no line %q", source, line)
		}
		text = []byte(strings.Replace(string(text), line, "", 1))
	}
	changed := filepath.Join(builds.dir, "unjudged.go")
	if err := os.WriteFile(changed, text, 0o600); err != nil {
		return "", err
	}
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{source: changed}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(builds.dir, "unjudged.json")
	if err := os.WriteFile(overlay, replace, 0o600); err != nil {
		return "", err
	}
	to := filepath.Join(builds.dir, "a2a-console-unjudged")
	return to, build(to, "-overlay", overlay)
}

// interval is the mean of samples and half the width of its 95 % interval, by the normal distribution:
// use it for 30 samples or more.
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

// percent converts the logarithm of a ratio to a change in percent.
func percent(log float64) float64 { return (math.Exp(log) - 1) * 100 }
