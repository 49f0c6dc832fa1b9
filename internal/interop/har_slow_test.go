//go:build slow

package interop

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// answered is what a browser got for one entry of a HAR file.
type answered struct {
	Method, URL, Type, Text string
	Status                  int
}

// TestSlowHAR: a tool that is not ours opens an exported HAR file and answers a browser from it. The
// browser must receive exactly what was recorded, streams included.
func TestSlowHAR(t *testing.T) {
	shell := "chromium-headless-shell"
	if _, err := exec.LookPath(shell); err != nil {
		shell = "chromium"
	}
	need(t, shell, "apt-get install chromium-headless-shell to open HAR files in a browser")
	dir := npmPeer(t, "har")
	client, _ := goPeer("a2ago", "jsonrpc")(t)
	l, _ := serving(t, "agent", "--listen", "127.0.0.1:0")
	db := filepath.Join(t.TempDir(), "record.db")
	url, session, tapping := tap(t, l.Agent, db)
	output(t, "", client[0], append(client[1:], url)...)
	tapping.stop()
	file := filepath.Join(t.TempDir(), "walk.har")
	output(t, "", built.console, "sessions", "export", session, "--db", db, "--format", "har", "--output", file)
	chromium, _ := exec.LookPath(shell)

	rows := record(t, session, db)
	got := lines[answered](t, output(t, dir, "node", "open.js", file, chromium))
	if len(got) != len(rows) {
		t.Fatalf("%d entries for %d exchanges", len(got), len(rows))
	}
	streams := 0
	for i, r := range rows {
		want := output(t, "", built.console, "sessions", "show", r.ID, "--db", db, "--raw", "response")
		if g := got[i]; g.URL != r.URL || g.Status != r.HTTPStatus || g.Text != want {
			t.Errorf("entry %d: %s %d %q, recorded %s %d %q", i, g.URL, g.Status, g.Text, r.URL, r.HTTPStatus, want)
		}
		if got[i].Type == "text/event-stream" {
			streams++
		}
	}
	if streams != 5 {
		t.Errorf("%d streams among the entries, want 5", streams)
	}
}
