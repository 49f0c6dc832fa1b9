package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestWhatIsMissing: calls made while recording was paused are a gap in every view of Traffic. A stream
// that was open when the console was killed is shown as interrupted, not as a fault of the agent.
func TestWhatIsMissing(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.expect("ERR_") // the console is killed while the page is open
	tap := c.Taps[0].URL
	outside(t, tap, "1.0", "before", "tell me a joke", true)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.until("document.querySelectorAll('[data-row]').length === 1")
	p.streams()
	p.click(`#recording [data-on\:click*=pause]`)
	p.sees("#recording", "Paused")
	for range 3 {
		outside(t, tap, "1.0", "unseen", "hello", false)
	}
	p.sees("#paused", "3 exchanges passed unrecorded since.")
	p.click(`#recording [data-on\:click*=resume]`)
	p.sees("#rows", "3 exchanges not recorded", "recording was paused")
	outside(t, tap, "1.0", "after", "tell me a joke", true)
	p.until("[...document.querySelectorAll('#rows .row')].map(r => r.classList.contains('gap')).join() === 'false,true,false'")

	stream := openStream(t, tap)
	if err := c.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	stream.Body.Close()
	c.stop()
	c = serveOn(t, c.DB)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic?q=")
	p.sees(".row[data-row] .state", "interrupted")
	p.judgePart("#rows", "rows with a gap")
	if p.count(".row[data-row] .state.failed") > 0 {
		t.Error("a stop of the console is shown as a failure")
	}
	p.visit(p.origin() + "/traffic?q=&view=tasks")
	p.sees("#task-list", "3 exchanges not recorded", "interrupted")
	p.visit(p.origin() + "/traffic?q=&view=sequence")
	p.sees("#sequence", "3 exchanges not recorded", "the console stopped")
	p.visit(p.origin() + "/traffic?q=outcome%3Ainterrupted")
	p.until("document.querySelectorAll('[data-row]').length === 1")
	id := js[string](p, "document.querySelector('[data-row] a').pathname.split('/')[2]")
	p.visit(p.origin() + "/exchanges/" + id + "?tab=findings")
	p.sees("#detail-head", "The console stopped before the exchange had ended.")
	p.sees("#detail-body", "No findings")
}

// openStream opens a long stream through a tap and returns after its first piece.
func openStream(t *testing.T, tap string) *http.Response {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, tap, strings.NewReader(say("1.0", "open", "slow 400 chunks every 50ms", true)))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("A2A-Version", "1.0")
	resp, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for !strings.Contains(got.String(), "artifactUpdate") {
		if _, err := io.CopyN(&got, resp.Body, 1); err != nil {
			t.Fatalf("the stream ended early: %v\n%s", err, got.String())
		}
	}
	return resp
}
