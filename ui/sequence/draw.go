package sequence

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

// Heights in the diagram, in pixels.
const (
	headRoom    = 6 // above the first arrow
	requestRoom = 34
	quoteRoom   = 14 // for a message's text above its arrow
	eventRoom   = 20
	endRoom     = 24
	gapRoom     = 30
	gapLine     = 20 // the part of gapRoom above the line, for the time of the previous arrow
	lostRoom    = 32
	usualRoom   = 3  // added for the usual time between two arrows
	maxStretch  = 20 // the most that time alone adds between two arrows
	footRoom    = 30
)

// minGap is the shortest time without an event that may be cut out.
const minGap = 2 * time.Second

type gapMark struct {
	Y    float64
	Text string
}

// maxEventArrows is how many events of a stream get an arrow. The others are ticks.
const maxEventArrows = 12

func (d *Diagram) draw(now time.Time) {
	var marks []*mark
	for _, h := range d.Calls {
		h.mark()
		marks = append(marks, h.Marks...)
	}
	d.Wide = d.laneWidth()
	d.fitQuotes()
	slices.SortStableFunc(marks, func(a, b *mark) int {
		return cmp.Or(a.At.Compare(b.At), 0)
	})
	d.place(marks)
	for _, h := range d.Calls {
		h.Top = h.Marks[0].Y
		h.Work = h.Top
		if len(h.Marks) > 1 && h.Marks[1].Path == pathResumed {
			h.Work = h.Marks[1].Y
		}
		h.End = h.Marks[len(h.Marks)-1].Y
		if h.X.Outcome == wire.Open {
			h.End = float64(d.Height) - footRoom/2
		}
		h.bands(marks)
	}
	d.slots()
	d.placeLives()
}

// place positions the arrows in order of time. Distances grow with the logarithm of the time
// between arrows, within bounds. Times far longer than usual are cut out and marked.
func (d *Diagram) place(marks []*mark) {
	y := float64(headRoom)
	if d.usual == 0 {
		d.usual = usualStep(marks)
	}
	usual := d.usual
	for i, m := range marks {
		m.Step = i + 1
		dt, idle := time.Duration(0), time.Duration(0)
		if i > 0 {
			dt = m.At.Sub(marks[i-1].At)
		}
		if idle = dt; dt >= minGap {
			idle = min(dt, m.At.Sub(d.lastBefore(m.At)))
		}
		y = d.placeGaps(y, m.At)
		switch {
		case idle >= minGap && idle > 12*usual:
			d.Gaps = append(d.Gaps, gapMark{Y: y + gapLine, Text: part.Duration(idle) + " later"})
			y += gapRoom
		case usual > 0:
			y += min(usualRoom*math.Log2(1+float64(dt)/float64(usual)), maxStretch)
		}
		y += m.room
		m.Y = y
		if m.Time = "0"; i > 0 {
			m.Time = sinceFirst(m.At.Sub(marks[0].At), marks[i-1].At.Sub(marks[0].At), marks[i-1].Time)
		}
	}
	d.Steps = len(marks)
	y = d.placeGaps(y, time.Time{})
	d.Height = int(y) + footRoom
}

// lastBefore returns when the last event before a moment arrived, drawn or not. During a run it is
// that moment itself. It is zero before the first event.
func (d *Diagram) lastBefore(at time.Time) (last time.Time) {
	came := func(from, until time.Time) {
		if from.Before(at) && until.After(last) {
			last = until
		}
	}
	for _, h := range d.Calls {
		for _, r := range h.sketch.Rows {
			came(r.At, r.Until)
		}
		if len(h.sketch.Rows) == 0 && h.X.Frames > 1 {
			came(h.X.FirstByte, h.X.LastByte)
		}
	}
	if last.After(at) {
		return at
	}
	return last
}

// placeGaps positions the gaps that began before a moment (zero: all), from y on. It
// returns the y below them.
func (d *Diagram) placeGaps(y float64, before time.Time) float64 {
	for len(d.lostGaps) > 0 && (before.IsZero() || d.lostGaps[0].From.Before(before)) {
		d.LostMarks = append(d.LostMarks, gapMark{Y: y + lostRoom/2, Text: words.DescribeSessionGap(d.lostGaps[0])})
		y, d.lostGaps = y+lostRoom, d.lostGaps[1:]
	}
	return y
}

func usualStep(marks []*mark) time.Duration {
	var all []time.Duration
	for i := 1; i < len(marks); i++ {
		if dt := marks[i].At.Sub(marks[i-1].At); dt > 0 {
			all = append(all, dt)
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// mark makes the arrows of an exchange.
func (h *hop) mark() {
	x := h.X
	h.Marks = h.requests()
	rows, shown, rest := h.sketch.Rows, 0, findingList{}
	for i, r := range rows {
		if shown >= maxEventArrows && i < len(rows)-1 && (r.Findings.exclude(h.muted).count() == 0 || shown >= 2*maxEventArrows) {
			rest = rest.merge(r.Findings)
			continue
		}
		if r.Word == "error" && i == len(rows)-1 && x.Outcome == wire.ByAgent && x.Labels.Error != "" && len(r.Passages) == 0 {
			rest = rest.merge(r.Findings) // the end of the exchange shows the error
			continue
		}
		shown++
		h.inject(r.Passages)
		h.Marks = append(h.Marks, &mark{Kind: "event", At: r.At, IsResponse: true, Tone: part.Tone(r.State), Label: r.passageWord() + r.label(), findings: r.Findings,
			Sentence: h.eventSentence(r) + r.passageSentence(), Path: r.path(), room: eventRoom, hop: h, first: r.From, last: r.To})
	}
	h.markHeld()
	h.inject(h.sketch.LastPassages)
	if x.Outcome != wire.Open {
		h.Marks = append(h.Marks, h.ending())
	}
	h.assignFindings(rest)
}

func (h *hop) ending() *mark {
	way := ""
	if !h.reached() && !h.stopped() {
		way = pathInjected
	}
	at := h.X.Ended
	if at.IsZero() {
		at = h.X.Started
	}
	return &mark{Kind: "end", At: at, IsResponse: true, Tone: h.endTone(), Label: h.endLabel(), Sentence: h.endSentence(), Path: way, room: endRoom, hop: h}
}

// bands marks runs of events as sections of the bar.
func (h *hop) bands(marks []*mark) {
	for _, r := range h.sketch.Rows {
		if r.Events < 2 {
			continue
		}
		from, to := yAt(marks, r.At), yAt(marks, r.Until)
		h.Bands = append(h.Bands, band{Y: from, Height: max(to-from, 4)})
	}
	if len(h.sketch.Rows) == 0 && h.X.Frames > 1 && !h.X.FirstByte.IsZero() {
		from, to := yAt(marks, h.X.FirstByte), yAt(marks, h.X.LastByte)
		h.Bands = append(h.Bands, band{Y: from, Height: max(to-from, 4)})
	}
}

// yAt interpolates the y of a moment between the arrows around it.
func yAt(marks []*mark, t time.Time) float64 {
	i, _ := slices.BinarySearchFunc(marks, t, func(m *mark, t time.Time) int { return m.At.Compare(t) })
	switch {
	case i == 0:
		return marks[0].Y
	case i == len(marks):
		return marks[len(marks)-1].Y
	}
	a, b := marks[i-1], marks[i]
	span := b.At.Sub(a.At)
	if span <= 0 {
		return b.Y
	}
	return a.Y + (b.Y-a.Y)*float64(t.Sub(a.At))/float64(span)
}

// slots places overlapping bars of a lane side by side.
func (d *Diagram) slots() {
	for i, h := range d.Calls {
		taken := map[int]bool{}
		for _, o := range d.Calls[:i] {
			if o.To == h.To && o.End > h.Top {
				taken[o.Slot] = true
			}
		}
		for taken[h.Slot] && h.Slot < 5 {
			h.Slot++
		}
	}
}

// placeLives finds the section of each lane in which its party takes part. Before it, the lane's
// line is dotted.
func (d *Diagram) placeLives() {
	d.Lives = make([]life, len(d.Lanes))
	for i := range d.Lives {
		d.Lives[i].Top = float64(d.Height)
	}
	for _, h := range d.Calls {
		from, to := &d.Lives[h.From], &d.Lives[h.To]
		from.Top, from.End = min(from.Top, h.Top), max(from.End, h.End)
		if h.stopped() || h.reached() {
			to.Top, to.End = min(to.Top, h.Work), max(to.End, h.End)
		}
	}
}

func (h *hop) endTone() string {
	switch {
	case record.Row{Exchange: h.X}.IsBroken(), h.X.Labels.Error != "", words.HasFailedStatus(&h.X), h.answerEnding().Failed, h.isWrong():
		return "failed"
	case h.X.Outcome == wire.Cancelled, h.X.Outcome == wire.Interrupted:
		return "canceled"
	}
	return part.Tone(a2a.State(h.X.Labels.State))
}

// sinceFirst labels the axis, which starts at the first arrow. before and label are those of the arrow
// before: a later time has as many digits as it takes to tell both apart, down to a microsecond.
func sinceFirst(d, before time.Duration, label string) string {
	if d-before < time.Microsecond {
		return label
	}
	more := 0
	for more < 3 && timeWord(d, more) == timeWord(before, more) {
		more++
	}
	return timeWord(d, more)
}

// timeWord formats a time down to 0.1 ms, or to 1 ms from a second on, with some more digits. It never
// rounds up, so that labels of different precision stay in order.
func timeWord(d time.Duration, more int) string {
	switch at := (time.Time{}).Add(d); {
	case d < time.Second:
		digits := min(1+more, 3)
		return fmt.Sprintf("+%.*f ms", digits, truncated(d, time.Millisecond, digits))
	case d < time.Minute:
		return fmt.Sprintf("+%.*f s", 3+more, truncated(d, time.Second, 3+more))
	case d < time.Hour:
		return at.Format("+4:05.000" + strings.Repeat("0", min(more, 1)))
	default:
		return fmt.Sprintf("+%d%s", int(d.Hours()), at.Format(":04:05.000"))
	}
}

// truncated returns a duration as a multiple of unit, cut after some decimal digits.
func truncated(d, unit time.Duration, digits int) float64 {
	return float64(d.Truncate(unit/time.Duration(math.Pow10(digits)))) / float64(unit)
}
