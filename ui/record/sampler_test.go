package record

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// sampled counts how often its samples are read.
type sampled struct {
	host.Library
	versions wire.Versions
	reads    int
}

func (l *sampled) Versions(context.Context) (wire.Versions, error) { return l.versions, nil }

func (l *sampled) Samples(context.Context, wire.Filter, int, time.Duration) (wire.SampleSet, error) {
	l.reads++
	return wire.SampleSet{}, nil
}

// TestSampler: what a filter selects is read once, until a relevant change or a timeout.
// Unused samples are dropped.
func TestSampler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &sampled{}
		s := &Sampler{Library: l}
		read := func(what, task string, want int) {
			t.Helper()
			l.reads = 0
			if _, err := s.Read(t.Context(), wire.Filter{Task: task}); err != nil || l.reads != want {
				t.Errorf("%s: %d reads, want %d, %v", what, l.reads, want, err)
			}
		}
		read("the first", "a", 1)
		read("the same", "a", 0)
		read("another filter", "b", 1)
		read("the same beside another", "a", 0)
		for what, n := range map[string]*int64{"exchanges": &l.versions.Exchanges, "sessions": &l.versions.Sessions, "agents": &l.versions.Agents} {
			*n++
			read("changed "+what, "a", 1)
		}
		time.Sleep(samplingTime)
		read("later", "a", 1)
		for i := range maxSamplings {
			read("many", fmt.Sprint(i), 1)
		}
		read("pushed out", "a", 1)
		if len(s.samplings) != maxSamplings {
			t.Errorf("%d are kept of many", len(s.samplings))
		}
		time.Sleep(samplingIdle + 1)
		if read("after a pause", "a", 1); len(s.samplings) != 1 {
			t.Errorf("%d are kept after a pause", len(s.samplings))
		}
	})
}
