package list

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

// listed keeps which sessions there are. The zero listed knows none yet.
type listed map[string]bool

// others brings it up to date. It reports whether a session is gone since, or one with
// exchanges has come: deleted, brought back, or read from a file.
func (l *listed) others(ctx context.Context, s *Lists) (other bool, err error) {
	all, err := s.Library.Sessions(ctx)
	if err != nil {
		return false, fmt.Errorf("read the sessions: %w", err)
	}
	now := make(listed, len(all))
	for _, x := range all {
		now[x.ID] = true
		other = other || !(*l)[x.ID] && x.Exchanges > 0
	}
	for id := range *l {
		other = other || !now[id]
	}
	other = other && *l != nil
	*l = now
	return other, nil
}

// drawAround draws what sessions that go and come, and names, change.
func (v *ListView) drawAround(ctx context.Context, p *web.Patches) error {
	bar, anew := v.stale || v.renamed, false
	if v.stale {
		var err error
		if anew, err = v.drawSessions(ctx, p); err != nil {
			return err
		}
	}
	if err := v.drawNames(ctx, p); err != nil || !bar {
		return err
	}
	l := Listing{Query: v.Q, Selected: v.Selected, Names: v.names}
	v.s.InScope(ctx, &l)
	v.bar.Draw(p, l, anew)
	return nil
}

// drawSessions draws the whole list when sessions have gone or come since the page was
// drawn, also while the tab was hidden and had no stream. It reports whether it did.
func (v *ListView) drawSessions(ctx context.Context, p *web.Patches) (anew bool, err error) {
	version, err := v.s.Library.Versions(ctx)
	if err != nil {
		return false, fmt.Errorf("read the sessions: %w", err)
	}
	if now := v.s.Today(v.Q); now.Filter.Session != v.Q.Filter.Session { // another session is recorded
		v.Q, v.anew = now, true
	}
	other, err := v.sessions.others(ctx, v.s)
	if err != nil {
		return false, err
	}
	away := v.told > 0 && v.told != version.Beside()
	if v.anew = v.anew || other || away; v.anew {
		if err := v.drawAnew(ctx, p); err != nil {
			return false, err
		}
	}
	anew = v.anew
	v.told, v.stale, v.anew = 0, false, false
	p.Sessions(version.Beside())
	return anew, nil
}

// drawNames draws the rows of those agents that are called otherwise since the rows were
// drawn.
func (v *ListView) drawNames(ctx context.Context, p *web.Patches) error {
	if v.names != nil && !v.renamed {
		return nil
	}
	names, err := v.s.Names(ctx)
	if err != nil {
		return err
	}
	was := v.names
	v.names, v.renamed = names, false
	switch {
	case was == nil || maps.Equal(was, names):
		return nil
	case v.Q.Sorted(): // perhaps by what has another name
		return v.drawAnew(ctx, p)
	case len(v.order) == 0:
		return nil
	}
	return v.drawRenamed(ctx, p, was)
}

// drawRenamed draws the rows of agents that had other names.
func (v *ListView) drawRenamed(ctx context.Context, p *web.Patches, was map[string]string) error {
	version, err := v.s.Library.Versions(ctx)
	if err != nil {
		return fmt.Errorf("read the versions: %w", err)
	}
	f := v.Q.Filter
	page := wire.Page{After: v.order[len(v.order)-1] - 1, Before: v.order[0] + 1, Limit: mostShown, Search: &wire.Search{Budget: SearchTime}}
	for origin := range v.names {
		if v.names[origin] == was[origin] {
			continue
		}
		f.Agents = []string{origin}
		xs, err := v.s.Library.Exchanges(ctx, f, page)
		if err != nil {
			return fmt.Errorf("read the exchanges of %s: %w", origin, err)
		}
		for _, x := range xs {
			if v.shown[x.Seq] {
				r := v.s.Row(x, v.names, v.Q, v.Selected)
				r.Ticks = v.s.ticks(ctx, x)
				p.Morph(listRow(r))
			}
		}
	}
	p.Sessions(version.Beside())
	return nil
}

// drawAnew draws the whole list: no exchange has changed where a session goes or comes.
func (v *ListView) drawAnew(ctx context.Context, p *web.Patches) error {
	l, err := v.s.List(ctx, v.Q, v.Selected, 0)
	if err != nil {
		return err
	}
	v.shown, v.order, v.room = map[int64]bool{}, nil, 0
	v.window, v.first, v.total = nil, wire.Exchange{}, total{}
	if v.Q.Sorted() {
		v.window = drawnSorted(l)
	}
	v.newest, v.gaps = time.Time{}, liveGaps{}
	v.since = max(v.since, l.Since)
	v.full, v.empty, v.settled = l.Older > 0, len(l.Rows) == 0, true
	for _, r := range l.Rows {
		if r.ID != "" {
			v.note(r.Exchange)
		}
	}
	drawRows(p, l)
	p.Changed("arrived", arrived(v.Q, 0))
	return nil
}

// drawRows sends the rows of a page, and what stands right around them.
func drawRows(p *web.Patches, l Listing) {
	p.Morph(heads(l))
	p.Morph(sortNote(l))
	p.Morph(Newer(l.Query, l.above()))
	p.Morph(allRows(l))
	p.Morph(afterRows(l))
	p.Morph(matching(l.Query, total{}))
}
