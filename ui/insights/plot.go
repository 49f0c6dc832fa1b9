package insights

import (
	"fmt"
	"math"
	"time"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
)

// moment writes a time as since: and before: read it.
func moment(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// at is the list of what the filter selects and some terms do, too.
func (p page) at(terms string) string { return p.Query.In("").With(terms).At("/traffic") }

// during is the list of what began in a stretch of time.
func (p page) during(b insight.Bin) string { return p.at(p.within(b)) }

// within are the terms of a stretch of time, as far as exchanges were read.
func (p page) within(b insight.Bin) string {
	from, to := b.From, b.To
	if from.Before(p.From) {
		from = p.From
	}
	if end := p.To.Add(1); end.Before(to) {
		to = end
	}
	return link.Term("since", moment(from)) + " " + link.Term("before", moment(to))
}

// scale is a logarithmic scale of durations.
type scale struct{ least, most float64 }

// y is where a duration lies, from above.
func (s scale) y(d time.Duration) float64 {
	v := (math.Log10(math.Max(float64(d), 1)) - s.least) / (s.most - s.least)
	return part.PlotHeight * (1 - math.Min(math.Max(v, 0), 1))
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
func (p page) latency(s scale) (marks []part.PlotMark) {
	for i, b := range p.Times {
		if b.Total.Count == 0 {
			continue
		}
		top, middle := s.y(b.Total.P95), min(s.y(b.Total.P50), part.PlotHeight-1.5)
		top = min(top, middle-1)
		marks = append(marks, part.PlotMark{
			Title: fmt.Sprintf("%s: P50 %s, P95 %s of %s", words.Moment(b.From, p.To), words.Took(b.Total.P50), words.Took(b.Total.P95), words.Plural(b.Total.Count, "exchange")),
			At:    p.at(p.within(b) + " outcome:agent"),
			Bars:  []part.Rect{{Class: "spread", X: float64(i) + 0.25, Y: max(top, 0), W: 0.5, H: middle - max(top, 0)}, {Class: "median", X: float64(i) + 0.1, Y: middle - 1.5, W: 0.8, H: 3}},
		})
	}
	return marks
}

// spans are the bars of a distribution. terms are those of what it counts, key that of the
// duration, and all what it counts in all.
func (p page) spans(bars []insight.Bar, all insight.Quantiles, key, terms string) (marks []part.PlotMark, most int) {
	for _, b := range bars {
		most = max(most, b.Count)
	}
	for i, b := range bars {
		if b.Count == 0 {
			continue
		}
		h := part.PlotHeight * float64(b.Count) / float64(most)
		marks = append(marks, part.PlotMark{Title: fmt.Sprintf("%s: %s", spanWords(b), words.Plural(b.Count, "exchange")), At: p.at(terms + " " + spanTerms(b, all, key)),
			Bars: []part.Rect{{Class: "fine", X: float64(i) + 0.1, Y: part.PlotHeight - h, W: 0.8, H: h}}})
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

// spanTerms find what a bar counts, no shorter and no longer than what was read: a filter may
// bound the same duration. Both bounds are part of what they select.
func spanTerms(b insight.Bar, all insight.Quantiles, key string) string {
	least, most := max(b.Least, all.Min), all.Max
	if b.Below > 0 {
		most = min(b.Below-1, all.Max)
	}
	terms := key + ":<" + max(most, 1).String()
	if least > 0 {
		terms = key + ":>" + least.String() + " " + terms
	}
	return terms
}

// streams are the terms of what the time to the first byte is counted of.
func (p page) streams() string {
	if len(p.Filter.Ops) > 0 {
		return "is:stream"
	}
	return "op:stream op:subscribe"
}

// stretch is the length of a stretch of time.
func stretch(d time.Duration) string {
	if days := int(d / (24 * time.Hour)); days > 0 {
		return words.Plural(days, "day")
	}
	return part.Took(d)
}
