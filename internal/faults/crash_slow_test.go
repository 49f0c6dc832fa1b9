//go:build slow

package faults

import (
	"os"
	"strconv"
	"testing"
	"time"
)

// TestSlowCrash is TestCrash for longer: CRASH_TIMES kills (default 30), or as many as fit into the
// duration CRASH_FOR.
func TestSlowCrash(t *testing.T) {
	t.Parallel()
	killAtRandom(t, crashes(t))
}

func crashes(t *testing.T) (more func(round int) bool) {
	t.Helper()
	if s := os.Getenv("CRASH_FOR"); s != "" {
		d, err := time.ParseDuration(s)
		if err != nil {
			t.Fatalf("CRASH_FOR: %v", err)
		}
		end := time.Now().Add(d)
		return func(int) bool { return time.Now().Before(end) }
	}
	times := 30
	if s := os.Getenv("CRASH_TIMES"); s != "" {
		var err error
		if times, err = strconv.Atoi(s); err != nil {
			t.Fatalf("CRASH_TIMES: %v", err)
		}
	}
	return func(round int) bool { return round < times }
}
