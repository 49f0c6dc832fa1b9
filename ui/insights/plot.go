package insights

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
)

// moment formats a time for the filter keys since: and before:.
func moment(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// trafficURL returns the URL of the list of exchanges that match both the filter and terms.
func (p page) trafficURL(terms string) string {
	if p.OmitsExaminations {
		terms = strings.TrimSpace("-is:examined " + terms)
	}
	return p.Query.InView("").WithTerms(terms).URL("/traffic")
}

// examinedURL returns the URL of the same figures for examinations alone.
func (p page) examinedURL() string { return p.Query.WithTerms("is:examined").URL("/traffic") }

// binURL returns the URL of the list of exchanges that began in a bin.
func (p page) binURL(b insight.Bin) string { return p.trafficURL(p.within(b)) }

// answeredURL returns the URL of the list of those exchanges in a bin that the agent ended.
func (p page) answeredURL(b insight.Bin) string { return p.trafficURL(p.within(b) + " outcome:agent") }

// within returns the filter terms of a bin, limited to the time of the exchanges that were read.
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

// Titles of the distributions: of calls that the agent ended, and of streams.
const (
	durations  = "Latency of answered calls"
	firstBytes = "Time to the first byte of streams"
)

// spans returns the bars of a distribution. terms selects what it counts, key is the filter key of
// the duration, and all describes all counted exchanges.
func (p page) spans(bars []insight.Bar, all insight.Quantiles, key, terms string) (marks []part.PlotMark, most int) {
	for _, b := range bars {
		most = max(most, b.Count)
	}
	for i, b := range bars {
		if b.Count == 0 {
			continue
		}
		h := part.PlotHeight * float64(b.Count) / float64(most)
		marks = append(marks, part.PlotMark{Title: fmt.Sprintf("%s: %s", spanWords(b), words.Plural(b.Count, "exchange")), URL: p.trafficURL(terms + " " + spanTerms(b, all, key)),
			Bars: []part.Rect{{Class: "fine", X: float64(i) + 0.1, Y: part.PlotHeight - h, W: 0.8, H: h}}})
	}
	return marks, most
}

func spanWords(b insight.Bar) string {
	switch {
	case b.UpperBound == 0:
		return part.Duration(b.LowerBound) + " or more"
	case b.LowerBound == 0:
		return "under " + part.Duration(b.UpperBound)
	}
	return part.Duration(b.LowerBound) + " to " + part.Duration(b.UpperBound)
}

// tick is a label below a distribution.
type tick struct{ X, Anchor, Text string }

// minGap is the number of bars between two labels at least.
const minGap = 3

// ticks labels both ends of a distribution, and the powers of ten between them.
func ticks(bars []insight.Bar) (out []tick) {
	at := func(i int, anchor, text string) tick {
		return tick{strconv.FormatFloat(100*float64(i)/float64(len(bars)), 'f', 2, 64) + "%", anchor, text}
	}
	out = append(out, at(0, "start", part.Duration(bars[0].LowerBound)))
	for i := minGap; i <= len(bars)-minGap; i++ {
		if isPowerOfTen(bars[i].LowerBound) {
			out = append(out, at(i, "middle", part.Duration(bars[i].LowerBound)))
		}
	}
	end := "longer"
	if d := bars[len(bars)-1].UpperBound; d > 0 {
		end = part.Duration(d)
	}
	return append(out, at(len(bars), "end", end))
}

func isPowerOfTen(d time.Duration) bool {
	for d >= 10 && d%10 == 0 {
		d /= 10
	}
	return d == 1
}

// countOrNone has the sign of part.Percent for none.
func countOrNone(n int) string {
	if n == 0 {
		return "–"
	}
	return words.Count(n)
}

// spanTerms returns the filter terms for what a bar counts. They stay within the durations that
// were read, because a filter may bound the same duration. Both bounds are inclusive.
func spanTerms(b insight.Bar, all insight.Quantiles, key string) string {
	least, most := max(b.LowerBound, all.Min), all.Max
	if b.UpperBound > 0 {
		most = min(b.UpperBound-1, all.Max)
	}
	terms := key + ":<" + max(most, 1).String()
	if least > 0 {
		terms = key + ":>" + least.String() + " " + terms
	}
	return terms
}

// streams returns the filter terms for exchanges whose time to the first byte is counted.
func (p page) streams() string {
	if len(p.Filter.Ops) > 0 {
		return "is:stream"
	}
	return "op:stream op:subscribe"
}

// stretch formats the length of a bin.
func stretch(d time.Duration) string {
	if days := int(d / (24 * time.Hour)); days > 0 {
		return words.Plural(days, "day")
	}
	return strings.TrimSuffix(strings.TrimSuffix(part.Duration(d), " 00 s"), " 00 m")
}
