package agents

import (
	"context"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// callTimes remembers when each agent was last called by anybody but the console. The zero value is
// ready to use. Safe for concurrent use.
type callTimes struct {
	mu       sync.Mutex
	version  int64 // version of the record that byOrigin reflects
	byOrigin map[string]time.Time
}

// maxCallChanges bounds how many changed exchanges are read. If there are more, each agent's newest
// exchange is read again.
const maxCallChanges = 200

// lastCalls returns when the newest exchange with each agent began, zero for none.
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
			if k.byOrigin[o], err = s.newestCallTime(ctx, o); err != nil {
				delete(k.byOrigin, o)
				return nil, err
			}
		}
		out[o] = k.byOrigin[o]
	}
	return out, nil
}

func (s *Directory) newestCallTime(ctx context.Context, origin string) (time.Time, error) {
	f := wire.Filter{Agents: []string{origin}, ExcludedOrigins: []wire.Origin{wire.Console}}
	list, err := s.Library.Exchanges(ctx, f, wire.Page{Limit: 1})
	if err != nil || len(list) == 0 {
		return time.Time{}, err
	}
	return list[0].Started, nil
}
