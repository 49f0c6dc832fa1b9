package webhooks

import (
	"context"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/ui/web"
)

// hooksLive is the live half of the Webhooks screen.
type hooksLive struct {
	s             *Screen
	key, delivery string
	order         []string          // keys of the rows, as they stand
	rows          map[string]string // their markup by key; nil before the first drawing
}

func (s *Screen) webhooksLive(r *http.Request, _ int64) (web.View, error) {
	return &hooksLive{s: s, key: r.PathValue("key"), delivery: r.URL.Query().Get("delivery")}, nil
}

// Draw brings the rows and the open address up to date.
func (l *hooksLive) Draw(ctx context.Context, p *web.Patches) error {
	v, err := l.s.Read(ctx, l.key, l.delivery)
	if err != nil {
		return err
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
