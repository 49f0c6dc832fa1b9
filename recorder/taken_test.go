package recorder

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestImportOfWhatIsOnRecord: the error describes the session with the same id and what to try. A removed
// session is no obstacle.
func TestImportOfWhatIsOnRecord(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.NoSession = true })
	x := call()
	x.Started = time.Now()
	session := wire.Session{ID: wire.NewID(), Started: x.Started}
	x.ID, x.Ended, x.Outcome = wire.NewID(), x.Started, wire.ByAgent
	take := func(session wire.Session, x wire.Exchange, times int) error {
		in := s.Import("f")
		err := in.Session(t.Context(), &session)
		for range times {
			err = errors.Join(err, in.Exchange(t.Context(), &x))
		}
		if err == nil {
			err = in.Close(t.Context())
		}
		if err != nil {
			_ = in.Abandon(t.Context())
		}
		return err
	}
	says := func(err error, want ...string) {
		t.Helper()
		if !errors.Is(err, wire.ErrExists) {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%v; want %q", err, w)
			}
		}
	}
	other := wire.Session{ID: wire.NewID(), Started: x.Started}
	says(take(session, x, 2), "the file has it twice")
	if err := take(session, x, 1); err != nil {
		t.Fatal(err)
	}
	says(take(session, x, 0), "it is on record already; remove that first (a2a-console sessions rm "+session.ID+")")
	says(take(other, x, 1), "exchange "+x.ID, "in another session; remove that first", session.ID)
	if err := s.Delete(t.Context(), session.ID); err != nil {
		t.Fatal(err)
	}
	says(take(session, x, 0), "deleted but not removed yet; bring it back, or remove it for good first", session.ID)
	says(take(other, x, 1), "in another session, deleted but not removed yet")

	// Marked by a program that did not finish; this one does.
	err := s.do(t.Context(), func(w *writer) error {
		_, err := w.conn.Exec("UPDATE sessions SET purge = 1 WHERE id = ?", session.ID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	says(take(other, x, 1), "in another session, but is being removed; try again in a moment")
	if err := take(session, x, 1); err != nil {
		t.Error(err)
	}
}
