package journal

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe in place of a journal's lock, as in a received folder, is rejected, because opening it would wait for
// its other end.
func TestPipeAsLock(t *testing.T) {
	t.Parallel()
	base := filepath.Join(t.TempDir(), "tape")
	if err := syscall.Mkfifo(lockName(base), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := TakeOver(base); err == nil || !strings.Contains(err.Error(), "is not a regular file") {
		t.Error(err)
	}
}
