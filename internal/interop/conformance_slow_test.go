//go:build slow

package interop

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestSlowConformance: clients that we did not write send the messages of conformance kits to the
// reference agent in its conformance profile, and receive what the kits expect.
func TestSlowConformance(t *testing.T) {
	type client struct {
		name string
		run  func(t *testing.T) []string
	}
	var clients []client
	for _, way := range []string{"jsonrpc", "rest", "grpc", "rest03", "grpc03"} {
		clients = append(clients, client{"a2a-go-" + way, func(t *testing.T) []string {
			run, _ := goPeer("a2ago", way)(t)
			return []string{run[0], "kit", way}
		}})
	}
	for _, way := range []string{"JSONRPC", "HTTP+JSON", "GRPC"} {
		clients = append(clients, client{"a2a-js-" + way, func(t *testing.T) []string {
			return []string{"node", filepath.Join(npmPeer(t, "js"), "kit.js"), way}
		}})
	}
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			run := c.run(t)
			t.Parallel()
			l, _ := serving(t, "agent", "--listen", "127.0.0.1:0", "--conformance")
			said := steps(t, run, l.Agent)
			for name, want := range map[string]step{
				"tck-complete-task":           {Kind: "task", State: "completed", Says: "Hello from TCK"},
				"tck-artifact-text":           {Kind: "task", State: "completed", Text: "Generated text content"},
				"tck-artifact-file-url":       {Kind: "task", State: "completed"},
				"tck-artifact-data":           {Kind: "task", State: "completed"},
				"tck-message-response":        {Kind: "message", Text: "Direct message response"},
				"tck-reject-task":             {Kind: "task", State: "rejected", Says: "rejected"},
				"tck-input-required":          {Kind: "task", State: "input_required", Says: "Send another message on this task."},
				"then tck-complete-task":      {Kind: "task", State: "completed", Says: "Hello from TCK"},
				"tck-stream-003":              {Kind: "stream", State: "completed", Text: "Stream task lifecycle", Events: 4},
				"tck-stream-artifact-chunked": {Kind: "stream", State: "completed", Text: "chunk-1 chunk-2", Events: 5},
				"cancel":                      {Kind: "error"},
			} {
				got := said[name]
				if got.Step != name {
					t.Errorf("there is no %s among %v", name, said)
					continue
				}
				got.Step, got.Task, got.State = "", "", word(got.State)
				if got != want {
					t.Errorf("%s: %+v, want %+v", name, got, want)
				}
			}
			if a, b := said["tck-input-required"].Task, said["then tck-complete-task"].Task; a != b || !strings.Contains(a, "-") {
				t.Errorf("the task %q went on as %q", a, b)
			}
		})
	}
}
