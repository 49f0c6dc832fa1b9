//go:build slow

package plants

import "testing"

// TestSlowPlants is TestPlants for the other versions and bindings.
func TestSlowPlants(t *testing.T) { sow(t, readAlike) }
