package exchange

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/talk"
	"github.com/a2a-console/a2a-console/ui/web"
)

// heldIDs names what is held.
func heldIDs(list []wire.HeldItem) (ids []string) {
	for _, h := range list {
		ids = append(ids, h.ID)
	}
	return ids
}

// holdsAsDrawn reports whether nothing else of the exchange is held than when it was drawn.
func (v *exchangeView) holdsAsDrawn() bool {
	now := v.s.Lists.HeldOf(&wire.Exchange{ID: v.id, Outcome: wire.Open})
	return slices.Equal(heldIDs(now), v.held)
}

// drawHeld draws what is held of the exchange, where that is something else than before.
// first says that nothing was drawn before.
func (v *exchangeView) drawHeld(p *web.Patches, d *detail, first bool) {
	ids := heldIDs(d.Held)
	if !first && !slices.Equal(ids, v.held) {
		p.Morph(talk.HeldNow("exchange-held", d.Held, d.Now))
	}
	v.held = ids
}
