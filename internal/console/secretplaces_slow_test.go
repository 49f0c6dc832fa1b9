//go:build slow

package console

import "testing"

// TestSlowNoSecretAnywhere runs the cases that TestNoSecretAnywhere omits.
func TestSlowNoSecretAnywhere(t *testing.T) {
	_, others := divided(secretCases(), 5)
	findNoSecret(t, others)
}
