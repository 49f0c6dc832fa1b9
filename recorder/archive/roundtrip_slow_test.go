//go:build slow

package archive_test

import "testing"

// More samples of the same kinds find rare combinations.
func TestSlowImportOfExportIsTheSame(t *testing.T) {
	t.Parallel()
	importOfExport(t, fewSeeds, 12)
}
