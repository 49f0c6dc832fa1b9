package recorder

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// A disk fills while recording: traffic continues, Health says so, and once there is space again, everything
// seen is on record or in a gap.
func TestFullDiskAndBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64m"); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	s := open(t, func(o *Options) { o.Path = filepath.Join(dir, "x.db") })
	before := record(t, s, call(), "{}", jsonHead, "{}")
	if _, err := s.Exchange(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	ballast := filepath.Join(dir, "ballast")
	fill(t, ballast)
	seen := map[string]int64{}
	for range 60 {
		tape := s.Begin(call())
		tape.EndRequest(time.Now(), nil)
		tape.WriteResponseHead(time.Now(), jsonHead)
		body := noise(1 << 20)
		tape.Write(wire.Response, time.Now(), body, false)
		if err := tape.Commit(t.Context()); err == nil {
			t.Fatal("commit succeeded on a full disk")
		}
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		seen[tape.ID()] = int64(len(body))
	}
	if h := s.Health(); !strings.Contains(h, "disk is full") {
		t.Errorf("health %q", h)
	}
	if _, err := s.Exchange(t.Context(), before); err != nil {
		t.Errorf("reading on a full disk: %v", err)
	}
	if err := os.Truncate(ballast, 0); err != nil {
		t.Fatal(err)
	}
	// There is room for less than what was seen, so gaps must cover the rest.
	var whole, part, missing int
	await(t, s, func() bool {
		whole, part, missing = account(t, s, seen)
		return whole+part+missing == len(seen)
	})
	if part+missing == 0 {
		t.Error("all of it found room")
	}
	t.Logf("%d whole, %d in part, %d missing", whole, part, missing)
}

// account counts the exchanges that are complete on record, those with a gap, and those that are missing.
func account(t *testing.T, s *Store, seen map[string]int64) (whole, part, missing int) {
	for id, bytes := range seen {
		x, err := s.Exchange(t.Context(), id)
		var lost int64
		for _, g := range x.Gaps {
			lost += g.Bytes
		}
		switch {
		case err != nil || x.Outcome == wire.Open:
		case x.ResponseKept == bytes && !x.Incomplete:
			whole++
		case x.ResponseKept+lost == bytes && x.Incomplete:
			part++
		}
	}
	gaps, err := s.Gaps(t.Context(), s.Current().ID)
	if err != nil {
		return 0, 0, 0
	}
	for _, g := range gaps {
		if g.Cause == wire.GapDiskFull {
			missing += g.Exchanges
		}
	}
	return whole, part, missing
}

// fill uses up the free space of a file system.
func fill(t *testing.T, name string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, n := range []int{1 << 20, 4096, 1} {
		for {
			if _, err := f.Write(make([]byte, n)); err != nil {
				break
			}
		}
	}
}
