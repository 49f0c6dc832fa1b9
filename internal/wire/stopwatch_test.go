package wire_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestStopwatch: timestamps follow the monotonic clock from the start, whatever the wall clock says later.
func TestStopwatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		wall := time.Date(2020, 2, 3, 4, 5, 6, 0, time.FixedZone("", 3600))
		s := wire.StartStopwatch(func() time.Time { return wall })
		wall = wall.Add(-time.Hour) // it is set back
		time.Sleep(1500 * time.Millisecond)
		if got := s.Now().Sub(s.Start()); got != 1500*time.Millisecond {
			t.Errorf("%s passed", got)
		}
		if want := "2020-02-03T03:05:07.5Z"; s.Now().Format(time.RFC3339Nano) != want || s.Start().Location() != time.UTC {
			t.Errorf("stamp %s, want %s", s.Now().Format(time.RFC3339Nano), want)
		}
		if s := wire.StartStopwatch(nil); !s.Start().Equal(time.Now()) || !s.Now().Equal(s.Start()) {
			t.Errorf("by the system's clock %s", s.Start())
		}
	})
}
