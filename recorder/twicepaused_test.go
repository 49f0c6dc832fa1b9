package recorder

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestPausedTwice: two pauses are two gaps if something was recorded in between, else one.
func TestPausedTwice(t *testing.T) {
	t.Parallel()
	for _, between := range []bool{true, false} {
		s := open(t, nil)
		passUnrecorded(t, s, 3)
		s.Pause(false)
		await(t, s, func() bool { return !s.hasLosses() })
		var recorded wire.Exchange
		if between {
			var err error
			if recorded, err = s.Exchange(t.Context(), record(t, s, call(), "{}", jsonHead, "{}")); err != nil {
				t.Fatal(err)
			}
		}
		s.Pause(true)
		for range 2 {
			s.Begin(call()).End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		}
		s.Pause(false)
		await(t, s, func() bool { return !s.hasLosses() })
		g, err := s.Gaps(t.Context(), s.Current().ID)
		switch {
		case err != nil:
			t.Fatal(err)
		case between && (len(g) != 2 || g[0].Exchanges != 3 || g[1].Exchanges != 2 || !g[0].To.Before(recorded.Started) || g[1].From.Before(recorded.Started)):
			t.Errorf("%+v around %v", g, recorded.Started)
		case !between && (len(g) != 1 || g[0].Exchanges != 5):
			t.Errorf("%+v", g)
		}
	}
}

// TestGapsOfUnknownSize: a gap of exchanges of unknown size, because a killed program had them in memory, is
// not merged with one of known size: a sum of bytes would cover only some of them.
func TestGapsOfUnknownSize(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	at, _ := s.current.target()
	now := time.Now()
	err := s.do(t.Context(), func(w *writer) error {
		for _, bytes := range []int64{700, 0, 300} {
			g := wire.Gap{From: now, To: now, Cause: wire.GapDiskFull, Exchanges: 2, Bytes: bytes}
			if err := w.putGap(w.own, &rowGap{session: at.n, Gap: g}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if g, err := s.Gaps(t.Context(), at.ID); err != nil || len(g) != 2 || g[0].Exchanges != 4 || g[0].Bytes != 1000 || g[1].Exchanges != 2 || g[1].Bytes != 0 {
		t.Errorf("%+v, %v", g, err)
	}
}
