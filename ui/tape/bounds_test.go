package tape

import (
	"strconv"
	"testing"
)

// TestTapesUsedLastAreKept: the number of tapes is bounded, however small they are, and the least
// recently used one is dropped.
func TestTapesUsedLastAreKept(t *testing.T) {
	s := newCache()
	for i := range cacheSize {
		s.get(strconv.Itoa(i))
	}
	first := s.get("0")
	if len(s.tapes) != cacheSize {
		t.Fatalf("%d tapes are kept of %d", len(s.tapes), cacheSize)
	}
	s.get("one more")
	if len(s.tapes) != cacheSize || s.tapes["1"] != nil || s.tapes["0"] != first || s.tapes["one more"] == nil {
		t.Errorf("%d tapes are kept after one more, the one used least recently among them: %t", len(s.tapes), s.tapes["1"] != nil)
	}
}

// TestFewLargeTapesAreKept: the size of the readings in memory is bounded, not
// only the number of tapes.
func TestFewLargeTapesAreKept(t *testing.T) {
	s := newCache()
	first := s.get("1")
	s.weigh("1", cacheBytes/2)
	s.get("2")
	s.weigh("2", cacheBytes/2)
	if s.get("1") != first {
		t.Error("what fits was dropped")
	}
	s.get("3")
	s.weigh("3", cacheBytes)
	if len(s.tapes) != 1 || s.tapes["3"] == nil || len(s.order) != 1 || len(s.weight) != 1 {
		t.Errorf("%d tapes are kept beside one as large as all may be", len(s.tapes)-1)
	}
	s.weigh("3", 2*cacheBytes)
	if s.tapes["3"] == nil {
		t.Error("the one in use was dropped")
	}
}
