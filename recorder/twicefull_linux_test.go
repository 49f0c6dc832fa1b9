package recorder

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestFullDiskTwice: losses at two times are two gaps with correct sums, and what was recorded in between is
// between them.
func TestFullDiskTwice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=40m"); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	s := open(t, func(o *Options) { o.Path = filepath.Join(dir, "x.db") })
	record(t, s, call(), "{}", jsonHead, "{}")
	ballast := filepath.Join(dir, "ballast")
	var lost [2]map[string]int64
	var recorded []time.Time
	for i := range lost {
		fill(t, ballast)
		lost[i] = map[string]int64{}
		for range 60 {
			x := call()
			x.Request.Header = http.Header{"X-Long": {strings.Repeat("x", 256<<10)}} // memory has no room for that many
			tape := s.Begin(x)
			tape.EndRequest(time.Now(), nil)
			tape.WriteResponseHead(time.Now(), jsonHead)
			body := noise(100 << 10)
			tape.Write(wire.Response, time.Now(), body, false)
			if err := tape.Commit(t.Context()); err == nil {
				t.Fatal("commit succeeded on a full disk")
			}
			tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
			lost[i][tape.ID()] = int64(len(body))
		}
		if err := os.Truncate(ballast, 0); err != nil {
			t.Fatal(err)
		}
		await(t, s, func() bool { return s.journal.WriteError() == nil && !s.hasLosses() })
		x, err := s.Exchange(t.Context(), record(t, s, call(), "{}", jsonHead, "{}"))
		if err != nil {
			t.Fatal(err)
		}
		recorded = append(recorded, x.Started)
	}
	gaps, err := s.Gaps(t.Context(), s.Current().ID)
	if err != nil {
		t.Fatal(err)
	}
	if len(gaps) != 2 {
		t.Fatalf("%d gaps: %+v", len(gaps), gaps)
	}
	for i, g := range gaps {
		var missing, bytes int64
		for id, n := range lost[i] {
			if _, err := s.Exchange(t.Context(), id); err != nil {
				missing, bytes = missing+1, bytes+n
			}
		}
		if int64(g.Exchanges) != missing || g.Bytes != bytes || g.To.After(recorded[i]) || i > 0 && g.From.Before(recorded[i-1]) {
			t.Errorf("gap %d: %+v; %d exchanges of %d bytes are missing; recorded at %v", i, g, missing, bytes, recorded)
		}
	}
}
