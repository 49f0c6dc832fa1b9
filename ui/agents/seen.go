package agents

import (
	"context"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// seen remembers when each agent was last called by anybody but the console. The zero
// seen knows nothing yet. Safe for concurrent use.
type seen struct {
	mu    sync.Mutex
	since int64 // version of the record that is known
	at    map[string]time.Time
}

// seenChanges is how many changed exchanges are read. With more, each agent's newest
// exchange is read again.
const seenChanges = 200

// lastSeen is when the newest exchange with each of some agents began, zero for none.
func (s *Directory) lastSeen(ctx context.Context, origins []string) (map[string]time.Time, error) {
	k := &s.seen
	k.mu.Lock()
	defer k.mu.Unlock()
	version, err := s.Library.Versions(ctx)
	if err != nil {
		return nil, err
	}
	if k.at != nil && version.Exchanges != k.since {
		xs, err := s.Library.Changed(ctx, wire.Filter{Not: []wire.Origin{wire.Console}}, k.since, seenChanges)
		if err != nil {
			return nil, err
		}
		for _, x := range xs {
			if x.Started.After(k.at[x.Agent]) {
				k.at[x.Agent] = x.Started
			}
		}
		if len(xs) == seenChanges {
			k.at = nil
		}
	}
	if k.at == nil {
		k.at = map[string]time.Time{}
	}
	k.since = version.Exchanges
	out := make(map[string]time.Time, len(origins))
	for _, o := range origins {
		if _, known := k.at[o]; !known {
			if k.at[o], err = s.newest(ctx, o); err != nil {
				delete(k.at, o)
				return nil, err
			}
		}
		out[o] = k.at[o]
	}
	return out, nil
}

// newest is when the newest exchange with an agent began, zero for none.
func (s *Directory) newest(ctx context.Context, origin string) (time.Time, error) {
	f := wire.Filter{Agents: []string{origin}, Not: []wire.Origin{wire.Console}}
	list, err := s.Library.Exchanges(ctx, f, wire.Page{Limit: 1})
	if err != nil || len(list) == 0 {
		return time.Time{}, err
	}
	return list[0].Started, nil
}
