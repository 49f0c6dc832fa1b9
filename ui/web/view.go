package web

import (
	"context"
)

// ViewFunc is a View without state.
type ViewFunc func(ctx context.Context, p *Patches) error

func (f ViewFunc) Draw(ctx context.Context, p *Patches) error { return f(ctx, p) }
