package inspector

import (
	"context"
	"crypto/tls"
	"net"
	"strings"
)

// dialTLS connects by TLS as config says for an origin; where it says nothing,
// in the usual way.
func dialTLS(config func(origin string) *tls.Config) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c := config("https://" + strings.TrimSuffix(address, ":443"))
		if c == nil {
			c = &tls.Config{MinVersion: tls.VersionTLS12}
		}
		c.NextProtos = []string{"h2", "http/1.1"}
		d := &tls.Dialer{NetDialer: newDialer(), Config: c}
		return d.DialContext(ctx, network, address)
	}
}
