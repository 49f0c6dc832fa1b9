package insights

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/part"
)

// TestMarksFindTheirExchanges: the filter of a mark parses, and selects the time or the durations
// that the mark represents, with the plot's inclusive and exclusive bounds.
func TestMarksFindTheirExchanges(t *testing.T) {
	noon := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	var xs []wire.Sample
	for i := range 50 {
		xs = append(xs, wire.Sample{Started: noon.Add(time.Duration(-i) * 700 * time.Millisecond), FirstByte: time.Duration(i) * time.Millisecond, Duration: time.Duration(i*i) * time.Millisecond,
			Op: "SendStreamingMessage", Status: 200, Outcome: wire.ByAgent, Failed: i%7 == 0})
	}
	// The page's own bounds are narrower than the outermost marks, and must not
	// hide any exchange of theirs.
	p := page{Listing: list.Listing{Query: link.Query{Text: "op:stream since:2026-03-04T11:00 dur:<1h outcome:agent"}}, Figures: insight.FiguresOf(wire.SampleSet{Samples: xs})}
	calls, most := part.CallMarks(p.Times, p.binURL)
	latency, _, _ := part.LatencyMarks(p.Times, p.answeredURL)
	total, _ := p.spans(p.TotalSpans, p.Total, "dur", "outcome:agent")
	first, _ := p.spans(p.FirstSpans, p.First, "first", p.streams())
	if most == 0 || len(calls) == 0 || len(latency) == 0 || len(total) == 0 || len(first) == 0 {
		t.Fatalf("%d calls at most, %d %d %d %d marks", most, len(calls), len(latency), len(total), len(first))
	}
	for _, set := range [][]part.PlotMark{calls, latency, total, first} {
		sum := 0
		for _, m := range set {
			f := read(t, m)
			for _, x := range xs {
				if selects(f, x) {
					sum++
				}
			}
			for _, b := range m.Bars {
				if b.H <= 0 || b.Y < 0 || b.Y+b.H > part.PlotHeight+0.01 {
					t.Errorf("%s: a bar lies outside: %+v", m.Title, b)
				}
			}
		}
		if sum != len(xs) {
			t.Errorf("the marks of %q find %d exchanges, want %d", set[0].Title, sum, len(xs))
		}
	}
}

func read(t *testing.T, m part.PlotMark) wire.Filter {
	t.Helper()
	_, query, _ := strings.Cut(m.URL, "?")
	q := link.QueryOf(values(t, query))
	if q.Err != "" || q.View != "" {
		t.Fatalf("%s: %s (view %q)", m.URL, q.Err, q.View)
	}
	f, err := words.FilterVocabulary().Parse(q.Text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// selects filters by time and duration as the record does.
func selects(f wire.Filter, x wire.Sample) bool {
	within := func(d, least, most time.Duration) bool { return d >= least && (most == 0 || d <= most) }
	return within(x.Duration, f.MinTime, f.MaxTime) && within(x.FirstByte, f.MinFirst, f.MaxFirst) &&
		(f.Since.At.IsZero() || !x.Started.Before(f.Since.At)) && (f.Until.At.IsZero() || x.Started.Before(f.Until.At))
}

func values(t *testing.T, query string) url.Values {
	t.Helper()
	v, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
