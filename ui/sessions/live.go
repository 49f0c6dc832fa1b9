package sessions

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

// sessionsView keeps the list current. It reads only sessions whose exchanges changed, unless
// sessions may have been added, removed, or changed by a person.
type sessionsView struct {
	s       *Screen
	query   sessionQuery
	rows    web.Rows
	all     []wire.Session  // newest first
	changed map[string]bool // ids of sessions whose exchanges changed
	stale   bool            // more may have changed
}

// maxReloads bounds the sessions that are read one by one.
const maxReloads = 8

func (s *Screen) sessionsLive(r *http.Request, _ int64) (web.View, error) {
	return &sessionsView{s: s, query: sessionQueryOf(r.URL.Query()), changed: map[string]bool{}, stale: true}, nil
}

// Concerns implements web.Selective. The list counts exchanges.
func (v *sessionsView) Concerns(n web.Notice) bool {
	if x, known := n.About(); known {
		v.changed[x.Session] = true
		return true
	}
	v.stale = v.stale || n.Matches(web.Record, web.Sessions)
	return n.Matches(web.Record, web.Sessions, web.Runs)
}

func (v *sessionsView) Draw(ctx context.Context, p *web.Patches) error {
	if err := v.read(ctx); err != nil {
		return err
	}
	l, err := v.s.listOf(ctx, v.query, v.all)
	if err != nil {
		return err
	}
	rows := make([]web.Row, len(l.Rows))
	for i, ses := range l.Rows {
		rows[i] = web.Row{ID: sessionRowID(ses), Cell: sessionRow(l, ses)}
	}
	v.rows.Draw(p, "#session-rows", sessionTable(l), rows)
	p.Changed("session-pages", sessionPages(l))
	if l.Limits != nil {
		p.Changed("retention-gone", removedNote(*l.Limits))
	}
	return nil
}

// read reads the changed sessions, or all if there are too many or no notice named any.
func (v *sessionsView) read(ctx context.Context) (err error) {
	v.stale = v.stale || len(v.changed) == 0 || len(v.changed) > maxReloads
	for id := range v.changed {
		i := slices.IndexFunc(v.all, func(s wire.Session) bool { return s.ID == id })
		if v.stale = v.stale || i < 0; v.stale {
			break
		}
		v.all[i], err = v.s.Library.Session(ctx, id)
		v.stale = err != nil || !v.all[i].Deleted.IsZero()
	}
	if v.stale {
		if v.all, err = v.s.Library.Sessions(ctx); err != nil {
			return fmt.Errorf("read the sessions: %w", err)
		}
	}
	v.stale = false
	clear(v.changed)
	return nil
}
