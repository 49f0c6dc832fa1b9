package insights

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
)

// TestSidesFindTheirExchanges: each bar of two distributions links to the exchanges of its own side.
func TestSidesFindTheirExchanges(t *testing.T) {
	side := func(session string, n int, took time.Duration) (page, []wire.Sample) {
		var xs []wire.Sample
		for i := range n {
			xs = append(xs, wire.Sample{Started: time.Unix(int64(100-i), 0), Duration: took * time.Duration(i+1), Op: "SendMessage", Status: 200, Outcome: wire.ByAgent})
		}
		return page{Listing: list.Listing{Query: link.Query{Text: "session:" + session}}, Figures: insight.FiguresOf(wire.SampleSet{Samples: xs})}, xs
	}
	a, as := side("a", 20, time.Millisecond)
	b, bs := side("b", 5, 300*time.Millisecond)
	a.Baseline = &b
	x, y := insight.AlignBars(a.TotalSpans, b.TotalSpans)
	marks, most := a.versusSpans(x, y, a.Total, b.Total, "dur", endedTerms)
	if most < 40 || most > 100 {
		t.Errorf("the height stands for %v %%", most)
	}
	found := map[string]int{}
	for _, m := range marks {
		f := read(t, m)
		of, class := as, "side-a"
		if f.Session == "b" {
			of, class = bs, "side-b"
		}
		if m.Bars[0].Class != class || m.Bars[0].X+m.Bars[0].W > float64(len(x)) || m.Bars[0].H <= 0 {
			t.Errorf("%s leads to session %s: %+v", m.Title, f.Session, m.Bars[0])
		}
		for _, s := range of {
			if selects(f, s) {
				found[f.Session]++
			}
		}
	}
	if found["a"] != 20 || found["b"] != 5 {
		t.Errorf("the marks find %v", found)
	}
}

// TestEarlierFirst: the side that began first is A, whichever of the two the page is of.
func TestEarlierFirst(t *testing.T) {
	side := func(name string, at int64) page {
		xs := []wire.Sample{{Started: time.Unix(at, 0), Op: "SendMessage", Status: 200, Outcome: wire.ByAgent}}
		return page{Listing: list.Listing{Query: link.Query{Text: name}}, Figures: insight.FiguresOf(wire.SampleSet{Samples: xs})}
	}
	for _, c := range []struct{ shown, against page }{{side("old", 1), side("new", 2)}, {side("new", 2), side("old", 1)}} {
		c.shown.Baseline = &c.against
		if p := c.shown.earlierFirst(); p.Text != "old" || p.Baseline.Text != "new" {
			t.Errorf("%s against %s: A is %s, B is %s", c.shown.Text, c.against.Text, p.Text, p.Baseline.Text)
		}
	}
}

// TestTone: a change is coloured if both sides have enough exchanges and it is over 10 %.
func TestTone(t *testing.T) {
	for _, c := range []struct {
		change insight.Change
		a, b   int
		want   string
	}{
		{insight.Change{Unit: "ms", A: 1, B: 2}, 30, 30, "worse"}, {insight.Change{Unit: "ms", A: 2, B: 1}, 30, 30, "better"},
		{insight.Change{Unit: "ms", A: 1, B: 2}, 29, 900, "muted"}, {insight.Change{Unit: "ms", A: 1, B: 2}, 900, 29, "muted"},
		{insight.Change{Unit: "ms", A: 100, B: 109}, 30, 30, ""}, {insight.Change{Unit: "exchanges", A: 1, B: 2}, 1, 2, ""},
	} {
		if got := tone(c.change, c.a, c.b); got != c.want {
			t.Errorf("%+v of %d and %d: %q, want %q", c.change, c.a, c.b, got, c.want)
		}
	}
}

// TestTicks: the axis names both ends, and the powers of ten that are not beside an end.
func TestTicks(t *testing.T) {
	text := func(least, most time.Duration) (out string) {
		a, _ := insight.AlignBars([]insight.Bar{{UpperBound: least, Count: 1}, {UpperBound: most, Count: 1}}, nil)
		for _, k := range ticks(a) {
			out += k.X + " " + k.Text + ", "
		}
		return out
	}
	if got, want := text(500*time.Microsecond, 2*time.Second), "0.00% 200 µs, 41.67% 10 ms, 66.67% 100 ms, 100.00% 2.0 s, "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := text(2*time.Millisecond, 0), "0.00% 1.0 ms"; len(got) < len(want) || got[:len(want)] != want {
		t.Errorf("%s", got)
	}
}
