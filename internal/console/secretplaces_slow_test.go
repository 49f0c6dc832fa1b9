//go:build slow

package console

import "testing"

// TestSlowNoSecretAnywhere takes the cases that TestNoSecretAnywhere leaves out.
func TestSlowNoSecretAnywhere(t *testing.T) {
	_, others := divided(secretCases(), 5)
	findNoSecret(t, others)
}
