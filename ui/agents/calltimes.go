package agents

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// callTimes stores when each agent was last called, not counting the console's own calls. The zero
// value is ready to use. Safe for concurrent use.
type callTimes struct {
	mu       sync.Mutex
	version  int64 // version of the record that byOrigin reflects
	byOrigin map[string]time.Time
}

// maxCallChanges bounds how many changed exchanges are read. If there are more, the newest exchange
// of each agent is read again.
const maxCallChanges = 200

// lastCalls returns when the newest exchange with each agent began, a zero time for none.
func (s *Directory) lastCalls(ctx context.Context, origins []string) (map[string]time.Time, error) {
	k := &s.callTimes
	k.mu.Lock()
	defer k.mu.Unlock()
	version, err := s.Library.Versions(ctx)
	if err != nil {
		return nil, err
	}
	if k.byOrigin != nil && version.Exchanges != k.version {
		xs, err := s.Library.Changed(ctx, wire.Filter{ExcludedOrigins: []wire.Origin{wire.Console}}, k.version, maxCallChanges)
		if err != nil {
			return nil, err
		}
		for _, x := range xs {
			if x.Started.After(k.byOrigin[x.Agent]) {
				k.byOrigin[x.Agent] = x.Started
			}
		}
		if len(xs) == maxCallChanges {
			k.byOrigin = nil
		}
	}
	if k.byOrigin == nil {
		k.byOrigin = map[string]time.Time{}
	}
	k.version = version.Exchanges
	out := make(map[string]time.Time, len(origins))
	for _, o := range origins {
		if _, known := k.byOrigin[o]; !known {
			x, err := s.NewestCall(ctx, o)
			if err != nil {
				return nil, err
			}
			k.byOrigin[o] = x.Started
		}
		out[o] = k.byOrigin[o]
	}
	return out, nil
}

// maxEndpointRows is how many calls RecordedEndpoint looks at.
const maxEndpointRows = 30

// RecordedEndpoint returns the URL of the newest JSON-RPC call that the agent answered with success, "" for none. It
// leaves out URLs with a query, which may have been redacted. In the other bindings a URL names more than the endpoint.
func (s *Directory) RecordedEndpoint(ctx context.Context, origin string) (string, error) {
	f := wire.Filter{Agents: []string{origin}, Bindings: []string{string(a2a.JSONRPC)}, ExcludedOrigins: []wire.Origin{wire.Console, wire.Push}}
	list, err := s.Library.Exchanges(ctx, f, wire.Page{Limit: maxEndpointRows})
	for _, x := range list {
		if x.Outcome == wire.ByAgent && x.Response.Status/100 == 2 && !strings.Contains(x.URL, "?") {
			return x.URL, err
		}
	}
	return "", err
}

// NewestCall returns the newest exchange with an agent except the console's own calls, or a zero one.
func (s *Directory) NewestCall(ctx context.Context, origin string) (wire.Exchange, error) {
	f := wire.Filter{Agents: []string{origin}, ExcludedOrigins: []wire.Origin{wire.Console}}
	list, err := s.Library.Exchanges(ctx, f, wire.Page{Limit: 1})
	if err != nil || len(list) == 0 {
		return wire.Exchange{}, err
	}
	return list[0], nil
}
