package draft

import (
	"strconv"
	"testing"
)

// TestStoreKeepsTheDraftsUsedLast: looking at a draft counts as use, and only the least recently
// used one is dropped for another.
func TestStoreKeepsTheDraftsUsedLast(t *testing.T) {
	s := NewStore()
	for i := range maxDrafts {
		s.Update(strconv.Itoa(i), func(*Draft) {})
	}
	s.Get("0")
	if s.Len() != maxDrafts || !s.Has("1") {
		t.Fatalf("%d drafts are kept of %d", s.Len(), maxDrafts)
	}
	s.Keep(Draft{ID: "one more"})
	if s.Len() != maxDrafts || s.Has("1") || !s.Has("0") || !s.Has("2") || !s.Has("one more") {
		t.Errorf("%d drafts are kept after one more; the one used least recently: %t, the one looked at: %t", s.Len(), s.Has("1"), s.Has("0"))
	}
}
