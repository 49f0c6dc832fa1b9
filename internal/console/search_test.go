package console

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// TestPages: results arrive page by page, newest first, without repeats and at most as many as requested.
func TestPages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	store, err := recorder.Open(recorder.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	const all = 2300
	for range all {
		tape := store.Begin(wire.Exchange{Origin: wire.Client, Agent: "http://127.0.0.1:1", Method: "POST", URL: "http://127.0.0.1:1/"})
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if store, err = recorder.Open(recorder.Options{Path: path, ReadOnly: true}); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for limit, want := range map[int]int{0: all, 1: 1, 1000: 1000, 1500: 1500, 5000: all} {
		got, before := 0, int64(1<<62)
		err := EachPage(t.Context(), store, wire.Filter{}, limit, func(list []wire.Exchange) error {
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
