package webhooks

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/pushes"
	"github.com/a2a-console/a2a-console/ui/web"
)

type hooksLive struct {
	s             *Screen
	key, delivery string
	tasks         []string // tasks of the listed addresses
	rows          web.Rows
	hasOlder      bool // the page says that older deliveries were not read
	due           time.Time
}

func (s *Screen) webhooksLive(r *http.Request, _ int64) (web.View, error) {
	return &hooksLive{s: s, key: r.PathValue("key"), delivery: r.URL.Query().Get("delivery")}, nil
}

// Concerns implements web.Selective. Of the exchanges, deliveries, calls that may register an
// address, and calls about the listed addresses' tasks count.
func (l *hooksLive) Concerns(n web.Notice) bool {
	if n.Kind != web.Record {
		return n.Matches(web.Sessions)
	}
	x, known := n.About()
	return !known || x.Origin == wire.Push || pushes.MayConcernPush(x) || slices.Contains(l.tasks, x.Labels.Task)
}

// Due implements web.Timed. An undelivered event counts as missing from a certain time.
func (l *hooksLive) Due() time.Time { return l.due }

// Draw updates the rows and the open address.
func (l *hooksLive) Draw(ctx context.Context, p *web.Patches) error {
	l.due = time.Time{}
	v, err := l.s.Read(ctx, l.key, l.delivery)
	if err != nil {
		return err
	}
	l.tasks = l.tasks[:0]
	for _, e := range v.Entries {
		if t := e.due(v.Now); !t.IsZero() && (l.due.IsZero() || t.Before(l.due)) {
			l.due = t
		}
		if e.Task != "" {
			l.tasks = append(l.tasks, e.Task)
		}
	}
	rows := make([]web.Row, len(v.Entries))
	for i, e := range v.Entries {
		rows[i] = web.Row{ID: "hook-" + e.Key, Cell: hookRow(v, e)}
	}
	if v.HasOlder != l.hasOlder {
		l.hasOlder, l.rows = v.HasOlder, web.Rows{}
	}
	l.rows.Draw(p, "#hook-rows", hookList(v), rows)
	if v.Open != nil {
		p.Changed("hook-head", hookHead(v))
		p.Changed("hook-keys", hookKeys(v))
		p.Changed("hook-facts", hookFacts(v))
	}
	p.Since(v.since)
	return nil
}
