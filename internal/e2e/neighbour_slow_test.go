//go:build slow

package e2e

import "testing"

// TestSlowTossedCookieOnAPlainHost: nor is anybody locked out whose pages are at the
// address of the machine.
func TestSlowTossedCookieOnAPlainHost(t *testing.T) {
	t.Parallel()
	tossCookies(t, "--plain-host")
}

// TestSlowPageOfAnotherPort attacks under the names that are left, and pages at the
// address of the machine.
func TestSlowPageOfAnotherPort(t *testing.T) {
	t.Parallel()
	t.Run("private", func(t *testing.T) {
		t.Parallel()
		attackFromAnotherPort(t, []string{"127.0.0.1", "guess.localhost"})
	})
	t.Run("plain", func(t *testing.T) {
		t.Parallel()
		attackFromAnotherPort(t, []string{"127.0.0.1", "localhost", "guess.localhost", ""}, "--plain-host")
	})
}
