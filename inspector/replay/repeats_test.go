package replay

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestRepeatsAreLeftOut: what an earlier replay made of an exchange is not replayed beside
// it, and is where it is chosen alone.
func TestRepeatsAreLeftOut(t *testing.T) {
	first := wire.Exchange{ID: "first", Origin: wire.Client}
	again := wire.Exchange{ID: "again", Origin: wire.Replay, Link: "first", Repeats: true}
	if got := withoutRepeats([]wire.Exchange{first, again}); len(got) != 1 || got[0].ID != "first" {
		t.Errorf("of both: %v", got)
	}
	if got := withoutRepeats([]wire.Exchange{again}); len(got) != 1 {
		t.Errorf("of the repeat alone: %v", got)
	}
}
