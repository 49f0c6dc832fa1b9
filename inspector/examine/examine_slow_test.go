//go:build slow

package examine_test

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/agent"
)

// TestSlowReferenceAgent is TestReferenceAgent with all the options that the tests of internal/agent cover.
func TestSlowReferenceAgent(t *testing.T) {
	examineAgents(t, map[string]agent.Options{
		"for kits":        {Conformance: "1.0.0"},
		"for kits of 0.3": {Conformance: "0.3"},
		"signed":          {SignCard: true},
	})
}

// TestSlowExampleThatNeedsAnExtension is TestExampleThatNeedsAnExtension in versions that activate extensions with
// another header.
func TestSlowExampleThatNeedsAnExtension(t *testing.T) {
	sendExamples(t, a2a.V03, a2a.V02)
}
