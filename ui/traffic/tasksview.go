package traffic

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/web"
)

// tasksView keeps a page of tasks current. It reads only the tasks with changes, renders all lines,
// and sends those that differ.
type tasksView struct {
	s       *Screen
	q       link.Query
	page    taskPage // the page that is shown
	rows    web.Rows
	bar     list.Bar
	changed bool // tasks changed since they were last counted
	stale   bool // exchanges that no notice names changed, or may be gone
}

// Pace implements web.Paced.
func (*tasksView) Pace() time.Duration { return list.Pace }

func (v *tasksView) Concerns(n web.Notice) bool {
	concerns := list.Concerns(v.q.Filter, n)
	_, known := n.About()
	v.stale = v.stale || concerns && !known
	return concerns
}

// Draw implements web.View.
func (v *tasksView) Draw(ctx context.Context, p *web.Patches) error {
	now, err := v.read(ctx)
	if err != nil {
		return err
	}
	v.bar.Draw(p, now.Listing)
	v.page = now
	rows := make([]web.Row, len(now.Groups))
	for i, g := range now.Groups {
		rows[i] = web.Row{ID: g.elementID(), Cell: taskGroupRows(g), Basis: g.state()}
	}
	v.rows.Order = func(ids []string) templ.Component { return taskOrder(ids, now.Since) }
	v.rows.Draw(p, "#task-groups", taskTable(now), rows)
	p.Changed("task-lost", taskLost(now))
	p.Changed("task-pager", taskPager(now))
	p.Since(now.Since)
	return nil
}

// read reads the tasks of changed exchanges. If those may be too many, or a change is of unknown
// extent, it reads the whole page.
func (v *tasksView) read(ctx context.Context) (now taskPage, err error) {
	if len(v.page.Groups) > 0 && !v.stale {
		all, err := v.s.Library.Changed(ctx, wire.Filter{}, v.page.Since, list.Changes)
		if err != nil {
			return now, fmt.Errorf("read what changed: %w", err)
		}
		if n := len(all); n > 0 && n < list.Changes {
			if now, err = v.update(ctx, tasksOf(all)); err != nil || len(now.Groups) > 0 {
				now.Since = all[n-1].Version
				return now, err
			}
		}
	}
	v.q = v.s.Lists.ResolveCurrent(v.q)
	now, err = v.s.taskPage(ctx, v.q)
	v.stale, v.changed = v.stale && err != nil, true
	return now, err
}

// update returns the page with the tasks of some ids read again.
func (v *tasksView) update(ctx context.Context, ids []string) (now taskPage, err error) {
	found, err := v.s.Library.TasksByID(ctx, v.q.Filter, ids)
	if err != nil {
		return now, fmt.Errorf("read the tasks: %w", err)
	}
	v.changed = v.changed || len(found) > 0
	groups, err := v.s.groups(ctx, v.page.Listing, found)
	if err != nil {
		return now, err
	}
	now = v.page
	now.Groups = merged(v.page, ids, groups)
	if len(now.Groups) == maxTasks && !now.Query.Sorted() {
		now.Older, now.IsPartial = now.Groups[maxTasks-1].NewestSeq, false
	}
	return now, nil
}

func tasksOf(xs []wire.Exchange) (ids []string) {
	for _, x := range xs {
		if id := x.Labels.Task; id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// merged replaces tasks of a page by their new versions, and removes those that the filter
// no longer selects. New tasks appear only on the first page: another page keeps its tasks,
// and a sorted one its order.
func merged(p taskPage, changed []string, anew []taskGroup) (gs []taskGroup) {
	fresh := map[taskKey]taskGroup{}
	for _, g := range anew {
		fresh[g.key()] = g
	}
	for _, g := range p.Groups {
		if !slices.Contains(changed, g.ID) {
			gs = append(gs, g)
		} else if now, is := fresh[g.key()]; is {
			gs = append(gs, now)
		}
		delete(fresh, g.key())
	}
	if p.Before > 0 || p.Query.Sorted() {
		return gs
	}
	for _, g := range fresh {
		if p.Older == 0 || g.NewestSeq > p.Older {
			gs = append(gs, g)
		}
	}
	slices.SortStableFunc(gs, func(a, b taskGroup) int { return cmp.Compare(b.NewestSeq, a.NewestSeq) })
	return gs[:min(len(gs), maxTasks)]
}
