package traffic

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/web"
)

// tasksView keeps the groups current: it reads what changed, and draws the groups
// that hold it.
type tasksView struct {
	s     *Screen
	q     link.Query
	since int64             // newest version that is drawn
	rows  []wire.Exchange   // newest first; nil before the first drawing
	l     list.Listing      // what stands around them, as it was at first
	drawn map[string]string // what the page shows of each group, see state
	order string            // of the groups on the page
	stale bool              // what stands around the groups may have changed, or exchanges may be gone
}

// taskChanges is how many changed exchanges are read at a time. With more, all groups
// are read anew.
const taskChanges = 500

func (s *Screen) newTasksView(r *http.Request) *tasksView {
	return &tasksView{s: s, q: link.QueryOf(r.URL.Query())}
}

// Concerns implements web.Selective.
func (v *tasksView) Concerns(n web.Notice) bool {
	concerns := list.Concerns(v.q.Filter, n)
	_, known := n.About()
	v.stale = v.stale || concerns && !known
	return concerns
}

// Draw implements web.View.
func (v *tasksView) Draw(ctx context.Context, p *web.Patches) error {
	if v.rows == nil || v.stale {
		return v.drawAll(ctx, p)
	}
	all, err := v.s.Library.Changed(ctx, wire.Filter{}, v.since, taskChanges)
	if err != nil {
		return fmt.Errorf("read what changed: %w", err)
	}
	match, err := v.s.Library.Changed(ctx, v.q.Filter, v.since, taskChanges)
	if err != nil {
		return fmt.Errorf("read what changed: %w", err)
	}
	if len(all) == taskChanges || len(all) == 0 {
		return v.drawAll(ctx, p) // too many, or none: what is missing may have changed
	}
	more := len(v.rows) == groupedRows
	v.merge(all, match)
	if more != (len(v.rows) == groupedRows) {
		return v.drawAll(ctx, p) // the page says whether there is more
	}
	v.draw(p, v.s.group(v.l, v.rows))
	v.since = all[len(all)-1].Version
	p.Since(v.since)
	return nil
}

// drawAll reads everything anew.
func (v *tasksView) drawAll(ctx context.Context, p *web.Patches) error {
	version, err := v.s.Library.Versions(ctx)
	if err != nil {
		return fmt.Errorf("read the exchanges: %w", err)
	}
	xs, err := v.s.Library.Exchanges(ctx, v.q.Filter, wire.Page{Limit: groupedRows})
	if err != nil {
		return fmt.Errorf("read the exchanges: %w", err)
	}
	v.rows, v.stale = slices.Grow(xs, 1), false
	if v.l, err = v.s.groupedList(ctx, v.q, xs); err != nil {
		return err
	}
	gs := v.s.group(v.l, xs)
	p.Changed("tasks", taskList(v.l, gs))
	v.note(gs)
	v.since = max(version.Exchanges, v.l.Since)
	p.Since(v.since)
	return nil
}

// merge puts what changed among the rows. What does not match the filter any more
// goes, and what is older than the rows that are kept.
func (v *tasksView) merge(all, match []wire.Exchange) {
	changed := map[string]bool{}
	for _, x := range slices.Concat(all, match) { // one that changed between the two reads is in the second only
		changed[x.ID] = true
	}
	v.rows = slices.DeleteFunc(v.rows, func(x wire.Exchange) bool { return changed[x.ID] })
	v.rows = append(v.rows, match...)
	slices.SortFunc(v.rows, func(a, b wire.Exchange) int { return cmp.Compare(b.Seq, a.Seq) })
	v.rows = v.rows[:min(len(v.rows), groupedRows)]
}

// draw sends the groups that differ, and their order when it is another.
func (v *tasksView) draw(p *web.Patches, gs []taskGroup) {
	before, order := v.drawn, v.order
	p.Forget("tasks")
	if len(before) == 0 || len(gs) == 0 { // the page says that there is nothing, or has to
		p.Morph(taskList(v.l, gs))
		v.note(gs)
		return
	}
	v.note(gs)
	for id := range before {
		if _, still := v.drawn[id]; !still {
			p.Remove("#" + id)
		}
	}
	for _, g := range slices.Backward(gs) { // the newest comes last, so on top
		switch id := g.elementID(); {
		case before[id] == "":
			p.Prepend("#task-groups", taskGroupRows(g))
		case before[id] != v.drawn[id]:
			p.Morph(taskGroupRows(g))
		}
	}
	if v.order != order {
		p.Morph(taskOrder(gs))
	}
}

// state tells apart what a group has to show: another exchange, or one that changed,
// has another version.
func (g taskGroup) state() string {
	var sum int64
	for _, r := range g.Rows {
		sum += r.Version
	}
	return fmt.Sprint(len(g.Rows), " ", sum)
}

// note remembers what the page shows of each group.
func (v *tasksView) note(gs []taskGroup) {
	v.order = groupOrder(gs)
	v.drawn = make(map[string]string, len(gs))
	for _, g := range gs {
		v.drawn[g.elementID()] = g.state()
	}
}
