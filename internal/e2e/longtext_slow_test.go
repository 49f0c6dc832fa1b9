//go:build slow

package e2e

import "testing"

// TestSlowLongTaskStaysUnderItsReader reads on the page of a task what
// TestLongTextStaysUnderItsReader reads in Compose.
func TestSlowLongTaskStaysUnderItsReader(t *testing.T) {
	t.Parallel()
	readLongText(t, "task")
}
