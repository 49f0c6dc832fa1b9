package insights

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
)

// height is that of a plot, in its own units; bars are as wide as they are many.
const height = 100

// rect is a bar of a plot, from above.
type rect struct {
	class      string
	x, y, w, h float64
}

// mark is what stands for some exchanges in a plot: bars, and where they lead.
type mark struct {
	title string
	at    templ.SafeURL
	bars  []rect
}

// moment writes a time as since: and before: read it.
func moment(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// at is the list of what the filter selects and some terms do, too.
func (p page) at(terms ...string) templ.SafeURL {
	q := p.Query.In("")
	for _, t := range terms {
		if t != "" {
			q.Text = strings.TrimSpace(q.Text + " " + t)
		}
	}
	return templ.SafeURL(q.At("/traffic"))
}

// within are the terms that a stretch of time adds.
func within(b insight.Bin) string {
	return link.Term("since", moment(b.From)) + " " + link.Term("before", moment(b.To))
}

// calls are the bars of how many there were over time, those that failed at the bottom.
func (p page) calls() (marks []mark, most int) {
	for _, b := range p.Times {
		most = max(most, b.Count)
	}
	for i, b := range p.Times {
		if b.Count == 0 {
			continue
		}
		m := mark{title: fmt.Sprintf("%s: %s%s", words.Moment(b.From, p.To), words.Plural(b.Count, "exchange"), faults(b.Tally)), at: p.at(within(b))}
		y := float64(height)
		for _, part := range []struct {
			class string
			n     int
		}{{"failed", b.Failed}, {"wrong", b.Wrong}, {"fine", b.Count - b.Failed - b.Wrong}} {
			if part.n > 0 {
				h := height * float64(part.n) / float64(most)
				y -= h
				m.bars = append(m.bars, rect{part.class, float64(i) + 0.1, y, 0.8, h})
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

// scale is a logarithmic scale of durations.
type scale struct{ least, most float64 }

// y is where a duration lies, from above.
func (s scale) y(d time.Duration) float64 {
	v := (math.Log10(math.Max(float64(d), 1)) - s.least) / (s.most - s.least)
	return height * (1 - math.Min(math.Max(v, 0), 1))
}

// durations is the scale that holds the P50 and the P95 of all stretches, in whole decades.
func (p page) durations() scale {
	least, most := time.Duration(math.MaxInt64), time.Millisecond
	for _, b := range p.Times {
		if b.Total.Count > 0 {
			least, most = min(least, b.Total.P50), max(most, b.Total.P95)
		}
	}
	least = max(min(least, most), 1)
	s := scale{math.Floor(math.Log10(float64(least))), math.Ceil(math.Log10(float64(most)))}
	s.most = max(s.most, s.least+1)
	return s
}

// lines are the durations that the plot has a line for.
func (s scale) lines() (all []time.Duration) {
	for e := s.least; e <= s.most; e++ {
		all = append(all, time.Duration(math.Pow(10, e)))
	}
	return all
}

// latency are the bars of how long calls took over time: from P50 to P95.
func (p page) latency(s scale) (marks []mark) {
	for i, b := range p.Times {
		if b.Total.Count == 0 {
			continue
		}
		top, middle := s.y(b.Total.P95), min(s.y(b.Total.P50), height-1.5)
		top = min(top, middle-1)
		marks = append(marks, mark{
			title: fmt.Sprintf("%s: P50 %s, P95 %s of %s", words.Moment(b.From, p.To), words.Took(b.Total.P50), words.Took(b.Total.P95), words.Plural(b.Total.Count, "exchange")),
			at:    p.at(within(b), "outcome:agent"),
			bars:  []rect{{"spread", float64(i) + 0.25, max(top, 0), 0.5, middle - max(top, 0)}, {"median", float64(i) + 0.1, middle - 1.5, 0.8, 3}},
		})
	}
	return marks
}

// spans are the bars of a distribution. terms are those of what it counts, and key that of
// the duration.
func (p page) spans(bars []insight.Bar, key, terms string) (marks []mark, most int) {
	for _, b := range bars {
		most = max(most, b.Count)
	}
	for i, b := range bars {
		if b.Count == 0 {
			continue
		}
		h := height * float64(b.Count) / float64(most)
		marks = append(marks, mark{title: fmt.Sprintf("%s: %s", spanWords(b), words.Plural(b.Count, "exchange")), at: p.at(terms, spanTerms(b, key)),
			bars: []rect{{"fine", float64(i) + 0.1, height - h, 0.8, h}}})
	}
	return marks, most
}

func spanWords(b insight.Bar) string {
	switch {
	case b.Below == 0:
		return part.Took(b.Least) + " or more"
	case b.Least == 0:
		return "under " + part.Took(b.Below)
	}
	return part.Took(b.Least) + " to " + part.Took(b.Below)
}

// spanTerms find what a bar counts: both bounds of the language are part of what they select.
func spanTerms(b insight.Bar, key string) string {
	var terms []string
	if b.Least > 0 {
		terms = append(terms, key+":>"+b.Least.String())
	}
	if b.Below > 0 {
		terms = append(terms, key+":<"+(b.Below-1).String())
	}
	return strings.Join(terms, " ")
}

// share is a part of a whole for people: "12.5 %".
func share(n, of int) string {
	if n == 0 || of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}

// num is a number in an attribute of a drawing.
func num(v float64) string { return fmt.Sprintf("%.2f", v) }
