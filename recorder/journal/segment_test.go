package journal

import (
	"path/filepath"
	"testing"
)

// Create returns no writer if the journal cannot be created.
func TestNoWriterOfAJournalThatCannotBeBegun(t *testing.T) {
	t.Parallel()
	w, err := Create(filepath.Join(t.TempDir(), "no such folder", "x"), Options{})
	if err == nil || w != nil {
		t.Errorf("writer %v, error %v", w, err)
	}
}
