package list

import (
	"context"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// StripView keeps the overview above a list current: calls over time, failures, and durations.
type StripView struct {
	s    *Lists
	q    link.Query
	took time.Duration // time that the last drawing took
}

// Pace implements web.Paced. Drawing takes at most a twentieth of the time.
func (v *StripView) Pace() time.Duration { return max(time.Second, 20*v.took) }

// Concerns implements web.Selective.
func (v *StripView) Concerns(n web.Notice) bool { return Concerns(v.q.Filter, n) }

// Draw implements web.View.
func (v *StripView) Draw(ctx context.Context, p *web.Patches) error {
	start := time.Now()
	v.q = v.s.ResolveCurrent(v.q)
	samples, err := v.s.Samples.Read(ctx, v.q.Filter)
	if err != nil {
		return err
	}
	p.Changed("strip", strip(insight.OverviewOf(samples)))
	v.took = time.Since(start)
	return nil
}

// stripMarks returns the bars of the overview, for calls and durations, and
// the ends of their scales.
func stripMarks(f insight.Figures) (calls, latency []part.PlotMark, scale []string) {
	nowhere := func(insight.Bin) string { return "" } // no links: strip.js selects the bars under the pointer
	calls, count := part.CallMarks(f.Times, nowhere)
	latency, least, most := part.LatencyMarks(f.Times, nowhere)
	if len(latency) == 0 {
		return calls, nil, []string{words.Count(count), "", ""}
	}
	return calls, latency, []string{words.Count(count), words.FormatDuration(most), words.FormatDuration(least)}
}

func stripWords(f insight.Figures) string {
	s := words.Plural(f.Count, "exchange")
	if f.HasOlder {
		s = "newest " + s
	}
	return fmt.Sprintf("%s to %s · %s%s", words.Moment(f.From, f.To), words.Moment(f.To, f.To), s, part.Faults(f.Tally))
}
