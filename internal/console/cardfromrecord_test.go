package console

import (
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/agent/mock"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

const borrowed = `{"name":"Borrowed","description":"d","version":"1","supportedInterfaces":[{"url":"http://agent.test/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[]}`

// A mock of a session without a card serves the card of the same agent from another session, with the
// mock's address. A session with a card uses its own.
func TestMockBorrowsTheCard(t *testing.T) {
	store, err := recorder.Open(recorder.Options{Path: filepath.Join(t.TempDir(), "record.db"), Label: NewCards().Label, ReadWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	ask := func(agent, method, path, request, response string) {
		at := time.Now()
		x := wire.Exchange{Agent: agent, Origin: wire.Client, Method: method, URL: agent + path, Started: at, Request: wire.Head{Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {"application/json"}}}}
		tape := store.Begin(x)
		tape.Write(wire.Request, at, []byte(request), false)
		tape.EndRequest(at, nil)
		tape.WriteResponseHead(at, wire.Head{Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"application/json"}}})
		tape.Write(wire.Response, at, []byte(response), false)
		tape.End(wire.End{At: at, Outcome: wire.ByAgent})
		if err := tape.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	const wellKnown = "/.well-known/agent-card.json"
	ask("http://other.test", "GET", wellKnown, "", strings.ReplaceAll(borrowed, "Borrowed", "Other"))
	ask("http://agent.test", "GET", wellKnown, "", strings.ReplaceAll(borrowed, "Borrowed", "Old"))
	ask("http://agent.test", "GET", wellKnown, "", borrowed)
	withCard := store.Current().ID
	if _, err := store.NewSession(t.Context(), "without a card"); err != nil {
		t.Fatal(err)
	}
	ask("http://agent.test", "POST", "/rpc", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}`, `{"jsonrpc":"2.0","id":1,"result":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`)

	served := func(session string) (card, note string, notes []string) {
		list, err := listRecording(t.Context(), store, session)
		if err != nil {
			t.Fatal(err)
		}
		r := &Recording{Store: store, Exchanges: list}
		if _, err := r.KeepAgent("http://agent.test", ""); err != nil {
			t.Fatal(err)
		}
		if note, err = r.AddCardFromRecord(t.Context()); err != nil {
			t.Fatal(err)
		}
		var url string
		m, err := mock.New(t.Context(), mock.Options{Exchanges: r.Exchanges, Facts: store, BaseURL: func() string { return url }})
		if err != nil {
			t.Fatal(err)
		}
		s := httptest.NewServer(m)
		t.Cleanup(s.Close)
		url = s.URL
		resp, err := http.Get(s.URL + wellKnown)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return strings.ReplaceAll(string(b), s.URL, "MOCK"), note, m.Contents().Notes
	}
	card, note, notes := served(store.Current().ID)
	if !strings.Contains(card, `"name":"Borrowed"`) || !strings.Contains(card, `"url":"MOCK/rpc"`) || !strings.HasPrefix(note, "The Agent Card is not from this session. It is the one that http://agent.test served on ") || len(notes) != 0 {
		t.Errorf("%s\n%q %q", card, note, notes)
	}
	if _, note, _ := served(withCard); note != "" {
		t.Errorf("a session with a card: %q", note)
	}
}
