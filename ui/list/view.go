package list

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// ListView keeps a list current. It knows which rows the page shows and sends
// only what changed: new rows on top, changed rows in place.
type ListView struct {
	s        *Lists
	Q        link.Query
	Selected string
	since    int64
	shown    map[int64]bool // by Seq
	order    []int64        // shown, newest first
	full     bool           // there are older rows than those shown
	began    int64          // makes the ids of this stream's groups its own
	groups   int            // groups opened by this stream
	room     int            // rows that the top group still takes
	opened   bool
	settled  bool // the first drawing is done: what the page shows is known
	empty    bool // the page says that there is nothing
	gaps     liveGaps
	newest   time.Time         // when the newest row shown began
	sessions listed            // when the rows were drawn
	stale    bool              // sessions may have gone or come since
	told     int64             // version of the sessions that the page shows, 0 when it is not known
	names    map[string]string // of agents, as the rows show them
	renamed  bool              // they may be others since
	anew     bool              // the page shows what is gone, or not what has come
	first    wire.Exchange     // the newest row shown
	bar      Bar
	held     liveHeld
	holds    bool    // something else may be held since
	total    total   // what the page says of how much there is
	window   *window // what the page showed when it opened the stream; nil: it did not say
}

func (s *Lists) NewListView(r *http.Request, since int64) *ListView {
	return &ListView{s: s, Q: s.Query(r.URL.Query()), since: since, told: web.SessionsShown(r), window: windowOf(r), shown: map[int64]bool{}, began: s.Web.Now().UnixMilli()}
}

// Concerns implements web.Selective.
func (v *ListView) Concerns(n web.Notice) bool {
	v.stale, v.renamed = v.stale || n.Is(web.Sessions), v.renamed || n.Is(web.Agents)
	if v.s.Holds != nil && n.Is(web.Held) {
		v.holds = true
		return true
	}
	return Concerns(v.Q.Filter, n)
}

// Concerns reports whether a change may show in what a filter selects. It looks only
// at what of an exchange never changes.
func Concerns(f wire.Filter, n web.Notice) bool {
	if n.Kind != web.Record {
		return n.Is(web.Sessions, web.Agents)
	}
	x, known := n.About()
	return !known || maySelect(f, x)
}

// maySelect reports whether a filter may select an exchange, now or once more is known
// of it.
func maySelect(f wire.Filter, x wire.Exchange) bool {
	session := strings.HasPrefix(strings.ToLower(x.Session), strings.ToLower(f.Session)) // a filter names it by its beginning, too
	agent := len(f.Agents) == 0 || slices.ContainsFunc(f.Agents, func(a string) bool {
		return !strings.Contains(a, "://") || strings.Contains(a, "*") || wire.OriginOf(a) == x.Agent // less than an origin may be a name
	})
	return session && agent && !slices.Contains(f.Not, x.Origin)
}

// Draw sends what changed since the last call.
func (v *ListView) Draw(ctx context.Context, p *web.Patches) error {
	if !v.opened {
		if err := v.open(ctx, p); err != nil {
			return err
		}
		v.opened, v.stale = true, true
	}
	if err := v.drawAround(ctx, p); err != nil {
		return err
	}
	for {
		n, err := v.step(ctx, p)
		if err != nil {
			return err
		}
		if n < Changes {
			v.settled = true
			return errors.Join(v.drawGaps(ctx, p, time.Time{}), v.drawHeld(ctx, p), v.drawMatching(ctx, p))
		}
	}
}

// drawGaps sends what is missing between the rows and began before a time, or
// all for the zero time. What comes after a gap goes into a group of its own,
// above it.
func (v *ListView) drawGaps(ctx context.Context, p *web.Patches, before time.Time) error {
	if v.window.held() {
		return nil // they come with the rows around them
	}
	list, err := v.s.Gaps(ctx, v.Q)
	if err != nil {
		return err
	}
	if !before.IsZero() {
		list = slices.DeleteFunc(list, func(g wire.Gap) bool { return !g.From.Before(before) })
	}
	if v.gaps.draw(p, list, v.newest) {
		v.room = 0
	}
	return nil
}

// Changes is how many changed rows are read at a time.
const Changes = 500

// open finds out what the page shows: the newest rows, as far as they have not
// changed since it was drawn.
func (v *ListView) open(ctx context.Context, p *web.Patches) error {
	if v.Q.Sorted() {
		err := v.openSorted(ctx)
		p.Changed("arrived", arrived(v.Q, v.window.waiting()))
		return err
	}
	if v.window != nil {
		late, err := v.openWindow(ctx)
		if err != nil {
			return err
		}
		p.Changed("arrived", arrived(v.Q, v.window.waiting()))
		return v.showLate(ctx, p, late)
	}
	page := wire.Page{Limit: Window, Search: &wire.Search{Budget: SearchTime}}
	xs, err := v.s.Library.Exchanges(ctx, v.Q.Filter, page)
	if err != nil {
		return fmt.Errorf("read the exchanges: %w", err)
	}
	v.full = len(xs) == Window || page.Search.Upto > 0
	v.empty = len(xs) == 0
	for _, x := range xs {
		if x.Version <= v.since {
			v.note(x)
		}
	}
	return nil
}

// step draws one batch of changes and returns its size.
func (v *ListView) step(ctx context.Context, p *web.Patches) (int, error) {
	// All changes are read before those that match: a row that changes between
	// the two reads is then seen again, not lost.
	all, err := v.s.Library.Changed(ctx, wire.Filter{}, v.since, Changes)
	if err != nil || len(all) == 0 {
		return 0, err
	}
	match, err := v.s.Library.Changed(ctx, v.Q.Filter, v.since, Changes)
	if err != nil {
		return 0, fmt.Errorf("read what changed: %w", err)
	}
	names, err := v.s.Names(ctx)
	if err != nil {
		return 0, err
	}
	v.gone(p, all, match)
	fresh := v.place(ctx, p, match, names)
	if v.window.held() {
		v.window.add(fresh)
		p.Changed("arrived", arrived(v.Q, v.window.waiting()))
	} else if err := v.onTop(ctx, p, fresh); err != nil {
		return 0, err
	}
	v.since = all[len(all)-1].Version
	p.Since(v.since)
	return len(all), nil
}

// place sends rows that changed, and those that came to be among the ones shown. It
// returns the new ones, which belong on top, newest first.
func (v *ListView) place(ctx context.Context, p *web.Patches, match []wire.Exchange, names map[string]string) (fresh []record.Row) {
	slices.SortFunc(match, func(a, b wire.Exchange) int { return int(b.Seq - a.Seq) })
	for _, x := range match {
		r := v.s.Row(x, names, v.Q, v.Selected)
		r.Ticks = v.s.ticks(ctx, x)
		switch {
		case v.shown[x.Seq]:
			p.Morph(listRow(r))
		case v.above(x.Seq):
			r.Fresh = true
			fresh = append(fresh, r)
		case !v.Q.Sorted():
			v.insert(p, r)
		}
	}
	return fresh
}

// above reports whether a row belongs above those that are shown.
func (v *ListView) above(seq int64) bool {
	var top int64
	if v.window != nil {
		top = v.window.High
	}
	if len(v.order) > 0 {
		top = max(top, v.order[0])
	}
	return seq > top
}

// gone takes away rows that no longer match.
func (v *ListView) gone(p *web.Patches, all, match []wire.Exchange) {
	for _, x := range all {
		if v.shown[x.Seq] && !slices.ContainsFunc(match, func(m wire.Exchange) bool { return m.ID == x.ID }) {
			p.Remove(rowSelector(x.Seq))
			delete(v.shown, x.Seq)
			v.order = slices.DeleteFunc(v.order, func(s int64) bool { return s == x.Seq })
		}
	}
}

// insert puts a row that came to match among those that already did.
func (v *ListView) insert(p *web.Patches, r record.Row) {
	if len(v.order) == 0 && v.window.has(r.Seq) { // all that the page shows has changed since
		v.top(p, []record.Row{r})
		return
	}
	i := slices.IndexFunc(v.order, func(s int64) bool { return s < r.Seq })
	if i < 0 && v.full && !v.window.has(r.Seq) {
		return // it belongs to the older rows that are not shown
	}
	v.unsure(p, r)
	if i < 0 {
		p.After(rowSelector(v.order[len(v.order)-1]), listRow(r))
	} else {
		p.Before(rowSelector(v.order[i]), listRow(r))
	}
	v.note(r.Exchange)
}

// onTop adds new rows, and what is missing before them.
func (v *ListView) onTop(ctx context.Context, p *web.Patches, fresh []record.Row) error {
	if len(fresh) > 0 {
		if err := v.drawGaps(ctx, p, fresh[len(fresh)-1].Started); err != nil {
			return err
		}
	}
	v.divide(ctx, p, fresh)
	v.top(p, fresh)
	return nil
}

// top adds new rows, newest first, opening another group when one is full.
func (v *ListView) top(p *web.Patches, fresh []record.Row) {
	for len(fresh) > 0 {
		if v.room == 0 {
			v.groups++
			v.room = groupSize
			p.Prepend(RowsOf(v.Q), group(v.groupID(), nil))
		}
		n := min(v.room, len(fresh))
		batch := fresh[len(fresh)-n:] // the oldest of them first
		v.unsure(p, batch...)
		for _, r := range batch {
			v.note(r.Exchange)
		}
		p.Prepend("#"+v.groupID(), ListRows(batch))
		v.room -= n
		fresh = fresh[:len(fresh)-n]
	}
	if v.empty && len(v.order) > 0 {
		v.empty = false
		p.RemoveAny("#rows-empty")
	}
	v.trim(p)
}

// unsure takes rows away before they are put in place when the page may show them
// already: they were drawn, then changed, before this stream began.
func (v *ListView) unsure(p *web.Patches, rows ...record.Row) {
	var there []string
	for _, r := range rows {
		there = append(there, rowSelector(r.Seq))
	}
	if !v.settled {
		p.RemoveAny(there...)
	}
}

// most is how many live rows a page keeps; scrolling brings older ones back.
const most = 200

// trim drops the oldest rows of a list that has grown long.
func (v *ListView) trim(p *web.Patches) {
	if len(v.order) < most+groupSize {
		return
	}
	for _, seq := range v.order[most:] {
		delete(v.shown, seq)
	}
	v.order = v.order[:most]
	last := v.order[most-1]
	p.RemoveAny(".group:has("+rowSelector(last)+") ~ .group", ".group:has("+rowSelector(last)+") ~ .gap", rowSelector(last)+" ~ .row", "#older")
	p.Append(AfterOf(v.Q), Older(Listing{Query: v.Q, Older: last}, false))
	v.full = true
}

// rowSelector finds a row by its place in the record.
func rowSelector(seq int64) string { return "#x" + strconv.FormatInt(seq, 10) }

func (v *ListView) groupID() string {
	return "g" + strconv.FormatInt(v.began, 36) + "-" + strconv.Itoa(v.groups)
}

func (v *ListView) note(x wire.Exchange) {
	if v.shown[x.Seq] {
		return
	}
	v.shown[x.Seq] = true
	if x.Seq > v.first.Seq {
		v.first = x
	}
	if x.Started.After(v.newest) {
		v.newest = x.Started
	}
	i, _ := slices.BinarySearchFunc(v.order, x.Seq, func(have, want int64) int { return int(want - have) })
	v.order = slices.Insert(v.order, i, x.Seq)
}
