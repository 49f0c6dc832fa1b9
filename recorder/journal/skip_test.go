package journal

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// If every fourth byte of a segment looks like the beginning of a record half as long as the segment,
// Skip gives up before it has tried each. The next segment is read.
func TestSkippingIsBounded(t *testing.T) {
	t.Parallel()
	base := filepath.Join(t.TempDir(), "x")
	const size = 4 << 20
	hostile := bytes.Repeat([]byte{0, 0, size >> 17, 0}, size/4)
	for name, b := range map[string][]byte{".1": hostile, ".2": record("after")} {
		if err := os.WriteFile(base+name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := NewReader(base)
	defer r.Close()
	to, lost, ok, err := r.Skip(Start())
	if err != nil || !ok || to != (Position{Segment: 2}) || lost != size {
		t.Errorf("to %v, %d bytes lost, %v, %v", to, lost, ok, err)
	}
	if r.skippedBytes > maxSkipWork+size {
		t.Errorf("looked at %d bytes", r.skippedBytes)
	}
	if got, _ := all(t, base, to); len(got) != 1 || got[0] != "after" {
		t.Errorf("read %q", got)
	}
}
