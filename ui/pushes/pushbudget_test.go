package pushes

import (
	"fmt"
	"testing"
)

// TestHookbookIsBounded: readings are kept by what they cost, not only by their
// number.
func TestHookbookIsBounded(t *testing.T) {
	b := NewState()
	for i := range 10 {
		b.put(fmt.Sprint(i), Reading{cost: ReadBytes / 4})
		b.put(fmt.Sprint(i), Reading{cost: ReadBytes / 4}) // anew
	}
	if len(b.reads) != 4 || len(b.order) != 4 || b.Held != ReadBytes {
		t.Errorf("%d readings of %d bytes", len(b.reads), b.Held)
	}
	if _, ok := b.get("9", 0); !ok {
		t.Error("the newest went")
	}
	b.put("huge", Reading{cost: 2 * ReadBytes})
	if len(b.reads) != 0 || b.Held != 0 {
		t.Errorf("%d readings of %d bytes", len(b.reads), b.Held)
	}
}
