//go:build slow

package wire_test

import "testing"

// More streams of the same kind reach rare boundary cases.
func TestSlowCounterAgreesWithSplitter(t *testing.T) {
	t.Parallel()
	counterAgrees(t, fewSeeds, 400)
}
