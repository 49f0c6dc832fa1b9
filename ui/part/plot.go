package part

import (
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/internal/words"
)

// PlotHeight is that of a plot, in its own units; it is as wide as it has columns.
const PlotHeight = 100

// Rect is a bar of a plot. Y is from above.
type Rect struct {
	Class      string // "fine", "wrong", "failed", "median", "spread"
	X, Y, W, H float64
}

// PlotMark is what stands for some exchanges in a plot: bars, and where they lead.
type PlotMark struct {
	Title string
	At    string
	Bars  []Rect
}

// CallMarks are the bars of how many calls there were over time, those that failed at the
// bottom. most is the number that the height stands for.
func CallMarks(bins []insight.Bin, at func(insight.Bin) string) (marks []PlotMark, most int) {
	var end time.Time
	for _, b := range bins {
		most, end = max(most, b.Count), b.To
	}
	for i, b := range bins {
		if b.Count == 0 {
			continue
		}
		m := PlotMark{Title: fmt.Sprintf("%s: %s%s", words.Moment(b.From, end), words.Plural(b.Count, "exchange"), faults(b.Tally)), At: at(b)}
		y := float64(PlotHeight)
		for _, bar := range []struct {
			class string
			n     int
		}{{"failed", b.Failed}, {"wrong", b.Wrong}, {"fine", b.Count - b.Failed - b.Wrong}} {
			if bar.n > 0 {
				h := PlotHeight * float64(bar.n) / float64(most)
				y -= h
				m.Bars = append(m.Bars, Rect{bar.class, float64(i) + 0.1, y, 0.8, h})
			}
		}
		marks = append(marks, m)
	}
	return marks, most
}

// faults says how many of some failed or are wrong.
func faults(t insight.Tally) (s string) {
	if t.Failed > 0 {
		s += ", " + words.Count(t.Failed) + " failed"
	}
	if t.Wrong > 0 {
		s += ", " + words.Count(t.Wrong) + " wrong"
	}
	return s
}

// num is a number in an attribute of a drawing.
func num(v float64) string { return fmt.Sprintf("%.2f", v) }

// Percent is a part of a whole for people: "12.5 %".
func Percent(n, of int) string {
	if n == 0 || of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}
