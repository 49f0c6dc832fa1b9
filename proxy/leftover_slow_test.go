//go:build slow

package proxy_test

import "testing"

// A leak of one stream in thousands shows after ten thousand.
func TestSlowNothingIsLeft(t *testing.T) { nothingIsLeft(t, 10_000) }
