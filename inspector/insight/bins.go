package insight

import (
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// binSteps are the widths that bins may have; wider ones are whole days.
var binSteps = []time.Duration{100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second,
	10 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour, day}

const day = 24 * time.Hour

// binStep returns the smallest width with which few enough bins cover d.
func binStep(d time.Duration) time.Duration {
	for _, s := range binSteps {
		if d/s < maxBins-1 {
			return s
		}
	}
	return (d/(maxBins-1)/day + 1) * day
}

// bins divides the time between two moments into bins of equal width.
func bins(xs []wire.Sample, from, to time.Time) []Bin {
	width := binStep(to.Sub(from))
	start := from.Truncate(width)
	lists := make([][]wire.Sample, int(to.Sub(start)/width)+1)
	for _, x := range xs {
		i := int(x.Started.Sub(start) / width)
		lists[i] = append(lists[i], x)
	}
	out := make([]Bin, len(lists))
	for i, list := range lists {
		at := start.Add(time.Duration(i) * width)
		out[i] = Bin{at, at.Add(width), tally(list)}
	}
	return out
}

// bars counts sorted durations in steps of 1, 2 and 5 from the shortest to the longest.
func bars(ds []time.Duration) []Bar {
	if len(ds) == 0 {
		return nil
	}
	least := time.Duration(0)
	var out []Bar
	for _, below := range bounds() {
		n, _ := slices.BinarySearch(ds, below)
		if ds = ds[n:]; n > 0 || len(out) > 0 {
			out = append(out, Bar{least, below, n})
		}
		if least = below; len(ds) == 0 {
			return out
		}
	}
	return append(out, Bar{least, 0, len(ds)})
}

// bounds returns the bounds of bars: 100 µs, 200 µs, 500 µs, 1 ms … 500 s.
func bounds() (all []time.Duration) {
	for decade := 100 * time.Microsecond; decade <= 100*time.Second; decade *= 10 {
		all = append(all, decade, 2*decade, 5*decade)
	}
	return all
}
