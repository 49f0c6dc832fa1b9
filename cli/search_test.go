package cli

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/wire"
)

// TestPages: what is found comes page by page, newest first, each once and no more
// than was asked for.
func TestPages(t *testing.T) {
	store, err := recorder.Open(recorder.Options{Path: filepath.Join(t.TempDir(), "x.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	const all = 2300
	var last wire.Tape
	for range all {
		last = store.Begin(wire.Exchange{Origin: wire.Client, Agent: "http://127.0.0.1:1", Method: "POST", URL: "http://127.0.0.1:1/"})
		last.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	}
	if err := last.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[int]int{0: all, 1: 1, 1000: 1000, 1500: 1500, 5000: all} {
		got, before := 0, int64(1<<62)
		err := pages(t.Context(), store, wire.Filter{}, limit, func(list []wire.Exchange) error {
			if len(list) > 1000 {
				t.Errorf("%d at once", len(list))
			}
			for _, x := range list {
				if x.Seq >= before {
					t.Fatalf("%d after %d", x.Seq, before)
				}
				before = x.Seq
			}
			got += len(list)
			return nil
		})
		if err != nil || got != want {
			t.Errorf("limit %d: %d found, want %d (%v)", limit, got, want, err)
		}
	}
}
