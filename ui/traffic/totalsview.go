package traffic

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/web"
)

// totalsView keeps the totals below the tasks current. They count all tasks, not only the page's.
type totalsView struct {
	s     *Screen
	q     link.Query
	tasks *tasksView    // drawn first: it knows whether tasks changed
	took  time.Duration // time that the last drawing took
}

// Pace implements web.Paced. Drawing takes at most a twentieth of the time.
func (v *totalsView) Pace() time.Duration { return max(time.Second, 20*v.took) }

// Concerns implements web.Selective.
func (v *totalsView) Concerns(n web.Notice) bool { return list.Concerns(v.q.Filter, n) }

// Draw implements web.View.
func (v *totalsView) Draw(ctx context.Context, p *web.Patches) error {
	if !v.tasks.changed {
		return nil
	}
	start := time.Now()
	v.q = v.s.Lists.ResolveCurrent(v.q)
	words, err := v.s.totals(ctx, v.q)
	if err != nil {
		return err
	}
	v.tasks.changed = false
	p.Changed("task-totals", taskTotals(words))
	v.took = time.Since(start)
	return nil
}

func (s *Screen) totals(ctx context.Context, q link.Query) (string, error) {
	samples, err := s.Lists.Samples.Read(ctx, q.Filter)
	return indexOf(samples).words(), err
}
