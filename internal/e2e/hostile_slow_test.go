//go:build slow

package e2e

import "testing"

// TestSlowHostile01 hears in 0.1 what TestHostileAgent and TestReferenceHostile hear in 1.0.
// What differs is the reading, which package ui judges with the same words.
func TestSlowHostile01(t *testing.T) {
	t.Parallel()
	for name, hear := range map[string]func(*testing.T, string){"agent": hearHostileAgent, "reference": hearReferenceHostile} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hear(t, "0.1")
		})
	}
}
