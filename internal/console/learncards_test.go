package console

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// TestPlacesOfCardsOnRecord: a header that a card of an earlier run names is known if the agent has
// served no card in this one, and only for that agent.
func TestPlacesOfCardsOnRecord(t *testing.T) {
	k := NewCards()
	store, err := recorder.Open(recorder.Options{Path: filepath.Join(t.TempDir(), "record.db"), Secrets: k.Secrets, Label: k.Label, ReadWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	const agent = "http://agent.test"
	at := time.Now()
	tape := store.Begin(wire.Exchange{Agent: agent, Origin: wire.Console, Method: "GET", URL: agent + "/.well-known/agent-card.json", Started: at, Request: wire.Head{Proto: "HTTP/1.1"}})
	tape.EndRequest(at, nil)
	tape.WriteResponseHead(at, wire.Head{Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"application/json"}}})
	card := strings.Replace(borrowed, `"skills":[]`, `"skills":[],"securitySchemes":{"k":{"apiKeySecurityScheme":{"location":"header","name":"X-Mine"}}}`, 1)
	tape.Write(wire.Response, at, []byte(card), false)
	tape.End(wire.End{At: at, Outcome: wire.ByAgent})
	if err := tape.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	later := NewCards()
	for origin, want := range map[string]bool{agent: true, "http://other.test": false} {
		p, err := later.Places(t.Context(), store, origin)
		if err != nil || slices.Contains(p.Headers, "X-Mine") != want {
			t.Errorf("%s: %v, %v", origin, p.Headers, err)
		}
	}
}
