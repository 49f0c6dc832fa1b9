//go:build slow

package archive_test

import "testing"

// More samples of the same kind find the rare combination.
func TestSlowImportOfExportIsTheSame(t *testing.T) {
	t.Parallel()
	importOfExport(t, fewSeeds, 12)
}
