package journal

import (
	"path/filepath"
	"testing"
)

// A journal that cannot be begun has no writer that somebody could go on to use.
func TestNoWriterOfAJournalThatCannotBeBegun(t *testing.T) {
	t.Parallel()
	w, err := Create(filepath.Join(t.TempDir(), "no such folder", "x"), Options{})
	if err == nil || w != nil {
		t.Errorf("writer %v, error %v", w, err)
	}
}
