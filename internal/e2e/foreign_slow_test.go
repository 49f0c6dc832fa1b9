//go:build slow

package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/testpeer"
)

// Stories with other people's programs.

// TestSlowPeers: the pages show the calls of other people's SDKs through the tap as they happen.
func TestSlowPeers(t *testing.T) {
	t.Parallel()
	for _, peer := range []struct {
		module, dialect string
		walk            []string
	}{{"a2ago", "1.0", []string{"client", "jsonrpc"}}, {"trpc", "0.1", []string{"client"}}} {
		t.Run(peer.module, func(t *testing.T) {
			t.Parallel()
			bin, err := testpeer.Program(filepath.Join("..", "interop", "peers", peer.module), ".")
			if err != nil {
				t.Fatal(err)
			}
			c, p := serve(t), open(t)
			p.visit(c.UI)
			p.sees(".rows-empty", "Nothing recorded yet")
			out, err := exec.Command(bin, append(peer.walk, c.Taps[0].URL)...).CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v\n%s", peer.module, err, out)
			}
			var order string
			for l := range strings.Lines(string(out)) {
				var step struct{ Step, Task string }
				if json.Unmarshal([]byte(l), &step) == nil && step.Step == "order" {
					order = step.Task
				}
			}
			if order == "" {
				t.Fatalf("%s told of no order:\n%s", peer.module, out)
			}
			p.until("document.querySelector('[data-row] a[href^=" + quote("/tasks/"+order+"?agent=") + "]')")
			p.sees("[data-row]", "input required", "completed", "canceled", "SendMessage", peer.dialect)
			p.shot("start-busy-" + peer.module)
			p.visit(js[string](p, "location.origin") + "/tasks/" + order)
			p.sees("#task-head", "completed")
			p.sees("#task-artifacts", "R12443")
			p.shot("task-" + peer.module)
		})
	}
}

// TestSlowSnippetsRun runs the code of each language, as shown, against the reference agent. Python's is
// only parsed, because its SDK is not installed.
func TestSlowSnippetsRun(t *testing.T) {
	t.Parallel()
	peers, err := filepath.Abs(filepath.Join("..", "interop", "peers"))
	if err != nil {
		t.Fatal(err)
	}
	for language, run := range map[string]func(t *testing.T, dir, code string) *exec.Cmd{
		"curl": func(t *testing.T, dir, code string) *exec.Cmd { return exec.Command("sh", "-c", code) },
		"go": func(t *testing.T, dir, code string) *exec.Cmd {
			for _, name := range []string{"go.mod", "go.sum"} {
				b, err := os.ReadFile(filepath.Join(peers, "a2ago", name))
				if err != nil {
					t.Fatal(err)
				}
				write(t, filepath.Join(dir, name), string(b))
			}
			write(t, filepath.Join(dir, "main.go"), code)
			return exec.Command("go", "run", "-mod=mod", ".")
		},
		"javascript": func(t *testing.T, dir, code string) *exec.Cmd {
			withSDK(t, dir)
			write(t, filepath.Join(dir, "call.mjs"), code)
			return exec.Command("node", "call.mjs")
		},
		"python": func(t *testing.T, dir, code string) *exec.Cmd {
			if _, err := exec.LookPath("python3"); err != nil {
				t.Skip("python3 is missing")
			}
			write(t, filepath.Join(dir, "call.py"), code)
			return exec.Command("python3", "-c", "import ast; ast.parse(open('call.py').read())")
		},
	} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			c, p := serve(t), open(t)
			p.visit(c.UI)
			p.at("/start")
			p.click("#call-it summary")
			p.streams()
			dir := t.TempDir()
			cmd := run(t, dir, p.snippet(language))
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if language == "python" {
				return
			}
			if !strings.Contains(string(out), "Hello!") {
				t.Errorf("the agent's answer is not in %s", out)
			}
			p.sees("#call-state", "Last call", "SendMessage")
		})
	}
}

// streaming is a plain @a2a-js/sdk client that sends a message and prints the response, a line for each
// event.
const streaming = `
import { randomUUID } from 'node:crypto';
import { ClientFactory } from '@a2a-js/sdk/client';

const client = await new ClientFactory().createFromUrl(process.argv[2]);
const message = { messageId: randomUUID(), role: 1, parts: [{ content: { $case: 'text', value: process.argv[3] }, mediaType: 'text/plain' }], taskId: '', contextId: '', extensions: [], referenceTaskIds: [] };
for await (const e of client.sendMessageStream({ message, tenant: '' })) {
  const p = e.payload;
  const text = (p.value.artifact?.parts ?? []).map((x) => x.content?.value ?? '').join('');
  console.log(JSON.stringify({ kind: p.$case, text }));
}
`

// TestSlowHoldAndEditBeforeAnSDK: somebody else's client receives the edit.
func TestSlowHoldAndEditBeforeAnSDK(t *testing.T) {
	t.Parallel()
	holdAndEdit(t, func(tap string) *exec.Cmd {
		dir := t.TempDir()
		withSDK(t, dir)
		write(t, filepath.Join(dir, "stream.mjs"), streaming)
		cmd := exec.CommandContext(t.Context(), "node", "stream.mjs", tap, "slow 4 chunks every 100ms")
		cmd.Dir = dir
		return cmd
	})
}

// withSDK lets programs in a directory import @a2a-js/sdk.
func withSDK(t *testing.T, dir string) {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil && os.Getenv("CI") == "" {
		t.Skip("npm is missing: install it to run the SDK")
	}
	packages, err := testpeer.Packages(filepath.Join("..", "interop", "peers", "js"))
	if err == nil {
		err = os.Symlink(packages, filepath.Join(dir, "node_modules"))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
