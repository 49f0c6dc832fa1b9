package insight

import (
	"fmt"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestChanges: two selections are compared in numbers, with only the times that both have.
func TestChanges(t *testing.T) {
	of := func(n, failed int, took time.Duration) Figures {
		var xs []wire.Sample
		for i := range n {
			xs = append(xs, ended(n-i, took, func(x *wire.Sample) { x.Failed = i < failed }))
		}
		return FiguresOf(wire.SampleSet{Samples: xs})
	}
	for _, c := range []struct {
		a, b Figures
		want string
	}{
		{of(10, 1, 120*msec), of(12, 3, 180*msec), "[Exchanges 10 → 12, +20 % Failed 10.0 % → 25.0 %, +15.0 points Total P50 120 ms → 180 ms, +50 % Total P95 120 ms → 180 ms, +50 % Total P99 120 ms → 180 ms, +50 %]"},
		{of(3, 0, 100*msec), of(3, 0, 99*msec), "[Exchanges 3 → 3, – Failed 0.0 % → 0.0 %, – Total P50 100 ms → 99 ms, −1.0 % Total P95 100 ms → 99 ms, −1.0 % Total P99 100 ms → 99 ms, −1.0 %]"},
		{of(1, 0, msec), of(1, 0, 2600*msec), "[Exchanges 1 → 1, – Failed 0.0 % → 0.0 %, – Total P50 1.0 ms → 2.6 s, × 2,600 Total P95 1.0 ms → 2.6 s, × 2,600 Total P99 1.0 ms → 2.6 s, × 2,600]"},
		{of(0, 0, 0), of(2, 2, msec), "[Exchanges 0 → 2, new Failed 0.0 % → 100.0 %, +100.0 points]"},
		{of(0, 0, 0), of(0, 0, 0), "[Exchanges 0 → 0, – Failed 0.0 % → 0.0 %, –]"},
	} {
		var all []string
		for _, ch := range Changes(c.a.Tally, c.b.Tally) {
			all = append(all, ch.Name+" "+ch.Value(ch.A)+" → "+ch.Value(ch.B)+", "+ch.Difference())
		}
		if got := fmt.Sprint(all); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// TestAligned: the bars of two distributions cover the same range, and keep their counts and bounds.
func TestAligned(t *testing.T) {
	a := bars([]time.Duration{150 * time.Microsecond, 3 * msec})
	b := bars([]time.Duration{3 * msec, 15 * msec, 2000 * time.Second})
	x, y := AlignBars(a, b)
	if len(x) != len(y) {
		t.Fatalf("%d and %d bars", len(x), len(y))
	}
	sums := [2]int{}
	for i := range x {
		if x[i].UpperBound != y[i].UpperBound || i > 0 && x[i].UpperBound > 0 && x[i].UpperBound <= x[i-1].UpperBound || i > 0 && x[i].LowerBound != x[i-1].UpperBound {
			t.Errorf("%d: %v beside %v", i, x[i], y[i])
		}
		sums[0], sums[1] = sums[0]+x[i].Count, sums[1]+y[i].Count
	}
	if sums != [2]int{2, 3} || x[len(x)-1].UpperBound != 0 {
		t.Errorf("they hold %v, the last %v", sums, x[len(x)-1])
	}
	if x, y := AlignBars(nil, nil); len(x)+len(y) > 0 {
		t.Error(x, y)
	}
}

// TestPairs: groups with the same name are paired; a missing group counts zero.
func TestPairs(t *testing.T) {
	g := func(name string, n int) Group { return Group{Name: name, Tally: Tally{Count: n}} }
	got := ""
	for _, p := range Pairs([]Group{g("a", 3), g("b", 2)}, []Group{g("c", 5), g("b", 1)}) {
		got += fmt.Sprintf("%s %d %d, ", p.Name, p.A.Count, p.B.Count)
	}
	if want := "a 3 0, b 2 1, c 0 5, "; got != want {
		t.Errorf("got %s", got)
	}
}
