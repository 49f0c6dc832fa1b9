package recorder

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Whenever the caller of NewSession gives up, exchanges go into the one session of this program that the file
// says is being recorded.
func TestASessionThatNobodyWaitsFor(t *testing.T) {
	t.Parallel()
	var left atomic.Int64
	var cancel atomic.Pointer[context.CancelFunc]
	s := open(t, func(o *Options) {
		o.Now = func() time.Time { // called while a session is started
			if left.Add(-1) == 0 {
				(*cancel.Load())()
			}
			return time.Now()
		}
	})
	b := open(t, func(o *Options) { o.Path, o.NoSession = s.opts.Path, true })
	for round := range 24 {
		ctx, stop := context.WithCancel(t.Context())
		cancel.Store(&stop)
		left.Store(int64(1 + round%6))
		x, err := s.NewSession(ctx, "")
		left.Store(0)
		stop()
		if err := s.do(t.Context(), func(*writer) error { return nil }); err != nil { // all work is done
			t.Fatal(err)
		}
		current := s.Current()
		if err == nil && current.ID != x.ID {
			t.Fatalf("round %d: session %s is recorded, not the one that was started", round, current.ID)
		}
		list, e := s.Sessions(t.Context())
		if e != nil {
			t.Fatal(e)
		}
		var recorded []string
		for _, x := range list {
			if x.Ended.IsZero() {
				recorded = append(recorded, x.ID)
			}
		}
		if len(recorded) != 1 || recorded[0] != current.ID {
			t.Fatalf("round %d (%v): recorded into %s, and in the file those are not ended: %q", round, err, current.ID, recorded)
		}
		if err := b.Remove(t.Context(), current.ID); !errors.Is(err, wire.ErrRecording) {
			t.Fatalf("round %d: another program removed it: %v", round, err)
		}
	}
}

// A session with nothing but gaps is kept after its program ended, in whatever way.
func TestASessionWithOnlyGapsIsKept(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, s *Store){
		"closed": func(t *testing.T, s *Store) {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		},
		"killed": die,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.db")
			s, err := Open(Options{Path: path})
			if err != nil {
				t.Fatal(err)
			}
			id := s.Current().ID
			s.Pause(true)
			for range 3 {
				s.Begin(call()).End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
			}
			s.Pause(false)
			await(t, s, func() bool { g, err := s.Gaps(t.Context(), id); return err == nil && len(g) == 1 })
			end(t, s)
			s = open(t, func(o *Options) { o.Path, o.NoSession = path, true })
			g, err := s.Gaps(t.Context(), id)
			if err != nil || len(g) != 1 || g[0].Exchanges != 3 || g[0].Cause != wire.GapPaused {
				t.Errorf("%+v, %v", g, err)
			}
			if x, err := s.Session(t.Context(), id); err != nil || x.Ended.IsZero() {
				t.Errorf("%+v, %v", x, err)
			}
		})
	}
}

// An exchange without a known agent, such as a delivery to a webhook, adds no agent.
func TestASessionHasNoNamelessAgent(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	delivery := call()
	delivery.Agent = ""
	record(t, s, delivery, "{}", jsonHead, "{}")
	record(t, s, call(), "{}", jsonHead, "{}")
	x, err := s.Session(t.Context(), s.Current().ID)
	if err != nil || !slices.Equal(x.Agents, []string{call().Agent}) {
		t.Errorf("agents %q, %v", x.Agents, err)
	}
	all, err := s.Sessions(t.Context())
	if err != nil || len(all) != 1 || !slices.Equal(all[0].Agents, x.Agents) {
		t.Errorf("%+v, %v", all, err)
	}
}
