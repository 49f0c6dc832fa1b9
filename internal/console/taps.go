package console

import (
	"context"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/ui/host"
)

// pageTaps shows the taps to the pages, in their words.
type pageTaps struct {
	taps      *proxy.Taps
	reference string // origin of the reference agent, ""
}

// Taps lists the taps that listen.
func (t pageTaps) Taps() []host.Tap {
	var out []host.Tap
	for _, l := range t.taps.Taps() {
		out = append(out, t.tap(l))
	}
	return out
}

// Open returns the tap of an origin, opening one if there is none.
func (t pageTaps) Open(ctx context.Context, origin string) (host.Tap, error) {
	l, err := t.taps.Open(ctx, origin)
	return t.tap(l), err
}

// Close closes the tap of an origin.
func (t pageTaps) Close(ctx context.Context, origin string) error { return t.taps.Close(ctx, origin) }

func (t pageTaps) tap(l proxy.Listening) host.Tap {
	return host.Tap{Agent: l.Agent, URL: l.URL, Reference: l.Agent == t.reference}
}

// OpenTap opens the tap of an agent's address where it was told to listen, or where it may.
func OpenTap(ctx context.Context, b *Plumbing, agent string, at Address) (TapLine, error) {
	origin, path, err := inspector.TapAddress(agent)
	if err != nil {
		return TapLine{}, err
	}
	open := func() (proxy.Listening, error) { return b.Taps.Open(ctx, origin) }
	if at.given {
		open = func() (proxy.Listening, error) { return b.Taps.OpenAt(ctx, origin, at.at(at.port)) }
	}
	l, err := open()
	if err != nil && at.given {
		err = at.failure(err)
	}
	return announced(l, path), err
}

// announced says where a tap is, of the agent at a path there.
func announced(l proxy.Listening, path string) TapLine { return TapLine{l.Agent + path, l.URL + path} }
