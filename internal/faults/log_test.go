package faults

import (
	"slices"
	"strings"
	"testing"
)

// interrupted and resumed match the log lines for the end and the resumption of recording.
func interrupted(line string) bool {
	return strings.Contains(line, "level=ERROR") && strings.Contains(line, "recording is interrupted")
}

func resumed(line string) bool { return strings.Contains(line, `msg="recording goes on;`) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func interruptedIn(said string) bool {
	return slices.ContainsFunc(strings.Split(said, "\n"), interrupted)
}

func resumedIn(said string) bool {
	return slices.ContainsFunc(strings.Split(said, "\n"), resumed)
}
