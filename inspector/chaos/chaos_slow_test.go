//go:build slow

package chaos_test

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestSlowGoodClient repeats TestGoodClient in HTTP+JSON and in 0.3, where events are read in the same way.
func TestSlowGoodClient(t *testing.T) {
	meetPresets(t, spoken{a2a.V10, a2a.REST}, spoken{a2a.V03, a2a.JSONRPC})
}
