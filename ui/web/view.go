package web

import "context"

// On is a View of a function, drawn at notices of some kinds.
func On(draw func(ctx context.Context, p *Patches) error, kinds ...Kind) View {
	return drawn{draw, kinds}
}

type drawn struct {
	draw  func(ctx context.Context, p *Patches) error
	kinds []Kind
}

func (d drawn) Draw(ctx context.Context, p *Patches) error { return d.draw(ctx, p) }

// Concerns implements Selective.
func (d drawn) Concerns(n Notice) bool { return n.Is(d.kinds...) }
