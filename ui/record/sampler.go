package record

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// Sampler caches samples for things that are drawn of the same filter at about the same time: the
// overview above a list, the totals below it, and the figures of Insights. Safe for concurrent use.
type Sampler struct {
	Library host.Library

	mu        sync.Mutex
	samplings []*sampling // most recently used last
}

// sampling is what a filter selected at a version of the record.
type sampling struct {
	key  string
	used time.Time

	mu      sync.Mutex // held during the read
	version wire.Versions
	at      time.Time
	found   wire.SampleSet
}

const (
	maxSamplings = 8
	samplingIdle = time.Minute     // after which an unused sampling is dropped
	samplingTime = 2 * time.Second // after which "the last hour" selects other exchanges
)

// Read returns the newest exchanges that f selects. The result is shared: do not modify it.
func (s *Sampler) Read(ctx context.Context, f wire.Filter) (wire.SampleSet, error) {
	version, err := s.Library.Versions(ctx)
	if err != nil {
		return wire.SampleSet{}, fmt.Errorf("read the versions: %w", err)
	}
	k := s.samplingFor(fmt.Sprintf("%+v", f))
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.at.IsZero() && k.version == version && time.Since(k.at) < samplingTime {
		return k.found, nil
	}
	found, err := s.Library.Samples(ctx, f, insight.MaxSamples, insight.MaxReadTime)
	if err != nil {
		return wire.SampleSet{}, fmt.Errorf("read the exchanges: %w", err)
	}
	k.version, k.at, k.found = version, time.Now(), found
	return found, nil
}

func (s *Sampler) samplingFor(key string) *sampling {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, now := &sampling{key: key}, time.Now()
	s.samplings = slices.DeleteFunc(s.samplings, func(have *sampling) bool {
		if have.key == key {
			k = have
		}
		return have.key == key || now.Sub(have.used) > samplingIdle
	})
	k.used = now
	s.samplings = append(slices.Delete(s.samplings, 0, max(0, len(s.samplings)-maxSamplings+1)), k) // Delete and append clear what they drop
	return k
}
