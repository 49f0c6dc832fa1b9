package webhooks

import (
	"context"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/pushes"
	"github.com/a2a-console/a2a-console/ui/web"
)

// hooksLive is the live half of the Webhooks screen.
type hooksLive struct {
	s             *Screen
	key, delivery string
	tasks         []string          // that deliveries are about
	order         []string          // keys of the rows, as they stand
	rows          map[string]string // their markup by key; nil before the first drawing
}

func (s *Screen) webhooksLive(r *http.Request, _ int64) (web.View, error) {
	return &hooksLive{s: s, key: r.PathValue("key"), delivery: r.URL.Query().Get("delivery")}, nil
}

// Concerns implements web.Selective: deliveries, calls that may register an address,
// and what is said of tasks that deliveries are about.
func (l *hooksLive) Concerns(n web.Notice) bool {
	if n.Kind != web.Record {
		return n.Is(web.Sessions)
	}
	x, known := n.About()
	return !known || x.Origin == wire.Push || pushes.About(x) || slices.Contains(l.tasks, x.Labels.Task)
}

// Draw brings the rows and the open address up to date.
func (l *hooksLive) Draw(ctx context.Context, p *web.Patches) error {
	v, err := l.s.Read(ctx, l.key, l.delivery)
	if err != nil {
		return err
	}
	l.tasks = l.tasks[:0]
	for _, e := range v.Entries {
		if e.Task != "" {
			l.tasks = append(l.tasks, e.Task)
		}
	}
	l.drawRows(p, v)
	if v.Open != nil {
		p.Changed("hook-head", hookHead(v))
		p.Changed("hook-keys", hookKeys(v))
		p.Changed("hook-facts", hookFacts(v))
	}
	p.Since(v.since)
	return nil
}

// drawRows sends the rows that differ from those drawn last, and the whole list
// only when its order does.
func (l *hooksLive) drawRows(p *web.Patches, v *View) {
	order, rows := make([]string, 0, len(v.Entries)), map[string]string{}
	for _, e := range v.Entries {
		order = append(order, e.Key)
		rows[e.Key] = p.Render(hookRow(v, e))
	}
	if l.rows == nil || !slices.Equal(order, l.order) {
		p.Morph(hookList(v))
	} else {
		for _, e := range v.Entries {
			if rows[e.Key] != l.rows[e.Key] {
				p.Morph(hookRow(v, e))
			}
		}
	}
	l.order, l.rows = order, rows
}
