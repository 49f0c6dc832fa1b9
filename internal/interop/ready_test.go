package interop

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/a2a-console/a2a-console/internal/testpeer"
)

// goPeer builds a Go module under peers/. way selects its binding, if it has a choice.
func goPeer(name string, way ...string) func(*testing.T) (client, agent []string) {
	return func(t *testing.T) ([]string, []string) {
		t.Helper()
		bin := goProgram(t, name, ".")
		return append([]string{bin, "client"}, way...), append([]string{bin, "agent"}, way...)
	}
}

func goProgram(t *testing.T, name, pkg string) string {
	t.Helper()
	bin, err := testpeer.Program(filepath.Join("peers", name), pkg)
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

// jsPeer installs an npm package under peers/. way selects its binding, if it has a choice.
func jsPeer(name string, way ...string) func(*testing.T) (client, agent []string) {
	return func(t *testing.T) ([]string, []string) {
		t.Helper()
		dir := npmPeer(t, name)
		return append([]string{"node", filepath.Join(dir, "client.js")}, way...), append([]string{"node", filepath.Join(dir, "agent.js")}, way...)
	}
}

// npmPeers are the copies of packages under peers/, by name.
var npmPeers sync.Map

// npmPeer returns a copy of a package under peers/ with its dependencies installed. All tests share it.
func npmPeer(t *testing.T, name string) string {
	t.Helper()
	need(t, "node", "install Node.js 20 or newer")
	need(t, "npm", "install npm")
	dir := filepath.Join(built.dir, name)
	scripts, _ := npmPeers.LoadOrStore(name, sync.OnceValue(func() error { return testpeer.Scripts(dir, filepath.Join("peers", name)) }))
	if err := scripts.(func() error)(); err != nil {
		t.Fatal(err)
	}
	return dir
}
