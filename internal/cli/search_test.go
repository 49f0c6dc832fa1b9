package cli

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// TestPages: what is found comes page by page, newest first, each once and no more
// than was asked for.
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

// TestLongFiltersAreShownInPart: an error shows the filter where it went wrong, not all
// of it.
func TestLongFiltersAreShownInPart(t *testing.T) {
	for name, text := range map[string]string{
		"too long": strings.Repeat("wörd ", 30_000), "a key": strings.Repeat("wörd ", 60) + strings.Repeat("k", 2000) + ":x " + strings.Repeat("wörd ", 300),
	} {
		_, err := wire.ParseFilter(text)
		got := pointed(text, err).Error()
		if !strings.Contains(got, "; in …") || !strings.Contains(got, "▸") || !strings.HasSuffix(got, "…") || len(got) > 800 || !utf8.ValidString(got) {
			t.Errorf("%s: %d bytes: %s", name, len(got), got)
		}
	}
	_, err := wire.ParseFilter("word op:")
	if got := pointed("word op:", err).Error(); !strings.HasSuffix(got, "; in word op: ▸") && !strings.HasSuffix(got, "; in word op:▸") {
		t.Errorf("a short one: %s", got)
	}
}
