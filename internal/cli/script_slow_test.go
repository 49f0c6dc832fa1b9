//go:build slow

package cli_test

import (
	"path/filepath"
	"testing"
)

// TestSlowScripts runs the stories of TestScripts in the other versions.
func TestSlowScripts(t *testing.T) {
	runScripts(t, filepath.Join("testdata", "script", "slow"))
}
