//go:build slow

package e2e

import "testing"

// TestSlowNeighboursOfAPlainHost: pages at the address of the machine keep what is tossed
// at them, and what a page of another port tries, off as well.
func TestSlowNeighboursOfAPlainHost(t *testing.T) {
	t.Parallel()
	for name, story := range map[string]func(t *testing.T, flags ...string){"tossed cookie": tossCookies, "page of another port": attackFromAnotherPort} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			story(t, "--plain-host")
		})
	}
}
