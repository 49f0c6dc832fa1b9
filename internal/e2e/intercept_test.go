package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// streaming is a plain @a2a-js/sdk client that sends a message and prints what comes, an event
// a line.
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

// sdkClient is the client of @a2a-js/sdk, ready to call an agent with a text.
func sdkClient(t *testing.T, base, text string) *exec.Cmd {
	t.Helper()
	dir := t.TempDir()
	withSDK(t, dir)
	write(t, filepath.Join(dir, "stream.mjs"), streaming)
	cmd := exec.CommandContext(t.Context(), "node", "stream.mjs", base, text)
	cmd.Dir = dir
	return cmd
}

// withSDK lets programs in a directory import @a2a-js/sdk.
func withSDK(t *testing.T, dir string) {
	t.Helper()
	module, err := filepath.Abs(filepath.Join("..", "interop", "peers", "js"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(module, "node_modules", "@a2a-js", "sdk")); err != nil {
		if _, err := exec.LookPath("npm"); err != nil && os.Getenv("CI") == "" {
			t.Skip("npm is missing: install it to run the SDK")
		}
		install := exec.Command("npm", "ci", "--no-audit", "--no-fund")
		install.Dir = module
		if out, err := install.CombinedOutput(); err != nil {
			t.Fatalf("npm ci: %v\n%s", err, out)
		}
	}
	if err := os.Symlink(filepath.Join(module, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
}

// TestHoldAndEdit: a rule is put in force, one artifact event of a running stream is held,
// edited and sent, all by keyboard. The client, other people's, receives the edit, and the
// record has both versions.
func TestHoldAndEdit(t *testing.T) {
	t.Parallel()
	c, p, source := serve(t), open(t), axeSource(t)
	client := sdkClient(t, c.Taps[0].URL, "slow 4 chunks every 100ms")
	p.visit(c.UI)
	p.visit(p.origin() + "/intercept")
	p.streams()
	p.accessible(source, "Intercept, empty", "")
	p.tabTo("#rule-field")
	p.press("event:artifact nth:3 => hold for ever")
	p.sees("#rule-note", "The third artifact event of each answer is held until somebody decides.")
	p.press("\r")
	p.sees("#rule-rows", "event:artifact nth:3 => hold for ever", "not fired")

	var out, said bytes.Buffer
	client.Stdout, client.Stderr = &out, &said
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	p.sees("#bar-held", "1 held")
	p.sees("#held-rows", "artifact event")
	js[bool](p, "document.activeElement.blur() ?? true")
	p.press("j")
	p.until("document.activeElement.matches('#held-rows a')")
	p.press("\r")
	p.until("document.activeElement?.id === 'held-doc'")
	p.sees("#held-facts", "waits before it goes to the client", "until somebody decides", "behind it")
	p.accessible(source, "Intercept, held", "")

	doc := js[string](p, "document.querySelector('#held-doc').value")
	var was struct {
		Result struct {
			ArtifactUpdate struct {
				Artifact struct{ Parts []struct{ Text string } }
			}
		}
	}
	if err := json.Unmarshal([]byte(doc), &was); err != nil || len(was.Result.ArtifactUpdate.Artifact.Parts) != 1 {
		t.Fatalf("held is %s: %v", doc, err)
	}
	original := strings.TrimSpace(was.Result.ArtifactUpdate.Artifact.Parts[0].Text)
	p.press("a", ctrl)
	p.press(strings.ReplaceAll(strings.Replace(doc, original, "edited on the way", 1), "\n", "\r"))
	p.sees("#held-check", "$.result.artifactUpdate.artifact.parts[0].text", "edited", "valid in this version")
	p.until("document.querySelector('.numbers').innerText.trim().split('\\n').length === " + strconv.Itoa(strings.Count(doc, "\n")+1))
	p.picture(os.Getenv("E2E_DOCS"), "intercept.png")
	p.press("\r", ctrl)
	p.at("/intercept")
	p.sees("#held-list", "Nothing is held")
	p.until("document.querySelector('#bar-held').hidden")
	p.sees("#rule-rows", "fired once")
	p.sees("#held-went", "It went on edited after", "Its exchange")
	p.until("!!document.activeElement.closest('#held-went')") // the keys go on from there

	if err := client.Wait(); err != nil {
		t.Fatalf("the client failed: %v\n%s", err, said.String())
	}
	if got := out.String(); !strings.Contains(got, "edited on the way") || strings.Contains(got, original) || strings.Count(got, "artifactUpdate") < 4 {
		t.Errorf("the client received:\n%s", got)
	}

	// The record has what came and what was sent.
	id := ""
	for _, x := range c.record(t) {
		if x.Op == "SendStreamingMessage" {
			id = x.ID
		}
	}
	p.visit(p.origin() + "/exchanges/" + id + "?tab=events")
	p.sees("#detail-head .on-the-way", "1 event was held for", "and edited, by hand")
	p.visit(p.origin() + "/exchanges/" + id + "?tab=events&event=5")
	p.sees("#detail-body .event-sent", "Edited", "held", "As it was sent", "edited on the way")
	p.sees("#body-text", original)
	p.accessible(source, "an edited event", "")
	p.visit(p.origin() + "/traffic?view=sequence")
	p.until("document.querySelector('#sequence').textContent.includes('± edited')")
	p.visit(p.origin() + "/traffic")
	p.sees("#rows", "± edited")
}

// TestHeldInItsExchange: the page of an exchange, and its row, say what of it is held, and it
// goes on from there.
func TestHeldInItsExchange(t *testing.T) {
	t.Parallel()
	c, p, source := serve(t, "--rule", "event:artifact nth:1 => hold for ever"), open(t), axeSource(t)
	client := exec.CommandContext(t.Context(), stage.console, "send", c.Taps[0].URL, "tell me a joke", "--stream", "--json")
	var out bytes.Buffer
	client.Stdout = &out
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.streams()
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	p.sees("#rows .held-now", "held now")
	p.click("#rows .row:has(.held-now) .c-time a")
	p.sees("#exchange-held", "Held right now", "Artifact event", "until somebody decides", "event:artifact nth:1")
	p.accessible(source, "an exchange of which an event is held", "")
	p.click("#exchange-held .button")
	p.until("document.querySelector('#exchange-held').hidden && !document.querySelector('.held-now')")
	p.sees("#detail-head .on-the-way", "held")
	if err := client.Wait(); err != nil || !strings.Contains(out.String(), `"kind":"artifact"`) {
		t.Errorf("the client: %v\n%s", err, out.String())
	}
}
