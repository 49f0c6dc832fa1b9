package examine

import (
	"strings"
	"testing"
)

// TestNameOf: texts that begin alike get different names, the same each time.
func TestNameOf(t *testing.T) {
	long := strings.Repeat("x", maxNameChars)
	if got := nameOf(long); got != long {
		t.Errorf("what fits is %q", got)
	}
	a, b := nameOf(long+"a"), nameOf(long+"b")
	if a == b || a != nameOf(long+"a") || !strings.HasPrefix(a, long[:maxNameChars-1]) {
		t.Errorf("%q, %q", a, b)
	}
}
