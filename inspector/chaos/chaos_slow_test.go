//go:build slow

package chaos_test

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestSlowGoodClient is TestGoodClient in the ways to speak that read their events as one
// of those does.
func TestSlowGoodClient(t *testing.T) {
	meetPresets(t, spoken{a2a.V10, a2a.REST}, spoken{a2a.V03, a2a.JSONRPC})
}
