package talk

import (
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// A 401 is a failure among the events and in the conversation, not just a remark.
func TestTurnedAway(t *testing.T) {
	away := a2a.Problem{Check: "ERR-15", Severity: a2a.SeverityInfo, Message: "HTTP 401 Unauthorized: the caller has to sign in"}
	x := &tape.Tape{X: wire.Exchange{Response: wire.Head{Status: 401}}, Fold: &stream.Fold{}}
	row := stream.Row{Word: "barred", From: 1, To: 1, Problems: []a2a.Problem{away}}
	var page strings.Builder
	if err := gutterRow(x, &row).Render(t.Context(), &page); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page.String(), "✕ 401 Unauthorized") || strings.Contains(page.String(), "mark info") {
		t.Errorf("the event is %s", page.String())
	}
	page.Reset()
	missing := a2a.Problem{Check: "ERR-15", Severity: a2a.SeverityWarning, Message: "no WWW-Authenticate"}
	b := &stream.Block{Kind: stream.OtherBlock, Reading: &a2a.Reading{}, Problems: []a2a.Problem{away, missing}}
	if err := Block("x", b, "agent", nil).Render(t.Context(), &page); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page.String(), `<p class="failed answer-status">✕ HTTP 401`) || strings.Contains(page.String(), "<b>info</b>") || !strings.Contains(page.String(), "no WWW-Authenticate") {
		t.Errorf("the conversation has %s", page.String())
	}
}

// A state of no version is shown as the agent wrote it.
func TestStateOfNoVersion(t *testing.T) {
	var page strings.Builder
	if err := Block("x", &stream.Block{Kind: stream.StatusBlock, State: "done"}, "agent", nil).Render(t.Context(), &page); err != nil || !strings.Contains(page.String(), " done</span>") {
		t.Errorf("%v: the conversation has %s", err, page.String())
	}
}

// The line of an exchange without a known caller names none.
func TestNobodyCalled(t *testing.T) {
	for caller, want := range map[string]bool{"": false, "shop-client": true} {
		var line strings.Builder
		x := &tape.Tape{X: wire.Exchange{ID: "x", Origin: wire.Client, Caller: caller}, Fold: &stream.Fold{}}
		if err := turnHead(x, time.Now()).Render(t.Context(), &line); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(line.String(), ">by "); got != want {
			t.Errorf("called by %q: %s", caller, line.String())
		}
	}
}
