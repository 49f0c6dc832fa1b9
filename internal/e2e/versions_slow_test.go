//go:build slow

package e2e

import "testing"

// TestSlowStoriesInTheOldestVersion repeats in A2A 0.1 the stories whose pages differ there.
func TestSlowStoriesInTheOldestVersion(t *testing.T) {
	t.Parallel()
	for name, tell := range map[string]func(t *testing.T, dialect string){
		"story": tellStory, "stream": growStream, "order": orderPhones, "cancel": cancelTasks, "replay": replay,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tell(t, "0.1")
		})
	}
}

// TestSlowWays runs the remaining ways of TestWays.
func TestSlowWays(t *testing.T) {
	t.Parallel()
	takeWays(t, "1.0 rest", "0.3 rest", "0.3 grpc", "0.2 jsonrpc")
}
