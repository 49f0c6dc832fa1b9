//go:build slow

package e2e

import "testing"

// TestSlowHostile01 repeats TestHostileAgent and TestReferenceHostile in 0.1. The difference is the
// reading, which package ui tests with the same texts.
func TestSlowHostile01(t *testing.T) {
	t.Parallel()
	for name, hear := range map[string]func(*testing.T, string){"agent": hearHostileAgent, "reference": hearReferenceHostile} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hear(t, "0.1")
		})
	}
}
