package proxy

import (
	"context"
	"net"
)

// DialBy has a tap reach its agent by connections that a test makes.
func (t *Tap) DialBy(dial func(ctx context.Context, network, address string) (net.Conn, error)) {
	routes := newTransports(t.opts.DialTimeout, nil, nil, t.log)
	routes.h1.DialContext, routes.h2.DialContext = keepHeads(dial, t.log), dial
	t.current.Store(&routes)
}
