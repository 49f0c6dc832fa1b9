package proxy

import (
	"context"
	"crypto/tls"
	"net"
)

// DialBy makes a tap reach its agent over connections that a test makes.
func (t *Tap) DialBy(dial func(ctx context.Context, network, address string) (net.Conn, error)) {
	var own *tls.Config
	if t.opts.TLS != nil {
		own = t.opts.TLS(t.origin)
	}
	routes := newTransports(t.opts.DialTimeout, "", nil, own, t.log)
	routes.h1.DialContext, routes.h2.DialContext = dialRecordingHeads(dial, t.log), dial
	routes.h1.DialTLSContext = dialTLSRecordingHeads(dial, own, t.opts.DialTimeout, t.log)
	t.current.Store(&routes)
}
