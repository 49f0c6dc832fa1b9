package list

import (
	"context"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

// liveHeld is of which exchanges something was held when their rows were drawn: the id of
// the first, by exchange. nil: it is not known.
type liveHeld map[string]string

// drawHeld draws the rows of which something else is held than when they were drawn.
func (v *ListView) drawHeld(ctx context.Context, p *web.Patches) error {
	if v.s.Holds == nil || v.held != nil && !v.holds {
		return nil
	}
	v.holds = false
	now := liveHeld{}
	for _, h := range v.s.Holds.Held() {
		if now[h.Exchange] == "" {
			now[h.Exchange] = h.ID
		}
	}
	was := v.held
	v.held = now
	for id := range was {
		if now[id] == "" {
			if err := v.drawRow(ctx, p, id); err != nil {
				return err
			}
		}
	}
	for id, first := range now {
		if was[id] != first {
			if err := v.drawRow(ctx, p, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// drawRow draws the row of an exchange, where the page shows it.
func (v *ListView) drawRow(ctx context.Context, p *web.Patches, exchange string) error {
	x, err := v.s.Library.Exchange(ctx, exchange)
	if errors.Is(err, wire.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read exchange %s: %w", exchange, err)
	}
	if !v.shown[x.Seq] {
		return nil
	}
	names, err := v.s.Names(ctx)
	if err != nil {
		return err
	}
	r := v.s.Row(x, names, v.Q, v.Selected)
	r.Ticks = v.s.ticks(ctx, x)
	p.Morph(listRow(r))
	return nil
}
