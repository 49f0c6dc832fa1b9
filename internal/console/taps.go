package console

import (
	"context"
	"fmt"

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

// OpenTap opens a tap where it was told to listen, or where it may.
func OpenTap(ctx context.Context, b *Plumbing, upstream string, at Address) (proxy.Listening, error) {
	if !at.given {
		return b.Taps.Open(ctx, upstream)
	}
	l, err := b.Taps.OpenAt(ctx, upstream, at.at(at.port))
	if err != nil {
		return l, at.failure(err)
	}
	return l, nil
}

// AgentOrigin is the origin of an agent's address, http unless it says else.
func AgentOrigin(given string) (string, error) {
	origin, err := proxy.Origin(given)
	if err != nil {
		return "", fmt.Errorf("cannot use the agent address %q: %w", given, err)
	}
	return origin, nil
}
