package ui

import (
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
)

// TestPreviewNamesWhatIsFaulty: if the request cannot be shown because a part is invalid, the
// preview says which and why, and does not ask for a message that is already there.
func TestPreviewNamesWhatIsFaulty(t *testing.T) {
	s := newTestServer(t, longRecord(), &fakeCaller{})
	s.agents.KeepCard(t.Context(), "http://127.0.0.1:7430", &inspector.Discovery{}, nil)
	const path = "/compose?agent=http%3A%2F%2F127.0.0.1%3A7430&draft=d"
	preview := func() string {
		return between(get(t, s, path).Body.String(), `aria-label="What will be sent">`, "</section>")
	}
	if got := preview(); !strings.Contains(got, "Write a message to see its request here.") {
		t.Errorf("before anything was written: %s", got)
	}
	known := newTestServer(t, longRecord(), &fakeCaller{prepare: talking("First").prepare})
	known.agents.KeepCard(t.Context(), referenceOrigin, cardOf("x"), nil)
	if got := between(get(t, known, path).Body.String(), `aria-label="What will be sent">`, "</section>"); !strings.Contains(got, "POST http://127.0.0.1:7430/") || !strings.Contains(got, "stands for the message") {
		t.Errorf("before anything was written to an agent with a card: %s", got)
	}
	begin := "?begin=" + url.QueryEscape(strings.TrimPrefix(path, "/compose?"))
	submit(t, s, "/compose/d/data"+begin, url.Values{"part-1-text": {"hello"}})
	submit(t, s, "/compose/d/change"+begin, url.Values{"part-2-text": {`{"a":`}})
	got := preview()
	if !strings.Contains(got, "There is no request to show yet. Data, JSON: ") || !strings.Contains(got, "line 1") || strings.Contains(got, "Write a message") {
		t.Errorf("with faulty data: %s", got)
	}
	submit(t, s, "/compose/d/change"+begin, url.Values{"part-2-text": {`{"a":1}`}})
	if got := preview(); !strings.Contains(got, "There is no request to show yet. The agent&#39;s endpoint is not known") {
		t.Errorf("without a card: %s", got)
	}
}
