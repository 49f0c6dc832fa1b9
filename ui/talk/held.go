package talk

import (
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// HeldView keeps HeldNow current on an open page.
type HeldView struct {
	exchange string   // the exchange drawn last
	ids      []string // the ids of its held items
}

// Draw draws HeldNow of an exchange if its held items changed.
func (v *HeldView) Draw(p *web.Patches, id, exchange string, list []wire.HeldItem, now time.Time) {
	p.ChangedBy(id, HeldNow(id, list, time.Time{}), HeldNow(id, list, now))
	v.exchange, v.ids = exchange, heldIDs(list)
}

// Stale reports whether the held items of the exchange changed since the last drawing.
func (v *HeldView) Stale(heldOf func(*wire.Exchange) []wire.HeldItem) bool {
	return v.exchange != "" && !slices.Equal(heldIDs(heldOf(&wire.Exchange{ID: v.exchange, Outcome: wire.Open})), v.ids)
}

func heldIDs(list []wire.HeldItem) (ids []string) {
	for _, h := range list {
		ids = append(ids, h.ID)
	}
	return ids
}

// heldWords says that an exchange waits for a person or a rule, not for the
// agent; "" if nothing is held.
func heldWords(list []wire.HeldItem) string {
	if len(list) == 0 {
		return ""
	}
	first := &list[0]
	words := "A rule is holding the " + record.HeldName(first)
	if n := len(list) - 1; n > 0 {
		words += " and " + part.Count(n) + " more"
	}
	if record.IsHeldWhole(first) && first.Side == wire.Request && first.Origin != wire.Push {
		return words + ". The agent has not received it yet."
	}
	return words + "."
}
