package console

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestASessionIsContinuedByItsName: by its listed name, or by part of its id.
func TestASessionIsContinuedByItsName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record.db")
	run := func(o PlumbingOptions) (wire.Session, error) {
		o.DB, o.ReadWait = path, time.Hour
		b, err := OpenPlumbing(testEnv{}, o)
		if err != nil {
			return wire.Session{}, err
		}
		now := b.Store.Current()
		tape := b.Store.Begin(wire.Exchange{Agent: "http://agent.test", Method: "GET", URL: "http://agent.test/", Started: time.Now()})
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		return now, b.Close()
	}
	first, err := run(PlumbingOptions{Name: "Monday's calls"})
	if err != nil {
		t.Fatal(err)
	}
	for _, called := range []string{"Monday's calls", wire.IDSuffix(first.ID), first.ID} {
		if now, err := run(PlumbingOptions{Session: called}); err != nil || now.ID != first.ID {
			t.Errorf("%s: %s, %v", called, now.ID, err)
		}
	}
	if _, err := run(PlumbingOptions{Session: "Tuesday's calls"}); err == nil || !strings.Contains(err.Error(), `no session "Tuesday's calls" in this record`) {
		t.Errorf("of no session: %v", err)
	}
}
