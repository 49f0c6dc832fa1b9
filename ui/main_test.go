package ui

import (
	"flag"
	"os"
	"testing"
	"time"
)

// TestMain formats times in UTC, wherever the tests run. With -demo it runs no test but serves the
// pages over a fake record.
func TestMain(m *testing.M) {
	time.Local = time.UTC
	flag.Parse()
	if *demoAddr != "" {
		if err := demo(*demoAddr, *demoData); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	if err := writeGoldens(); err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
	os.Exit(code)
}
