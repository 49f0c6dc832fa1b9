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

// Sampler reads samples, once for all that is drawn of them at a time: the overview above a
// list, the totals below it and the figures of the same filter. Safe for concurrent use.
type Sampler struct {
	Library host.Library

	mu        sync.Mutex
	samplings []*sampling // used last last
}

// sampling is what a filter selected as of a version of the record.
type sampling struct {
	key  string
	used time.Time

	mu      sync.Mutex // held while it is read
	version wire.Versions
	at      time.Time
	found   wire.SampleSet
}

const (
	maxSamplings = 8
	samplingIdle = time.Minute     // after it one that nobody asks for is let go
	samplingTime = 2 * time.Second // after it a filter for "the last hour" selects others
)

// Read is the newest that f selects, as a page reads it. Nobody may change it.
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
	s.samplings = append(slices.Delete(s.samplings, 0, max(0, len(s.samplings)-maxSamplings+1)), k) // both clear what they let go
	return k
}
