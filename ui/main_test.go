package ui

import (
	"os"
	"testing"
	"time"
)

// TestMain draws times in UTC, wherever the tests run.
func TestMain(m *testing.M) {
	time.Local = time.UTC
	os.Exit(m.Run())
}
