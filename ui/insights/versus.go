package insights

import (
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

// earlierFirst makes the side whose exchanges began first side A, so that a change is one from then to now. A side
// without exchanges counts as the earlier one if it is what the page is compared with.
func (p page) earlierFirst() page {
	if p.Figures.IsBefore(p.Baseline.Figures) {
		return p
	}
	a := *p.Baseline
	a.Baseline, a.Recorded = &p, p.Recorded
	return a
}

// sideName names a side by its session, or else by its filter.
func (p page) sideName() string {
	if p.Text == "" {
		return "everything on record"
	}
	if i := slices.IndexFunc(p.Recorded, func(s wire.Session) bool { return s.ID == p.Filter.Session }); i >= 0 && p.Scope() == p.Text {
		return part.Short(record.SessionTitle(p.Recorded[i]), 80)
	}
	return part.Short(p.Text, 120)
}

func (p page) changes() []insight.Change { return insight.Changes(p.Tally, p.Baseline.Tally) }

// swapURL returns the URL of the page with the sides exchanged.
func (p page) swapURL() string { return p.Baseline.Query.URL("/traffic") }

func (p page) singleURL() string {
	q := p.Query
	q.Versus = ""
	return q.URL("/traffic")
}

func sessionTerm(id string) string { return link.Term("session", id) }

// versusSpans draws two aligned distributions side by side, each bar as a share of its own side.
// most is the share that the full height represents, in percent.
func (p page) versusSpans(a, b []insight.Bar, x, y insight.Quantiles, key string, terms func(page) string) (marks []part.PlotMark, most float64) {
	share := func(n int, all insight.Quantiles) float64 { return float64(n) / float64(max(all.Count, 1)) }
	for i := range a {
		most = max(most, share(a[i].Count, x), share(b[i].Count, y))
	}
	side := func(s page, letter, class string, at float64, bar insight.Bar, all insight.Quantiles) {
		if bar.Count == 0 {
			return
		}
		h := part.PlotHeight * share(bar.Count, all) / most
		marks = append(marks, part.PlotMark{Title: fmt.Sprintf("%s, %s: %s, %s", letter, spanWords(bar), words.Plural(bar.Count, "exchange"), part.Percent(bar.Count, all.Count)),
			URL: s.trafficURL(terms(s) + " " + spanTerms(bar, all, key)), Bars: []part.Rect{{Class: class, X: at, Y: part.PlotHeight - h, W: 0.4, H: h}}})
	}
	for i := range a {
		side(p, "A", "side-a", float64(i)+0.08, a[i], x)
		side(*p.Baseline, "B", "side-b", float64(i)+0.52, b[i], y)
	}
	return marks, 100 * most
}

// endedTerms returns the filter terms for exchanges whose total time is counted.
func endedTerms(page) string { return "outcome:agent" }

// compareLatency compares how long the calls of a group took on both sides.
func compareLatency(g insight.Pair) (p50, p95 insight.Change, ok bool) {
	for _, c := range insight.Changes(g.A.Tally, g.B.Tally) {
		switch c.Name {
		case "Total P50":
			p50, ok = c, true
		case "Total P95":
			p95 = c
		}
	}
	return p50, p95, ok
}

// minCompared is how many exchanges each side needs for a change to be more than chance.
const minCompared = 30

// tone returns the class of a figure, other than the number of exchanges, that changed by over 10 %: "worse" or
// "better"; "muted" if the smaller side has only few exchanges.
func tone(c insight.Change, a, b int) string {
	switch {
	case c.Unit == "exchanges":
		return ""
	case min(a, b) < minCompared:
		return "muted"
	case c.B > c.A*1.1:
		return "worse"
	case c.A > c.B*1.1:
		return "better"
	}
	return ""
}
