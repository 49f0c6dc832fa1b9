package traffic

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/web"
)

// tasksView keeps a page of tasks current: it reads the tasks that something came for,
// and draws those that differ.
type tasksView struct {
	s     *Screen
	q     link.Query
	since int64 // newest version that is drawn
	page  taskPage
	drawn bool // the page is what the browser shows
	bar   list.Bar
	moves int64 // how often tasks changed places
	stale bool  // what stands around the tasks may have changed, or exchanges may be gone
}

// taskChanges is how many changed exchanges are read at a time. With more, the page is
// read anew.
const taskChanges = 500

// Concerns implements web.Selective.
func (v *tasksView) Concerns(n web.Notice) bool {
	concerns := list.Concerns(v.q.Filter, n)
	_, known := n.About()
	v.stale = v.stale || concerns && !known
	return concerns
}

// Draw implements web.View.
func (v *tasksView) Draw(ctx context.Context, p *web.Patches) error {
	if !v.drawn || v.stale {
		return v.drawAll(ctx, p)
	}
	all, err := v.s.Library.Changed(ctx, wire.Filter{}, v.since, taskChanges)
	if err != nil {
		return fmt.Errorf("read what changed: %w", err)
	}
	if len(all) == taskChanges || len(all) == 0 {
		return v.drawAll(ctx, p) // too many, or none: what is missing may have changed
	}
	found, err := v.s.Library.TasksNamed(ctx, v.q.Filter, tasksOf(all))
	if err != nil {
		return fmt.Errorf("read the tasks: %w", err)
	}
	groups, err := v.s.groups(ctx, v.page.Listing, found)
	if err != nil {
		return err
	}
	now := v.page
	now.Groups = merged(v.page, tasksOf(all), groups)
	if len(now.Groups) == tasksShown {
		now.Older, now.Partly = now.Groups[tasksShown-1].Newest, false
	}
	if len(v.page.Groups) == 0 || len(now.Groups) == 0 { // the page says that there is nothing, or has to
		return v.drawAll(ctx, p)
	}
	v.draw(p, now)
	v.since = all[len(all)-1].Version
	p.Since(v.since)
	return nil
}

// tasksOf lists the tasks of exchanges, each once.
func tasksOf(xs []wire.Exchange) (ids []string) {
	for _, x := range xs {
		if id := x.Labels.Task; id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// merged puts tasks that were read anew among those of a page. What the filter selects
// nothing of any more goes. Tasks come only to the first page: another one keeps those
// that it has.
func merged(p taskPage, changed []string, anew []taskGroup) (gs []taskGroup) {
	for _, g := range p.Groups {
		i := slices.IndexFunc(anew, func(n taskGroup) bool { return n.key() == g.key() })
		switch {
		case i >= 0:
			gs = append(gs, anew[i])
		case !slices.Contains(changed, g.ID):
			gs = append(gs, g)
		}
	}
	if p.Before > 0 {
		return gs
	}
	for _, n := range anew {
		if !slices.ContainsFunc(gs, func(g taskGroup) bool { return n.key() == g.key() }) && (p.Older == 0 || n.Newest > p.Older) {
			gs = append(gs, n)
		}
	}
	slices.SortStableFunc(gs, func(a, b taskGroup) int { return cmp.Compare(b.Newest, a.Newest) })
	return gs[:min(len(gs), tasksShown)]
}

// drawAll reads the page anew. It is sent whole at first, later as far as it differs.
func (v *tasksView) drawAll(ctx context.Context, p *web.Patches) error {
	asked := v.q
	v.q = v.s.Lists.Today(v.q)
	now, err := v.s.taskPage(ctx, v.q, v.page.Taskless && !v.stale && v.q.Filter.Session == asked.Filter.Session)
	if err != nil {
		return err
	}
	v.stale = false
	v.bar.Draw(p, now.Listing)
	if v.drawn && len(v.page.Groups) > 0 && len(now.Groups) > 0 && len(now.Lost) == len(v.page.Lost) {
		v.draw(p, now)
	} else {
		p.Changed("tasks", taskList(now))
		p.Changed("task-totals", taskTotals(now))
		v.page, v.drawn = now, true
	}
	v.since = now.Since
	p.Since(v.since)
	return nil
}

// draw sends the tasks that differ, and their order when it is another.
func (v *tasksView) draw(p *web.Patches, now taskPage) {
	was := v.page
	v.page = now
	p.Forget("tasks")
	p.Changed("task-totals", taskTotals(now))
	before := map[taskKey]string{}
	for _, g := range was.Groups {
		before[g.key()] = g.state()
		if !slices.ContainsFunc(now.Groups, func(n taskGroup) bool { return n.key() == g.key() }) {
			p.Remove("#" + g.elementID())
		}
	}
	for _, g := range slices.Backward(now.Groups) { // the newest comes last, so on top
		switch before[g.key()] {
		case "":
			p.Prepend("#task-groups", taskGroupRows(g))
		case g.state():
		default:
			p.Morph(taskSummary(g))
		}
	}
	if first := moved(was.order(), now.order()); len(first) > 0 {
		v.moves++
		p.Morph(taskOrder(first, v.moves))
	}
	if now.Older != was.Older || now.Partly != was.Partly {
		p.Morph(taskPager(now))
	}
}

// moved is which elements are to be put first, so that those of a list stand as they are
// to. New ones are on top already.
func moved(was, now []string) []string {
	page := slices.DeleteFunc(slices.Clone(now), func(id string) bool { return slices.Contains(was, id) })
	page = append(page, slices.DeleteFunc(slices.Clone(was), func(id string) bool { return !slices.Contains(now, id) })...)
	n := len(now)
	for n > 0 && page[n-1] == now[n-1] {
		n--
	}
	return now[:n]
}
