package ui

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// listView keeps a list current. It knows which rows the page shows and sends
// only what changed: new rows on top, changed rows in place.
type listView struct {
	s        *Server
	q        query
	selected string
	since    int64
	scale    time.Duration
	shown    map[int64]string // id by Seq
	order    []int64          // shown, newest first
	full     bool             // there are older rows than those shown
	began    int64            // makes the ids of this stream's groups its own
	groups   int              // groups opened by this stream
	room     int              // rows that the top group still takes
	opened   bool
	settled  bool // the first drawing is done: what the page shows is known
	empty    bool // the page says that there is nothing
	gaps     liveGaps
	newest   time.Time // when the newest row shown began
}

func (s *Server) newListView(r *http.Request, since int64) *listView {
	return &listView{s: s, q: queryOf(r.URL.Query()), since: since, shown: map[int64]string{}, began: s.Now().UnixMilli()}
}

// Draw sends what changed since the last call.
func (v *listView) Draw(ctx context.Context, p *Patches) error {
	if !v.opened {
		if err := v.open(ctx); err != nil {
			return err
		}
		v.opened = true
	}
	for {
		n, err := v.step(ctx, p)
		if err != nil {
			return err
		}
		if n < changes {
			v.settled = true
			return v.drawGaps(ctx, p, time.Time{})
		}
	}
}

// drawGaps sends what is missing between the rows and began before a time, or
// all for the zero time. What comes after a gap goes into a group of its own,
// above it.
func (v *listView) drawGaps(ctx context.Context, p *Patches, before time.Time) error {
	list, err := v.s.gaps(ctx, v.q)
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

// changes is how many changed rows are read at a time.
const changes = 500

// open finds out what the page shows: the newest rows, as far as they have not
// changed since it was drawn.
func (v *listView) open(ctx context.Context) error {
	page := wire.Page{Limit: window, Search: &wire.Search{Budget: searchTime}}
	xs, err := v.s.Library.Exchanges(ctx, v.q.Filter, page)
	if err != nil {
		return fmt.Errorf("read the exchanges: %w", err)
	}
	v.scale = scaleOf(xs, v.s.Now())
	v.full = len(xs) == window || page.Search.Upto > 0
	v.empty = len(xs) == 0
	for _, x := range xs {
		if x.Version <= v.since {
			v.note(x)
		}
	}
	return nil
}

// step draws one batch of changes and returns its size.
func (v *listView) step(ctx context.Context, p *Patches) (int, error) {
	// All changes are read before those that match: a row that changes between
	// the two reads is then seen again, not lost.
	all, err := v.s.Library.Changed(ctx, wire.Filter{}, v.since, changes)
	if err != nil || len(all) == 0 {
		return 0, err
	}
	match, err := v.s.Library.Changed(ctx, v.q.Filter, v.since, changes)
	if err != nil {
		return 0, fmt.Errorf("read what changed: %w", err)
	}
	names, err := v.s.names(ctx)
	if err != nil {
		return 0, err
	}
	v.gone(p, all, match)
	var fresh []row
	slices.SortFunc(match, func(a, b wire.Exchange) int { return int(b.Seq - a.Seq) })
	for _, x := range match {
		r := v.s.row(x, names, v.q, v.selected, v.scale)
		r.Ticks = v.s.ticks(ctx, x)
		switch {
		case v.shown[x.Seq] != "":
			p.Morph(listRow(r))
		case len(v.order) == 0 || x.Seq > v.order[0]:
			r.Fresh = true
			fresh = append(fresh, r)
		default:
			v.insert(p, r)
		}
	}
	if len(fresh) > 0 {
		if err := v.drawGaps(ctx, p, fresh[len(fresh)-1].Started); err != nil {
			return 0, err
		}
	}
	v.top(p, fresh)
	v.since = all[len(all)-1].Version
	p.Since(v.since)
	return len(all), nil
}

// gone takes away rows that no longer match.
func (v *listView) gone(p *Patches, all, match []wire.Exchange) {
	for _, x := range all {
		if v.shown[x.Seq] != "" && !slices.ContainsFunc(match, func(m wire.Exchange) bool { return m.ID == x.ID }) {
			p.Remove(rowSelector(x.Seq))
			delete(v.shown, x.Seq)
			v.order = slices.DeleteFunc(v.order, func(s int64) bool { return s == x.Seq })
		}
	}
}

// insert puts a row that came to match among those that already did.
func (v *listView) insert(p *Patches, r row) {
	i := slices.IndexFunc(v.order, func(s int64) bool { return s < r.Seq })
	if i < 0 && v.full {
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

// top adds new rows, newest first, opening another group when one is full.
func (v *listView) top(p *Patches, fresh []row) {
	for len(fresh) > 0 {
		if v.room == 0 {
			v.groups++
			v.room = groupSize
			p.Prepend("#rows", group(v.groupID(), nil))
		}
		n := min(v.room, len(fresh))
		batch := fresh[len(fresh)-n:] // the oldest of them first
		for _, r := range batch {
			v.unsure(p, r)
			v.note(r.Exchange)
		}
		p.Prepend("#"+v.groupID(), listRows(batch))
		v.room -= n
		fresh = fresh[:len(fresh)-n]
	}
	if v.empty && len(v.order) > 0 {
		v.empty = false
		p.Remove("#rows-empty")
	}
	v.trim(p)
}

// unsure takes a row away before it is put in place when the page may show it
// already: it was drawn, then changed, before this stream began.
func (v *listView) unsure(p *Patches, r row) {
	if !v.settled {
		p.Remove(rowSelector(r.Seq))
	}
}

// most is how many live rows a page keeps; scrolling brings older ones back.
const most = 2000

// trim drops the oldest rows of a list that has grown long.
func (v *listView) trim(p *Patches) {
	if len(v.order) < most+groupSize {
		return
	}
	for _, seq := range v.order[most:] {
		delete(v.shown, seq)
	}
	v.order = v.order[:most]
	last := v.order[most-1]
	p.Remove(".group:has(" + rowSelector(last) + ") ~ .group, .group:has(" + rowSelector(last) + ") ~ .gap, " + rowSelector(last) + " ~ .row")
	p.Remove("#older")
	p.Append("#rows-after", older(listing{query: v.q, Older: last}, false))
	v.full = true
}

// rowSelector finds a row by its place in the record.
func rowSelector(seq int64) string { return "#x" + strconv.FormatInt(seq, 10) }

func (v *listView) groupID() string {
	return "g" + strconv.FormatInt(v.began, 36) + "-" + strconv.Itoa(v.groups)
}

func (v *listView) note(x wire.Exchange) {
	if v.shown[x.Seq] != "" {
		return
	}
	v.shown[x.Seq] = x.ID
	if x.Started.After(v.newest) {
		v.newest = x.Started
	}
	i, _ := slices.BinarySearchFunc(v.order, x.Seq, func(have, want int64) int { return int(want - have) })
	v.order = slices.Insert(v.order, i, x.Seq)
}
