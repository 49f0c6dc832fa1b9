package interop

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// peer is an SDK that somebody else wrote: how to run it as a client of a base
// URL and as an agent that prints its own.
type peer struct {
	name    string
	dialect string
	binding string
	ready   func(t *testing.T) (client, agent []string)
}

func peers() []peer {
	return append(olderJS(), []peer{
		{"a2a-go-v2.4.0", "1.0", "jsonrpc", goPeer("a2ago")},
		{"a2a-go-v2.4.0-grpc", "1.0", "grpc", goPeer("a2ago", "grpc")},
		{"a2a-go-v2.4.0-grpc-0.3", "0.3", "grpc", goPeer("a2ago", "grpc03")},
		{"a2a-go-v2.4.0-rest", "1.0", "rest", goPeer("a2ago", "rest")},
		{"a2a-go-v2.4.0-rest-0.3", "0.3", "rest", goPeer("a2ago", "rest03")},
		{"a2a-js-1.3.0", "1.0", "jsonrpc", jsPeer("js")},
		{"trpc-a2a-go-v0.0.3", "0.1", "jsonrpc", goPeer("trpc")},
	}...)
}

// goPeer builds a Go module under peers/. way says how it shall talk, where it
// has a choice.
func goPeer(name string, way ...string) func(*testing.T) (client, agent []string) {
	return func(t *testing.T) ([]string, []string) {
		t.Helper()
		bin := filepath.Join(built.dir, name)
		cmd := exec.Command("go", "build", "-o", bin, ".")
		cmd.Dir = filepath.Join("peers", name)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("build peer %s: %v\n%s", name, err, out)
		}
		return append([]string{bin, "client"}, way...), append([]string{bin, "agent"}, way...)
	}
}

// jsPeer installs an npm package under peers/. way says how it shall talk, where
// it has a choice.
func jsPeer(name string, way ...string) func(*testing.T) (client, agent []string) {
	return func(t *testing.T) ([]string, []string) {
		t.Helper()
		dir := npmPeer(t, name, "@a2a-js/sdk")
		return append([]string{"node", filepath.Join(dir, "client.js")}, way...), append([]string{"node", filepath.Join(dir, "agent.js")}, way...)
	}
}
