package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// puppet is an agent whose events a test releases one by one, so that the test sees the page between two
// events.
type puppet struct {
	URL     string
	dialect string
	name    string      // in the card
	skill   string      // its only skill's description
	events  chan string // "" ends the stream, cut breaks the connection
	called  chan string // the body of each streaming call
	gone    chan struct{}
}

const cut = "cut"

func newPuppet(t *testing.T, dialect, name, skill string) *puppet {
	t.Helper()
	p := &puppet{dialect: dialect, name: name, skill: skill, events: make(chan string), called: make(chan string, 8), gone: make(chan struct{}, 8)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/agent.json", p.card("0.1"))
	mux.HandleFunc("GET /.well-known/agent-card.json", p.card("1.0"))
	mux.HandleFunc("POST /rpc", p.rpc)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	p.URL = server.URL
	return p
}

func (p *puppet) card(dialect string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if dialect != p.dialect {
			http.NotFound(w, r)
			return
		}
		card := map[string]any{
			"name": p.name, "description": p.skill, "version": "1.0.0",
			"capabilities":      map[string]any{"streaming": true},
			"defaultInputModes": []string{"text/plain"}, "defaultOutputModes": []string{"text/plain"},
			"skills": []any{map[string]any{"id": "only", "name": p.name, "description": p.skill, "tags": []string{p.name}, "examples": []string{p.skill}}},
		}
		if dialect == "0.1" {
			card["url"] = p.URL + "/rpc"
		} else {
			card["supportedInterfaces"] = []any{map[string]any{"url": p.URL + "/rpc", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}}
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(card)
	}
}

func (p *puppet) rpc(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	var q struct {
		ID     json.RawMessage
		Params struct{ ID string }
	}
	if err := json.Unmarshal(body, &q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	p.called <- string(body)
	w.Header().Set("Content-Type", "text/event-stream")
	w.(http.Flusher).Flush()
	for {
		select {
		case result := <-p.events:
			if result == "" {
				return
			}
			if result == cut {
				panic(http.ErrAbortHandler)
			}
			result = strings.ReplaceAll(result, "THE-TASK", q.Params.ID)
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", q.ID, result)
			w.(http.Flusher).Flush()
		case <-r.Context().Done():
			p.gone <- struct{}{}
			return
		}
	}
}

// status is a status event in the puppet's version; THE-TASK stands for the id that a 0.1 client chose.
func (p *puppet) status(state string, final bool) string {
	if p.dialect == "0.1" {
		return fmt.Sprintf(`{"id":"THE-TASK","status":{"state":%q},"final":%t}`, state, final)
	}
	return fmt.Sprintf(`{"statusUpdate":{"taskId":"puppet-task","contextId":"puppet-context","status":{"state":"TASK_STATE_%s"}}}`, strings.ToUpper(state))
}

func (p *puppet) begin() string {
	if p.dialect == "0.1" {
		return p.status("submitted", false)
	}
	return `{"task":{"id":"puppet-task","contextId":"puppet-context","status":{"state":"TASK_STATE_SUBMITTED"}}}`
}

// piece is a piece of the puppet's artifact.
func (p *puppet) piece(text string, first, last bool) string {
	if p.dialect == "0.1" {
		return fmt.Sprintf(`{"id":"THE-TASK","artifact":{"name":"poem","index":0,"append":%t,"lastChunk":%t,"parts":[{"type":"text","text":%s}]}}`, !first, last, quote(text))
	}
	return fmt.Sprintf(`{"artifactUpdate":{"taskId":"puppet-task","contextId":"puppet-context","append":%t,"lastChunk":%t,"artifact":{"artifactId":"a1","name":"poem","parts":[{"text":%s}]}}}`, !first, last, quote(text))
}
