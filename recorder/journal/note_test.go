package journal

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func noted(t *testing.T, base string) string {
	t.Helper()
	list, err := ReadNote(base)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%q", list)
}

// A note holds what was written last, however long it was before, allocates its space at once, and is removed
// with its journal.
func TestNote(t *testing.T) {
	t.Parallel()
	base := filepath.Join(t.TempDir(), "x")
	if got := noted(t, base); got != "[]" {
		t.Errorf("without a note: %s", got)
	}
	n, err := CreateNote(base)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	for _, records := range [][]string{{"one", "two"}, {"three"}, {}, {"four"}} {
		var b []byte
		for _, r := range records {
			b = append(b, record(r)...)
		}
		if err := n.Write(b); err != nil {
			t.Fatal(err)
		}
		if got := noted(t, base); got != fmt.Sprintf("%q", records) {
			t.Errorf("read %s, want %q", got, records)
		}
		if info, err := os.Stat(base + ".note"); err != nil || info.Size() != MaxNoteBytes {
			t.Errorf("%v, %v", info, err)
		}
	}
	if err := RemoveAll(base); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(base + ".note"); !os.IsNotExist(err) {
		t.Errorf("it stays: %v", err)
	}
}

// Reading a note ends at torn or damaged records.
func TestDamagedNote(t *testing.T) {
	t.Parallel()
	base := filepath.Join(t.TempDir(), "x")
	whole := append(record("one"), record("two")...)
	whole[len(whole)-1] ^= 1
	if err := os.WriteFile(base+".note", append(whole, bytes.Repeat([]byte{0xff}, 50)...), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := noted(t, base); got != `["one"]` {
		t.Error(got)
	}
}
