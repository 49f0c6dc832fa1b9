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

// TestHoldAndEdit tells the story with a client that prints what it receives.
func TestHoldAndEdit(t *testing.T) {
	t.Parallel()
	holdAndEdit(t, func(tap string) *exec.Cmd {
		return exec.CommandContext(t.Context(), stage.console, "send", tap, "slow 4 chunks every 100ms", "--stream", "--json")
	})
}

// holdAndEdit adds a rule, holds one artifact event of a running stream, edits and sends it, all by
// keyboard. The client receives the edit, and both versions are on record.
func holdAndEdit(t *testing.T, calling func(tap string) *exec.Cmd) {
	c, p := serve(t), open(t)
	client := calling(c.Taps[0].URL)
	p.visit(c.UI)
	p.visit(p.origin() + "/intercept")
	p.streams()
	p.tabTo("#rule-field")
	p.press("event:artifact nth:3 => hold for ever")
	p.sees("#rule-note", "The third artifact event of each answer is held until you decide.")
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
	p.judgePart("main", "Intercept, held")

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
	p.typeIn("#held-doc", strings.Replace(doc, original, "edited on the way", 1)) // pasted
	p.sees("#held-check", "$.result.artifactUpdate.artifact.parts[0].text", "edited", "valid in this version")
	p.until("document.querySelector('.numbers').innerText.trim().split('\\n').length === " + strconv.Itoa(strings.Count(doc, "\n")+1))
	p.picture(os.Getenv("E2E_DOCS"), "intercept.png")
	p.press("\r", ctrl)
	p.at("/intercept")
	p.sees("#held-list", "Nothing is held")
	p.until("document.querySelector('#bar-held').hidden")
	p.sees("#rule-rows", "fired once")
	p.sees("#held-went", "It was forwarded edited after", "Its exchange")
	p.until("!!document.activeElement.closest('#held-went')") // keyboard navigation continues from there

	if err := client.Wait(); err != nil {
		t.Fatalf("the client failed: %v\n%s", err, said.String())
	}
	if got := out.String(); !strings.Contains(got, "edited on the way") || strings.Contains(got, original) || strings.Count(got, "rtifact") < 4 {
		t.Errorf("the client received:\n%s", got)
	}

	// The record has the received and the sent event.
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
	p.judgePart("#detail", "an edited event")
	p.visit(p.origin() + "/traffic?view=sequence")
	p.until("document.querySelector('#sequence').textContent.includes('± edited')")
	p.visit(p.origin() + "/traffic")
	p.sees("#rows", "± edited")
}

// TestHeldInItsExchange: the page of an exchange, and its row, show what of it is held, and release it.
func TestHeldInItsExchange(t *testing.T) {
	t.Parallel()
	c, p := serve(t, "--rule", "event:artifact nth:1 => hold for ever"), open(t)
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
	p.click("#rows .row:has(.held-now) [data-visit]")
	p.sees("#exchange-held", "Held right now", "Artifact event", "waits for a decision", "event:artifact nth:1")
	p.judgePart("#exchange-held", "an exchange of which an event is held")
	p.click("#exchange-held .button")
	p.until("document.querySelector('#exchange-held').hidden && !document.querySelector('.held-now')")
	p.sees("#detail-head .on-the-way", "held")
	if err := client.Wait(); err != nil || !strings.Contains(out.String(), `"kind":"artifact"`) {
		t.Errorf("the client: %v\n%s", err, out.String())
	}
}

// picture writes a screenshot for the documentation, if a folder is named.
func (p *tab) picture(dir, name string) {
	p.t.Helper()
	png := p.capture()
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name), png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}
