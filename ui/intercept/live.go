package intercept

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

type liveView struct {
	s                *Screen
	id               string // the id of the open item
	exchange         string // id of the open item's exchange
	rules, queueRows web.Rows
	exchangeOf       map[string]string // exchanges of items that were held, or left for an unknown reason, by item id
	departedItems    []*departedItem   // decided last, or lost because a side left; newest first
}

func (s *Screen) live(r *http.Request, _ int64) (web.View, error) {
	return &liveView{s: s, id: r.PathValue("id"), departedItems: s.readDeparted(r)}, nil
}

// Concerns implements web.Selective. Of the record, only exchanges of held and
// recently held items count.
func (l *liveView) Concerns(n web.Notice) bool {
	if n.Kind != web.Record {
		return n.Matches(web.Rules, web.HeldItems, web.Sessions)
	}
	x, known := n.About()
	if l.exchange == "" && len(l.exchangeOf) == 0 {
		return false
	}
	return !known || x.ID == l.exchange || x.Outcome != wire.Open && slices.Contains(slices.Collect(maps.Values(l.exchangeOf)), x.ID)
}

// Draw updates rules, queue and the open item. It does not touch what is typed.
func (l *liveView) Draw(ctx context.Context, p *web.Patches) error {
	v, err := l.s.read(ctx, l.id)
	if err != nil {
		return err
	}
	for _, c := range v.Presets {
		p.Changed("preset-"+c.Name, preset(c))
	}
	if len(v.Presets) > 0 {
		p.Changed("presets-on", presetsOn(v))
	}
	rows := make([]web.Row, len(v.Rules))
	for i, r := range v.Rules {
		rows[i] = web.Row{ID: "rule-" + r.ID, Cell: ruleRow(r)}
	}
	l.rules.Draw(p, "#rule-rows", ruleList(v), rows)
	p.Changed("rules-head", rulesHead(v))
	l.queue(ctx, p, v)
	l.detail(p, v)
	return nil
}

// queue draws the held items, and notes about those that left without a decision.
func (l *liveView) queue(ctx context.Context, p *web.Patches, v *view) {
	rows, now := make([]web.Row, len(v.Items)), map[string]string{}
	for i, h := range v.Items {
		still := h
		still.Now = h.HeldAt
		rows[i] = web.Row{ID: "held-" + h.ID, Cell: heldRow(h), Basis: still}
		now[h.ID] = h.Exchange
	}
	for id, exchange := range l.exchangeOf {
		if _, held := now[id]; held {
			continue
		}
		switch g := l.s.findDeparted(ctx, id); {
		case g.Lost:
			l.departedItems = append([]*departedItem{g}, l.departedItems[:min(len(l.departedItems), 2)]...)
		case g.Open:
			now[id] = exchange
		}
	}
	l.exchangeOf = now
	l.queueRows.Draw(p, "#held-rows", heldList(v), rows)
	p.Changed("held-head", heldHead(v))
	p.Changed("held-went", departedNotes(l.departedItems))
}

func (l *liveView) detail(p *web.Patches, v *view) {
	l.exchange = ""
	switch {
	case v.Open != nil:
		l.exchange = v.Open.Exchange
		still := *v.Open
		still.Now = still.HeldAt
		p.ChangedBy("held-facts", heldFacts(&still), heldFacts(v.Open))
	case v.DepartedItem != nil:
		p.Changed("held-facts", departedNote(v.DepartedItem))
		p.Changed("held-deeds", noActions())
		l.exchange = v.DepartedItem.Exchange
	}
}

var _ web.Selective = (*liveView)(nil)
