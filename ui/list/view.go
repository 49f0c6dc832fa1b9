package list

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// ListView keeps a list current. It updates the exchanges that the page shows, renders all their
// rows, and sends those that changed.
type ListView struct {
	s        *Lists
	Q        link.Query
	Selected string
	window   window          // what the page shows
	since    int64           // version of the exchanges that were read
	sent     int64           // version that was sent to the page
	sessions int64           // version of sessions and agents; 0 if the page did not state it
	xs       []wire.Exchange // the exchanges on the page
	opened   bool
	top      int64  // Seq of the newest row drawn
	end      string // state of the element below the rows, see endOf
	rows     web.Rows
	ticks    map[string][]time.Duration // of ended rows, by exchange id
	bar      Bar
	total    total // the total that the page shows
}

func (s *Lists) NewListView(r *http.Request, since int64) *ListView {
	v := &ListView{s: s, Q: s.Query(r.URL.Query()), since: since, sent: since, sessions: web.SessionsShown(r), window: windowOf(r)}
	if v.window.Since > 0 {
		v.since = min(v.since, v.window.Since)
	}
	v.window.NeedsReset = v.window.NeedsReset || v.window.IsSorted != v.Q.Sorted()
	return v
}

// Live returns the views that keep a list and its overview current.
func (v *ListView) Live() web.Together {
	return web.Together{v, &StripView{s: v.s, q: v.Q}}
}

// Pace is the least time between two drawings of a list.
const Pace = 100 * time.Millisecond

// Pace implements web.Paced.
func (*ListView) Pace() time.Duration { return Pace }

// Concerns implements web.Selective.
func (v *ListView) Concerns(n web.Notice) bool {
	return v.s.HoldQueue != nil && n.Matches(web.HeldItems) || Concerns(v.Q.Filter, n)
}

// Concerns reports whether a change may show in what a filter selects. It looks only at properties
// of an exchange that never change.
func Concerns(f wire.Filter, n web.Notice) bool {
	if n.Kind != web.Record {
		return n.Matches(web.Sessions, web.Agents)
	}
	x, known := n.About()
	return !known || maySelect(f, x)
}

// maySelect reports whether a filter may select an exchange, now or later.
func maySelect(f wire.Filter, x wire.Exchange) bool {
	session := strings.HasPrefix(strings.ToLower(x.Session), strings.ToLower(f.Session)) // a filter may give the beginning of an id
	agent := len(f.Agents) == 0 || slices.ContainsFunc(f.Agents, func(a string) bool {
		return !strings.Contains(a, "://") || strings.Contains(a, "*") || wire.OriginOf(a) == x.Agent // anything but a full origin may be a name
	})
	return session && agent && !slices.Contains(f.ExcludedOrigins, x.Origin)
}

func (v *ListView) Draw(ctx context.Context, p *web.Patches) error {
	now, err := v.s.Library.Versions(ctx) // before the read, so that a later drawing shows what changes during it
	if err != nil {
		return fmt.Errorf("read the versions: %w", err)
	}
	if today := v.s.ResolveCurrent(v.Q); today.Filter.Session != v.Q.Filter.Session { // a new session began
		v.Q, v.window = today, window{NeedsReset: true}
	}
	beside, begins := v.sessions != now.NonExchange(), v.window.NeedsReset
	current := !begins && !v.opened && v.since >= now.Exchanges && (v.sessions == 0 || !beside)
	l, err := v.readAll(ctx, now.Exchanges, beside)
	if err == nil && current {
		after, failed := v.s.Library.Versions(ctx) // last: the page does not show what changed in between
		current, err = after == now, failed
	}
	if err != nil {
		return err
	}
	if v.opened = true; beside {
		v.sessions = now.NonExchange()
		p.Sessions(v.sessions)
	}
	switch {
	case begins:
		drawRows(p, l)
		v.bar.Draw(p, l)
		v.adopt(p, l)
	case current:
		v.adopt(p, l)
		v.drawOpen(p, l)
	default:
		v.draw(ctx, p, l)
	}
	return v.drawSurroundings(ctx, p)
}

// drawSurroundings sends the version that the page now shows, the count of new rows, and the total.
func (v *ListView) drawSurroundings(ctx context.Context, p *web.Patches) error {
	p.Changed("arrived", arrived(v.Q, v.window.arrivals))
	if v.since != v.sent {
		v.sent = v.since
		p.Since(v.sent)
	}
	return v.drawMatching(ctx, p)
}

// readAll reads what the page shows. version is the record's. beside says that more than
// exchanges may have changed.
func (v *ListView) readAll(ctx context.Context, version int64, beside bool) (Listing, error) {
	var err error
	switch {
	case v.window.NeedsReset:
		return v.begin(ctx)
	case v.opened && !beside:
		err = v.update(ctx)
	default:
		err = v.read(ctx, version)
	}
	if err != nil {
		return Listing{}, err
	}
	return v.listing(ctx)
}

// begin reads the whole list as a page load does.
func (v *ListView) begin(ctx context.Context) (Listing, error) {
	l, err := v.s.List(ctx, v.Q, v.Selected, 0)
	if err != nil {
		return l, err
	}
	v.window, v.since, v.total, v.xs = windowOfPage(l), max(v.since, l.Since), total{}, nil
	v.ticks = make(map[string][]time.Duration, len(l.Rows))
	for _, r := range l.Rows {
		if r.ID == "" {
			continue
		}
		v.xs, v.window.rows = append(v.xs, r.Exchange), append(v.window.rows, r.Seq)
		if !r.IsOpen() {
			v.ticks[r.ID] = r.Ticks
		}
	}
	return l, nil
}

// drawRows sends the rows of a page and what directly surrounds them.
func drawRows(p *web.Patches, l Listing) {
	p.Morph(heads(l))
	p.Morph(sortNote(l))
	p.Morph(Newer(l.Query, l.firstSeq()))
	p.Morph(allRows(l))
	p.Morph(afterRows(l))
	p.Morph(matching(l.Query, total{}))
}

// Changes is how many changed rows are read at a time.
const Changes = 500

func (v *ListView) update(ctx context.Context) error {
	for {
		// Read all changes before the matching ones: a row that changes between the two reads is
		// then seen again, not lost.
		all, err := v.s.Library.Changed(ctx, wire.Filter{}, v.since, Changes)
		if err != nil {
			return fmt.Errorf("read what changed: %w", err)
		}
		if len(all) == 0 {
			return nil
		}
		match, err := v.s.Library.Changed(ctx, v.Q.Filter, v.since, Changes)
		if err != nil {
			return fmt.Errorf("read what changed: %w", err)
		}
		v.replace(all, match)
		if v.since = all[len(all)-1].Version; len(all) < Changes {
			return nil
		}
	}
}

// replace updates the changed exchanges that match, and removes those that no longer do.
func (v *ListView) replace(all, match []wire.Exchange) {
	matches := make(map[string]bool, len(match))
	for _, x := range match {
		matches[x.ID] = true
	}
	gone := map[string]bool{}
	for _, x := range all {
		gone[x.ID] = !matches[x.ID]
	}
	v.xs = slices.DeleteFunc(v.xs, func(x wire.Exchange) bool { return gone[x.ID] })
	slices.SortFunc(match, func(a, b wire.Exchange) int { return int(a.Seq - b.Seq) })
	for _, x := range match {
		i := slices.IndexFunc(v.xs, func(have wire.Exchange) bool { return have.Seq == x.Seq })
		switch {
		case i >= 0:
			v.xs[i] = x
		case v.window.has(x.Seq):
			below := func(have wire.Exchange) bool { return v.window.above(x.Seq, have.Seq) }
			if i = slices.IndexFunc(v.xs, below); i < 0 {
				i = len(v.xs)
			}
			v.xs = slices.Insert(v.xs, i, x)
		default:
			v.window.count(x.Seq)
		}
	}
	v.trim()
}

// trim drops the oldest rows of a page that shows the newest. Scrolling brings them back.
func (v *ListView) trim() {
	if !v.window.IsFrozen && len(v.xs) > Window {
		v.xs = v.xs[:Window:Window]
		v.window.Low = v.xs[Window-1].Seq
	}
}

// readTime is the search budget for rows that nobody is waiting for.
const readTime = 2 * time.Second

// read reads the exchanges that the page shows. version is the record's.
func (v *ListView) read(ctx context.Context, version int64) (err error) {
	w := &v.window
	v.since = max(v.since, version) // removed exchanges take their versions with them
	if w.IsFrozen {
		if err := v.countNew(ctx); err != nil {
			return err
		}
	}
	if w.IsSorted {
		return v.readSorted(ctx)
	}
	page := wire.Page{Limit: Window, Search: &wire.Search{Budget: SearchTime}}
	if w.High > 0 { // the page shows exactly these, which may be more than a following page keeps
		page = wire.Page{After: max(w.Low-1, 0), Before: math.MaxInt64, Limit: maxRows, Search: &wire.Search{Budget: readTime}}
	}
	if w.IsFrozen {
		page.Before = w.High + 1
	}
	if v.xs, err = v.s.Library.Exchanges(ctx, v.Q.Filter, page); err != nil {
		return fmt.Errorf("read the exchanges: %w", err)
	}
	switch {
	case len(v.xs) == page.Limit:
		w.Low = v.xs[len(v.xs)-1].Seq
	case page.Search.NextBefore > 0:
		w.Low = page.Search.NextBefore
	}
	return nil
}

// countNew counts the rows that arrived since the page was frozen. It searches from the newest,
// because a filter may skip many above the frozen rows.
func (v *ListView) countNew(ctx context.Context) error {
	page := wire.Page{After: v.window.FrozenAt, Before: math.MaxInt64, Limit: maxArrived, Search: &wire.Search{Budget: SearchTime}}
	xs, err := v.s.Library.Exchanges(ctx, v.Q.Filter, page)
	if err != nil {
		return fmt.Errorf("read the exchanges: %w", err)
	}
	v.window.counted, v.window.arrivals = v.window.FrozenAt, 0
	for _, x := range slices.Backward(xs) {
		v.window.count(x.Seq)
	}
	return nil
}

// readSorted reads the rows of a sorted page again. They keep their places.
func (v *ListView) readSorted(ctx context.Context) error {
	v.xs = nil
	for _, seq := range v.window.rows {
		xs, err := v.s.Library.Exchanges(ctx, v.Q.Filter, wire.Page{After: seq - 1, Before: seq + 1, Limit: 1})
		if err != nil {
			return fmt.Errorf("read the exchanges: %w", err)
		}
		v.xs = append(v.xs, xs...)
	}
	return nil
}

func (v *ListView) listing(ctx context.Context) (l Listing, err error) {
	l = Listing{Query: v.Q, Selected: v.Selected, Older: v.window.Low}
	if l.Names, err = v.s.Names(ctx); err != nil {
		return l, err
	}
	was := v.ticks
	v.ticks = make(map[string][]time.Duration, len(v.xs))
	v.s.rows(&l, v.xs, func(i int, x wire.Exchange) []time.Duration {
		t, known := was[x.ID]
		if !known && i < maxTickedRows {
			t = v.s.ticks(ctx, x)
		}
		if x.Outcome != wire.Open {
			v.ticks[x.ID] = t
		}
		return t
	})
	v.s.FillScope(ctx, &l)
	switch {
	case v.window.IsSorted:
		l.Sorting.NewestSeq = v.window.FrozenAt
		v.s.divideSorted(ctx, &l)
		return l, nil
	case v.window.IsFrozen:
		l.NewestSeq = v.window.FrozenAt
		return l, v.s.placeDividers(ctx, &l, v.window.High+1)
	}
	return l, v.s.placeDividers(ctx, &l, 0)
}

// adopt records a list as drawn, because the page already contains it.
func (v *ListView) adopt(p *web.Patches, l Listing) {
	v.rows.Adopt(p, items(l.Rows))
	v.bar.Adopt(p, l)
	v.end = endOf(l)
	for _, r := range l.Rows {
		v.top = max(v.top, r.Seq)
	}
}

// drawOpen sends the rows of open exchanges, because no version tells whether the page shows that a
// rule holds a message of them.
func (v *ListView) drawOpen(p *web.Patches, l Listing) {
	for _, r := range l.Rows {
		if r.ID != "" && r.IsOpen() && v.s.HoldQueue != nil {
			p.Morph(listRow(r))
		}
	}
}

func (v *ListView) draw(ctx context.Context, p *web.Patches, l Listing) {
	top := v.top
	for i, r := range l.Rows {
		v.top = max(v.top, r.Seq)
		l.Rows[i].Fresh = top > 0 && !v.window.IsFrozen && r.Seq > top
	}
	v.rows.Draw(p, RowsOf(v.Q), allRows(l), items(l.Rows))
	v.bar.Draw(p, l)
	if end := endOf(l); !v.window.IsSorted && end != v.end {
		v.end = end
		v.s.fillSurroundings(ctx, &l, len(v.xs) > 0)
		p.Morph(afterRows(l))
	}
}

// endOf identifies the state of the element below the rows.
func endOf(l Listing) string { return fmt.Sprint(l.Older, len(l.Rows) == 0) }

// items returns rows with the gaps and dividers between them.
func items(rows []record.Row) (all []web.Row) {
	add := func(id string, c templ.Component) { all = append(all, web.Row{ID: id, Cell: c}) }
	for _, r := range rows {
		for _, g := range r.GapsBefore {
			add(record.GapID(g), gapRow(g))
		}
		if r.Divider != "" {
			add(dividerID(r.Seq), divider(r.Seq, r.Divider))
		}
		if r.ID != "" {
			still := r
			still.Version, still.Fresh, still.Now = 0, false, time.Time{}
			still.GapsBefore, still.Divider, still.GapsAfter = nil, "", nil
			all = append(all, web.Row{ID: rowID(r.Seq), Cell: listRow(r), Basis: still})
		}
		for _, g := range r.GapsAfter {
			add(record.GapID(g), gapRow(g))
		}
	}
	return all
}

func rowID(seq int64) string { return "x" + strconv.FormatInt(seq, 10) }
