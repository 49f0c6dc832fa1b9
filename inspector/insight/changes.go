package insight

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/words"
)

// Change compares a figure of exchanges A with that of exchanges B.
type Change struct {
	Name string  `json:"name"`             // "Total P95"
	Term string  `json:"filter,omitempty"` // filter that finds the exchanges counted, among A's and B's
	Unit string  `json:"unit"`             // "exchanges", "%" of all exchanges, or "ms"
	A    float64 `json:"a"`
	B    float64 `json:"b"`
}

// Changes compares two selections of exchanges. It compares times only if both selections have them.
func Changes(a, b Tally) []Change {
	share := func(of func(Tally) int) (float64, float64) {
		return 100 * float64(of(a)) / float64(max(a.Count, 1)), 100 * float64(of(b)) / float64(max(b.Count, 1))
	}
	out := []Change{{"Exchanges", "", "exchanges", float64(a.Count), float64(b.Count)}}
	for _, s := range []struct {
		name, term string
		of         func(Tally) int
	}{
		{"Failed", "is:failed", func(t Tally) int { return t.Failed }},
		{"Wrong", "is:wrong", func(t Tally) int { return t.Wrong }},
		{"Client left", "outcome:canceled", func(t Tally) int { return t.ClientLeft }},
	} {
		if x, y := share(s.of); x > 0 || y > 0 || s.name == "Failed" {
			out = append(out, Change{s.name, s.term, "%", x, y})
		}
	}
	times := func(name, term string, a, b Quantiles) {
		if a.Count == 0 || b.Count == 0 {
			return
		}
		for _, q := range []struct {
			name string
			a, b time.Duration
		}{{"P50", a.P50, b.P50}, {"P95", a.P95, b.P95}, {"P99", a.P99, b.P99}} {
			out = append(out, Change{name + " " + q.name, term, "ms", ms(q.a), ms(q.b)})
		}
	}
	times("First byte", "is:stream", a.First, b.First)
	times("Total", "outcome:agent", a.Total, b.Total)
	return out
}

// Value formats one side of a change: "120 ms", "4.0 %", "1,204".
func (c Change) Value(v float64) string {
	switch c.Unit {
	case "ms":
		return words.FormatDuration(time.Duration(v * float64(time.Millisecond)))
	case "%":
		return fmt.Sprintf("%.1f %%", v)
	}
	return words.Count(int(v))
}

// Difference formats the change from A to B: "+50 %", for shares "−2.1 points", "–" for none.
func (c Change) Difference() string { return strings.Replace(c.difference(), "-", "−", 1) }

func (c Change) difference() string {
	sign := func(v float64, unit string) string {
		if s := fmt.Sprintf("%+.1f", v); s != "+0.0" && s != "-0.0" {
			return s + unit
		}
		return "–"
	}
	switch {
	case c.Unit == "%":
		return sign(c.B-c.A, " points")
	case c.A == 0 && c.B != 0:
		return "new"
	case c.A == 0:
		return "–"
	}
	v := 100 * (c.B - c.A) / c.A
	if v >= 1000 {
		return fmt.Sprintf("× %s", words.Count(int(c.B/c.A)))
	}
	if v >= 10 || v <= -10 {
		return fmt.Sprintf("%+.0f %%", v)
	}
	return sign(v, " %")
}

// Pair holds the groups with the same name in A and B. A missing group is zero.
type Pair struct {
	Name string
	A, B Group
}

// Pairs pairs groups by name, in the order of a, followed by those that only b has.
func Pairs(a, b []Group) (all []Pair) {
	for _, g := range a {
		all = append(all, Pair{Name: g.Name, A: g})
	}
	for _, g := range b {
		if i := slices.IndexFunc(all, func(p Pair) bool { return p.Name == g.Name }); i >= 0 {
			all[i].B = g
		} else {
			all = append(all, Pair{Name: g.Name, B: g})
		}
	}
	return all
}

// AlignBars makes the bars of two distributions cover the same range, from the shortest of both to the longest.
func AlignBars(a, b []Bar) (x, y []Bar) {
	least := time.Duration(0)
	for _, below := range append(bounds(), 0) {
		x, y, least = append(x, Bar{least, below, countBelow(a, below)}), append(y, Bar{least, below, countBelow(b, below)}), below
	}
	some := func(i int) bool { return x[i].Count+y[i].Count > 0 }
	from, to := 0, len(x)
	for from < to && !some(from) {
		from++
	}
	for to > from && !some(to-1) {
		to--
	}
	return x[from:to], y[from:to]
}

func countBelow(bars []Bar, below time.Duration) int {
	if i := slices.IndexFunc(bars, func(b Bar) bool { return b.UpperBound == below }); i >= 0 {
		return bars[i].Count
	}
	return 0
}
