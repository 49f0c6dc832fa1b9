package part

import (
	"fmt"
	"math"
	"time"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/internal/words"
)

// PlotHeight is the height of a plot in its own units. Its width is the number of columns.
const PlotHeight = 100

// Rect is a bar of a plot. Y is measured from the top.
type Rect struct {
	Class      string // "fine", "wrong", "failed", "median", "spread"
	X, Y, W, H float64
}

// PlotMark represents some exchanges in a plot: bars, and their link.
type PlotMark struct {
	Title string
	URL   string // "": no link
	Bars  []Rect
}

// CallMarks returns the bars of the number of calls over time, with failed ones at the bottom. most
// is the number that the full height represents.
func CallMarks(bins []insight.Bin, at func(insight.Bin) string) (marks []PlotMark, most int) {
	var end time.Time
	for _, b := range bins {
		most, end = max(most, b.Count), b.To
	}
	for i, b := range bins {
		if b.Count == 0 {
			continue
		}
		m := PlotMark{Title: fmt.Sprintf("%s: %s%s", words.Moment(b.From, end), words.Plural(b.Count, "exchange"), Faults(b.Tally)), URL: at(b)}
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

// scale is a logarithmic scale of durations; low and high are exponents of ten.
type scale struct{ low, high float64 }

// y returns the position of a duration, from the top.
func (s scale) y(d time.Duration) float64 {
	v := (math.Log10(math.Max(float64(d), 1)) - s.low) / (s.high - s.low)
	return PlotHeight * (1 - math.Min(math.Max(v, 0), 1))
}

// scaleOf returns the scale for P50 and P95 of all bins: from the shortest to the longest duration,
// at least one decade. Durations below a microsecond, such as those of refused calls, do not count.
func scaleOf(bins []insight.Bin) scale {
	least, most := time.Duration(math.MaxInt64), time.Millisecond
	for _, b := range bins {
		if b.Total.Count > 0 && b.Total.P50 >= time.Microsecond {
			least, most = min(least, b.Total.P50), max(most, b.Total.P95)
		}
	}
	low := math.Log10(min(float64(min(least, most)), math.MaxInt64/20))
	return scale{low, max(math.Log10(float64(most)), low+1)}
}

// LatencyMarks returns bars from P50 to P95 of the durations over time, on a logarithmic
// scale from least to most.
func LatencyMarks(bins []insight.Bin, at func(insight.Bin) string) (marks []PlotMark, least, most time.Duration) {
	s := scaleOf(bins)
	for i, b := range bins {
		if b.Total.Count == 0 {
			continue
		}
		top, middle := s.y(b.Total.P95), min(max(s.y(b.Total.P50), 1.5), PlotHeight-1.5)
		top = max(min(top, middle-1), 0)
		marks = append(marks, PlotMark{
			Title: fmt.Sprintf("%s: P50 %s, P95 %s of %s", words.Moment(b.From, bins[len(bins)-1].To), words.FormatDuration(b.Total.P50), words.FormatDuration(b.Total.P95), words.Plural(b.Total.Count, "exchange")),
			URL:   at(b),
			Bars:  []Rect{{Class: "spread", X: float64(i) + 0.25, Y: top, W: 0.5, H: middle - top}, {Class: "median", X: float64(i) + 0.1, Y: middle - 1.5, W: 0.8, H: 3}},
		})
	}
	return marks, time.Duration(math.Pow(10, s.low)), time.Duration(math.Min(math.Pow(10, s.high), math.MaxInt64/2))
}

// Faults says how many failed or are wrong: ", 9 failed, 2 wrong".
func Faults(t insight.Tally) (s string) {
	if t.Failed > 0 {
		s += ", " + words.Count(t.Failed) + " failed"
	}
	if t.Wrong > 0 {
		s += ", " + words.Count(t.Wrong) + " wrong"
	}
	return s
}

func num(v float64) string { return fmt.Sprintf("%.2f", v) }

// Percent formats a share: "12.5 %".
func Percent(n, of int) string {
	if n == 0 || of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}
