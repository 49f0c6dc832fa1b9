package list

import (
	"context"
	"fmt"
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

// drawSessions draws the whole list when sessions have gone or come since the page was
// drawn, also while the tab was hidden and had no stream.
func (v *ListView) drawSessions(ctx context.Context, p *web.Patches) error {
	version, err := v.s.Library.Versions(ctx)
	if err != nil {
		return fmt.Errorf("read the sessions: %w", err)
	}
	if now := v.s.Today(v.Q); now.Filter.Session != v.Q.Filter.Session { // another session is recorded
		v.Q, v.anew = now, true
	}
	other, err := v.sessions.others(ctx, v.s)
	if err != nil {
		return err
	}
	away := v.told > 0 && v.told != version.Sessions
	if v.anew = v.anew || other || away; v.anew {
		if err := v.drawAnew(ctx, p); err != nil {
			return err
		}
	}
	v.told, v.stale, v.anew = 0, false, false
	p.Sessions(version.Sessions)
	return nil
}

// drawAnew draws the whole list: no exchange has changed where a session goes or comes.
func (v *ListView) drawAnew(ctx context.Context, p *web.Patches) error {
	l, err := v.s.List(ctx, v.Q, v.Selected, 0)
	if err != nil {
		return err
	}
	v.shown, v.order, v.room = map[int64]string{}, nil, 0
	v.window, v.first = nil, wire.Exchange{}
	v.newest, v.gaps = time.Time{}, liveGaps{}
	v.since, v.scale = max(v.since, l.Since), l.Scale
	v.full, v.empty, v.settled = l.Older > 0, len(l.Rows) == 0, true
	for _, r := range l.Rows {
		if r.ID != "" {
			v.note(r.Exchange)
		}
	}
	p.Morph(allRows(l))
	p.Morph(afterRows(l))
	p.Morph(Newer(v.Q))
	p.Changed("arrived", arrived(0))
	return nil
}
