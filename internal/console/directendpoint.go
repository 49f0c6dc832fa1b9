package console

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// DirectEndpoint returns a target with the address itself as the endpoint, or with the interface that the card
// lists for the version without a known binding. It returns false unless the version is given, something
// answers there, and the address is not the card's own. A gRPC endpoint, or one that timed out and whose
// binding is given, need not have answered.
func DirectEndpoint(d *inspector.Discovery, url string, header http.Header, v a2a.Version, b a2a.Binding) (inspector.Target, bool) {
	if v == "" || d.CardURL == url || !d.HasAnswer() && b != a2a.GRPC && !IsHung(d, b) {
		return inspector.Target{}, false
	}
	if b == "" {
		b = a2a.JSONRPC
	}
	if listed := d.InterfaceURL(v); listed != "" {
		return inspector.Target{Endpoint: listed, Version: v, Binding: b, Header: header, Agent: d.CardURL}, true
	}
	endpoint := url
	if !strings.Contains(endpoint, "://") && b != a2a.GRPC {
		first := d.Trail[len(d.Trail)-1].URL
		scheme, _, _ := strings.Cut(first, "://")
		endpoint = scheme + "://" + endpoint
	}
	return inspector.Target{Endpoint: endpoint, Version: v, Binding: b, Header: header}, true
}

// IsHung reports whether the request for a card timed out although the binding is known: something
// listens there that does not serve a card.
func IsHung(d *inspector.Discovery, b a2a.Binding) bool {
	return b != "" && slices.ContainsFunc(d.Trail, func(p inspector.DiscoveryStep) bool { return p.TimedOut })
}
