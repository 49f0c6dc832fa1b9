package exchange

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// The chart's size does not depend on the number of events. Positions and widths are percentages of
// its axis, so that it fills the available width while its text keeps its size.
const (
	chartBins    = 220    // number of columns in which events are counted
	chartSingles = 200    // up to this many events, each has its own mark
	chartGaps    = 5      // maximum number of gaps that are marked: the longest
	chartFrames  = 200000 // most events that are read for the chart
)

// chart shows the events of an exchange on a time axis.
type chart struct {
	Total         time.Duration // from the request to the end, or to now
	Open          bool
	Ticks         []mark // of the axis
	Phases        []bar  // request, wait, response
	Events        []bar  // one mark per event or, for many events, columns
	Bytes         []bar  // columns
	HeldBars      []bar  // frames held on their way, from arrival to forwarding
	Gaps          []gap  // the longest, in order of time
	First         *mark  // the first event, nil for none
	Artifact      *mark  // the first artifact, nil for none
	Count         int    // number of events
	Size          int64  // bytes of all events
	Single        bool   // each event has its own mark
	Cut           bool   // there are more events than were read
	firstAt, last time.Duration
}

type mark struct {
	X, Word string
	At      time.Duration
}

type bar struct{ X, Y, W, H, Class, Title string }

// gap is a stretch of time without an event.
type gap struct {
	From, Length time.Duration
	X, W         string
	Event        int // number of the event before it
}

type arrival struct {
	n    int
	at   time.Duration
	size int64
	word string
}

func (s *Screen) chartOf(ctx context.Context, d *detail) (*chart, error) {
	end := d.X.Ended
	if end.IsZero() {
		end = d.Now
	}
	c := &chart{Total: max(end.Sub(d.X.Started), time.Microsecond), Open: d.X.Ended.IsZero()}
	var all []arrival
	if d.tape.Streams() {
		words := rowsOf(d.tape.Fold)
		n := 0
		_, _, _, err := tape.FrameOf(ctx, s.Library, &d.X, func(f wire.Frame) bool {
			n++
			if f.Kind != wire.Comment {
				all = append(all, arrival{n, f.Complete.Sub(d.X.Started), f.Length, words(n)})
			}
			c.Cut = len(all) == chartFrames
			return c.Cut
		})
		if err != nil {
			return nil, err
		}
	}
	c.axis()
	c.phases(&d.X)
	c.events(all)
	c.drawHeld(d.Passages, d.X.Started)
	return c, nil
}

// rowsOf returns a function that names the n-th event of a fold. n must not decrease between calls.
func rowsOf(f *stream.Fold) func(n int) string {
	i := 0
	return func(n int) string {
		for f != nil && i < len(f.Rows) && (f.Rows[i].Between() || f.Rows[i].To < n) {
			i++
		}
		if f == nil || i == len(f.Rows) {
			return ""
		}
		return f.Rows[i].Word
	}
}

// x returns the position of a moment, in percent of the axis.
func (c *chart) x(at time.Duration) float64 {
	return 100 * min(max(float64(at)/float64(c.Total), 0), 1)
}

func percent(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) + "%" }

func (c *chart) axis() {
	step := math.Pow(10, math.Floor(math.Log10(float64(c.Total)/5)))
	for _, by := range []float64{1, 2, 5, 10} {
		if float64(c.Total)/(step*by) <= 6 {
			step *= by
			break
		}
	}
	for i := 0; float64(i)*step <= float64(c.Total) && i < 12; i++ {
		at := time.Duration(float64(i) * step)
		c.Ticks = append(c.Ticks, mark{X: percent(c.x(at)), Word: axisWord(at), At: at})
	}
}

func axisWord(d time.Duration) string {
	switch {
	case d == 0:
		return "0"
	case d%time.Second == 0 && d < time.Minute:
		return fmt.Sprintf("%d s", d/time.Second)
	case d%time.Millisecond == 0 && d < time.Second:
		return fmt.Sprintf("%d ms", d/time.Millisecond)
	}
	return part.Duration(d)
}

func (c *chart) phases(x *wire.Exchange) {
	at := func(t time.Time) time.Duration {
		if t.IsZero() {
			return -1
		}
		return t.Sub(x.Started)
	}
	sent, head, first := max(at(x.RequestDone), 0), at(x.Answered), at(x.FirstByte)
	if first < 0 {
		if first = head; first < 0 {
			first = c.Total
		}
	}
	if head < 0 || head > first {
		head = first
	}
	last := max(at(x.LastByte), first)
	for _, p := range []struct {
		class, word string
		from, to    time.Duration
	}{{"request", "request", 0, sent}, {"wait", "wait for the head", sent, head}, {"head", "wait for the body", max(head, sent), first}, {"answer", "body", first, last}} {
		if p.to <= p.from {
			continue
		}
		c.Phases = append(c.Phases, bar{X: percent(c.x(p.from)), W: percent(max(c.x(p.to)-c.x(p.from), 0.2)), Class: "phase-" + p.class,
			Title: p.word + " " + part.Duration(p.to-p.from)})
	}
}

func (c *chart) events(all []arrival) {
	if c.Count = len(all); c.Count == 0 {
		return
	}
	c.firstAt, c.last = all[0].at, all[c.Count-1].at
	c.First = &mark{X: percent(c.x(c.firstAt)), Word: "first event", At: c.firstAt}
	if i := slices.IndexFunc(all, func(e arrival) bool { return e.word == "artifact" || e.word == "append" }); i >= 0 {
		c.Artifact = &mark{X: percent(c.x(all[i].at)), Word: "first artifact", At: all[i].at}
	}
	var counts [chartBins]int
	var sizes [chartBins]int64
	for _, e := range all {
		c.Size += e.size
		bin := min(int(float64(e.at)/float64(c.Total)*chartBins), chartBins-1)
		counts[max(bin, 0)]++
		sizes[max(bin, 0)] += e.size
	}
	if c.Single = c.Count <= chartSingles; c.Single {
		for _, e := range all {
			c.Events = append(c.Events, bar{X: percent(c.x(e.at)), Y: "44", W: "2", H: "24", Class: "event-" + eventClass(e.word),
				Title: fmt.Sprintf("#%d %s at %s, %s", e.n, eventClass(e.word), part.Duration(e.at), part.Bytes(e.size))})
		}
	}
	c.columns(counts[:], sizes[:])
	c.gaps(all)
}

func (c *chart) drawHeld(list []wire.Passage, started time.Time) {
	for _, p := range waits(list) {
		if p.Side != wire.Response {
			continue
		}
		to := p.At.Sub(started)
		from := to - time.Duration(p.HoldTime)
		c.HeldBars = append(c.HeldBars, bar{X: percent(c.x(from)), Y: "50", W: percent(max(c.x(to)-c.x(from), 0.2)), H: "12",
			Title: waitWord(p, true) + ", from " + part.Duration(from) + " to " + part.Duration(to)})
	}
}

func (c *chart) columns(counts []int, sizes []int64) {
	width := 100 / float64(chartBins)
	most, heaviest := slices.Max(counts), slices.Max(sizes)
	for i := range chartBins {
		if counts[i] == 0 {
			continue
		}
		from := time.Duration(float64(c.Total) * float64(i) / chartBins)
		column := func(share float64, bottom float64, title string) bar {
			h := max(share*24, 1.5)
			return bar{X: percent(float64(i) * width), Y: part.Num(bottom - h), W: percent(width), H: part.Num(h), Title: title}
		}
		if !c.Single {
			c.Events = append(c.Events, column(math.Log1p(float64(counts[i]))/math.Log1p(float64(most)), 68, part.Plural(counts[i], "event")+" from "+part.Duration(from)))
		}
		c.Bytes = append(c.Bytes, column(float64(sizes[i])/float64(max(heaviest, 1)), 104, part.Bytes(sizes[i])+" from "+part.Duration(from)))
	}
}

// gaps stores the longest gaps that take at least a twentieth of the total time.
func (c *chart) gaps(all []arrival) {
	for i := 1; i < len(all); i++ {
		if wait := all[i].at - all[i-1].at; wait*20 >= c.Total {
			c.Gaps = append(c.Gaps, gap{From: all[i-1].at, Length: wait, X: percent(c.x(all[i-1].at)), W: percent(c.x(all[i].at) - c.x(all[i-1].at)), Event: all[i-1].n})
		}
	}
	slices.SortStableFunc(c.Gaps, func(a, b gap) int { return cmp.Compare(b.Length, a.Length) })
	c.Gaps = c.Gaps[:min(len(c.Gaps), chartGaps)]
	slices.SortFunc(c.Gaps, func(a, b gap) int { return cmp.Compare(a.From, b.From) })
}

func eventClass(word string) string {
	switch word {
	case "state", "task":
		return "state"
	case "artifact", "append":
		return "artifact"
	case "message", "error":
		return word
	}
	return "other"
}

// rate formats how many per second arrived between the first and the last event; "" if that time is
// too short.
func (c *chart) rate(n float64, unit func(float64) string) string {
	d := c.last - c.firstAt
	if c.Count < 2 || d < time.Millisecond {
		return ""
	}
	return unit(n/d.Seconds()) + "/s"
}

func (c *chart) Rates() string {
	events := c.rate(float64(c.Count-1), func(v float64) string {
		if v >= 100 {
			return part.Count(int(v)) + " events"
		}
		return fmt.Sprintf("%.1f events", v)
	})
	if events == "" {
		return ""
	}
	return events + " · " + c.rate(float64(c.Size), func(v float64) string { return part.Bytes(int64(v)) })
}

func (c *chart) Describe() string {
	said := []string{"Total " + part.Duration(c.Total)}
	if c.First != nil {
		said = append(said, "first event after "+part.Duration(c.First.At))
	}
	if c.Artifact != nil {
		said = append(said, "first artifact after "+part.Duration(c.Artifact.At))
	}
	if c.Count > 0 {
		said = append(said, part.Plural(c.Count, "event")+", "+part.Bytes(c.Size))
	}
	for _, b := range c.HeldBars {
		said = append(said, b.Title)
	}
	for _, g := range c.Gaps {
		said = append(said, "a gap of "+part.Duration(g.Length)+" after "+part.Duration(g.From))
	}
	return strings.Join(said, "; ")
}

// height returns the chart's height in pixels.
func (c *chart) height() string {
	if c.streams() {
		return "110"
	}
	return "40"
}

func (c *chart) streams() bool { return c.Count > 0 }
