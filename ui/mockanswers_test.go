package ui

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/host"
)

// The page of a mock lists the requests that it could not answer; the mock that was started last
// comes first.
func TestMockSaysWhatItWasAsked(t *testing.T) {
	s, p := playing(t, "")
	p.mocks = []host.Mock{{ID: "old", Session: "session-1", URL: "http://127.0.0.1:7450"}, {ID: "new", Session: "session-1", URL: "http://127.0.0.1:7451", Calls: 6, Conversations: 5, Answered: 2,
		Unanswered: []host.MockUnanswered{{Request: "SendMessage \"<b>jump</b>\"", Times: 3, LastAt: fakeNow()}, {Request: "GET /nowhere", Times: 1, LastAt: fakeNow()}}}}
	page := mainOf(get(t, s, "/sessions/session-1/mock").Body.String())
	harmless(t, page)
	mustSee(t, page, `<a href="/traffic?q=session%3Asession-1">6 recorded calls</a>`, "in 5 conversations", "Answered 2 calls so far", "Calls that are not on record", "SendMessage &#34;&lt;b&gt;jump&lt;/b&gt;&#34;", "3 times, last", "at <time datetime=", "GET /nowhere")
	if strings.Index(page, "http://127.0.0.1:7451") > strings.Index(page, "http://127.0.0.1:7450") {
		t.Error("the older mock stands first")
	}
}

// A running mock is an agent that the console can call: Compose learns its card and sends, and the
// card has a page. It is in no list of agents, and the card of the next mock on its port is read
// again.
func TestMockCanBeCalled(t *testing.T) {
	s, p := playing(t, "")
	const at = "http://127.0.0.1:7450"
	c, name := s.agents.Caller.(*fakeCaller), "First"
	c.discover = func(input string) (*inspector.Discovery, error) {
		if input != at {
			t.Errorf("looked for a card at %q", input)
		}
		d := cardOf(name)
		d.CardURL, d.Card.Interfaces = at+"/.well-known/agent-card.json", []a2a.Interface{{URL: at + "/a2a", Binding: a2a.JSONRPC, Version: a2a.V10, DeclaredVersion: "1.0"}}
		return d, nil
	}
	c.prepare = talking("First").prepare
	reads := func(started time.Time, want string) {
		t.Helper()
		p.mocks = []host.Mock{{ID: "m", Session: "session-1", URL: at, Started: started, Agent: "http://127.0.0.1:9000"}}
		get(t, s, "/compose?draft=d&agent="+at+"&text=tell+me+a+joke&delivery=wait")
		idle(s)
		page := mainOf(get(t, s, "/compose?draft=d&agent="+at+"&text=tell+me+a+joke&delivery=wait").Body.String())
		if strings.Contains(page, "card is not known") || !strings.Contains(page, `value="wait" selected`) || !strings.Contains(page, at+"/a2a") || !strings.Contains(page, "<b>Mock of ") {
			t.Errorf("Compose cannot send to the mock: %s", page)
		}
		if w := get(t, s, "/agents/127.0.0.1:7450"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
			t.Errorf("the card's page: HTTP %d, no %q", w.Code, want)
		}
		idle(s) // requests that a page makes in the background
	}
	reads(fakeNow().Add(-time.Minute), "First")
	if all, err := s.agents.Directory.Agents(t.Context()); err != nil || len(all) > 0 && all[len(all)-1].Origin == at {
		t.Errorf("the mock was saved: %v, %v", all, err)
	}
	name = "Second"
	reads(fakeNow().Add(time.Minute), "Second")
	p.mocks = nil
	if w := get(t, s, "/agents/127.0.0.1:7450"); w.Code != http.StatusNotFound {
		t.Errorf("HTTP %d for a mock that was stopped", w.Code)
	}
}
