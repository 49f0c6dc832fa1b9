package web

import "context"

// ViewFunc makes a View of draw, for notices of some kinds.
func ViewFunc(draw func(ctx context.Context, p *Patches) error, kinds ...Kind) View {
	return viewFunc{draw, kinds}
}

type viewFunc struct {
	draw  func(ctx context.Context, p *Patches) error
	kinds []Kind
}

func (d viewFunc) Draw(ctx context.Context, p *Patches) error { return d.draw(ctx, p) }

// Concerns implements Selective.
func (d viewFunc) Concerns(n Notice) bool { return n.Matches(d.kinds...) }
