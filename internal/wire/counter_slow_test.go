//go:build slow

package wire_test

import "testing"

// More streams of the same kind find the rare place of a cut.
func TestSlowCounterAgreesWithSplitter(t *testing.T) {
	t.Parallel()
	counterAgrees(t, fewSeeds, 400)
}
