package follow

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// What ends the following is open, or changed since its start.
func TestMatchIsOpenOrNew(t *testing.T) {
	t.Parallel()
	now := time.Now()
	store, err := recorder.Open(recorder.Options{Path: filepath.Join(t.TempDir(), "r.db"), ReadWait: time.Hour, Now: func() time.Time { return now.Add(time.Minute) }})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	put := func(method string, outcome wire.Outcome) (version int64) {
		tape := store.Begin(wire.Exchange{Origin: wire.Client, Agent: "http://127.0.0.1:9", Method: method, URL: "http://127.0.0.1:9/", Started: now})
		tape.EndRequest(now, nil)
		if outcome != wire.Open {
			tape.End(wire.End{At: now, Outcome: outcome})
		}
		if err := tape.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		x, err := store.Exchange(t.Context(), tape.ID())
		if err != nil {
			t.Fatal(err)
		}
		return x.Version
	}
	put("POST", wire.Open)
	since := put("GET", wire.Cut)
	put("PUT", wire.Cut)
	for _, c := range []struct {
		until   wire.Filter
		matches bool
	}{
		{wire.Filter{Method: "GET"}, false},
		{wire.Filter{Method: "PUT"}, true},
		{wire.Filter{Method: "POST"}, true},
		{wire.Filter{Method: "POST", Outcomes: []wire.Outcome{wire.Cut}}, false},
		{wire.Filter{Method: "POST", Outcomes: []wire.Outcome{wire.Cut, wire.Open}}, true},
		{wire.Filter{MinQuiet: 30 * time.Second}, true},
		{wire.Filter{MinQuiet: 2 * time.Minute}, false},
	} {
		var m *Match
		if err := findMatch(t.Context(), store, c.until, since); errors.As(err, &m) != c.matches || err != nil && m == nil {
			t.Errorf("%+v: %v, want a match: %v", c.until, err, c.matches)
		}
	}
}
