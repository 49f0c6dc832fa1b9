package pushes

import (
	"fmt"
	"testing"
)

// TestHookbookIsBounded: the cost of cached readings is bounded, not only their number.
func TestHookbookIsBounded(t *testing.T) {
	b := NewStore()
	for i := range 10 {
		b.put(fmt.Sprint(i), Reading{cost: MaxReadBytes / 4})
		b.put(fmt.Sprint(i), Reading{cost: MaxReadBytes / 4}) // again
	}
	if len(b.reads) != 4 || len(b.order) != 4 || b.HeldBytes != MaxReadBytes {
		t.Errorf("%d readings of %d bytes", len(b.reads), b.HeldBytes)
	}
	if _, ok := b.get("9", 0); !ok {
		t.Error("the newest went")
	}
	b.put("huge", Reading{cost: 2 * MaxReadBytes})
	if len(b.reads) != 0 || b.HeldBytes != 0 {
		t.Errorf("%d readings of %d bytes", len(b.reads), b.HeldBytes)
	}
}
