package traffic

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/web"
)

// totalsView keeps the line below the tasks current, which counts all of them and not the page's.
type totalsView struct {
	s    *Screen
	q    link.Query
	of   *tasksView    // drawn before it: it knows whether tasks changed
	took time.Duration // the last drawing
}

// Pace implements web.Paced: drawing takes a twentieth of the time at most.
func (v *totalsView) Pace() time.Duration { return max(time.Second, 20*v.took) }

// Concerns implements web.Selective.
func (v *totalsView) Concerns(n web.Notice) bool { return list.Concerns(v.q.Filter, n) }

// Draw implements web.View.
func (v *totalsView) Draw(ctx context.Context, p *web.Patches) error {
	if !v.of.changed {
		return nil
	}
	v.of.changed = false
	start := time.Now()
	v.q = v.s.Lists.Today(v.q)
	samples, err := v.s.Lists.Samples.Read(ctx, v.q.Filter)
	if err != nil {
		return err
	}
	p.Changed("task-totals", taskTotals(indexOf(samples).words()))
	v.took = time.Since(start)
	return nil
}
