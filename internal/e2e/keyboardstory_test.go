package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// moody is an agent that requires a token. It answers the first authorized call wrongly and the following
// ones correctly.
func moody(t *testing.T) string {
	t.Helper()
	var answers atomic.Int32
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{
			"name": "Moody agent", "description": "Recites poems", "version": "1.0.0", "capabilities": map[string]any{},
			"defaultInputModes": []string{"text/plain"}, "defaultOutputModes": []string{"text/plain"},
			"skills":               []any{map[string]any{"id": "poem", "name": "Poem", "description": "Recites", "tags": []string{"poem"}}},
			"supportedInterfaces":  []any{map[string]any{"url": server.URL + "/rpc", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}},
			"securitySchemes":      map[string]any{"token": map[string]any{"httpAuthSecurityScheme": map[string]any{"scheme": "Bearer"}}},
			"securityRequirements": []any{map[string]any{"schemes": map[string]any{"token": map[string]any{"list": []string{}}}}},
		})
	})
	mux.HandleFunc("POST /rpc", func(w http.ResponseWriter, r *http.Request) {
		var q struct{ ID json.RawMessage }
		if json.NewDecoder(r.Body).Decode(&q) != nil || len(q.ID) == 0 {
			q.ID = json.RawMessage("null")
		}
		if r.Header.Get("Authorization") != "Bearer open-sesame" {
			w.Header().Set("WWW-Authenticate", "Bearer")
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if answers.Add(1) == 1 {
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"poem":"roses are red"}}`, q.ID)
			return
		}
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"message":{"messageId":"m-%d","role":"ROLE_AGENT","parts":[{"text":"Roses are red."}]}}}`, q.ID, answers.Load())
	})
	return server.URL
}

// tabTo presses Tab until the element that matches has the focus.
func (p *tab) tabTo(css string) {
	p.t.Helper()
	p.until("document.querySelector(" + quote(css) + ")")
	for range 150 {
		p.press("\t")
		if js[bool](p, "!!document.activeElement?.matches("+quote(css)+")") {
			return
		}
	}
	p.t.Fatalf("Tab never reaches %s; the focus is on %s", css, js[string](p, "document.activeElement?.outerHTML.slice(0, 200) ?? ''"))
}

// goTo follows the first entry of the palette for these words.
func (p *tab) goTo(words, path string) {
	p.t.Helper()
	p.streams()
	p.press("k", ctrl)
	p.until("document.activeElement.id === 'palette-input'")
	p.press(words)
	p.until("document.querySelector('#palette-list a[aria-selected=true]')?.innerText.toLowerCase().includes(" + quote(strings.ToLower(words)) + ")")
	p.press("\r")
	p.until("location.pathname.startsWith(" + quote(path) + ") && document.readyState === 'complete' && !document.querySelector('#palette').open")
}

// TestStoryByKeyboard: the developer's own agent answers 401, then wrongly, then correctly. From the
// first call to the saved request and the shared page, no pointer is used.
func TestStoryByKeyboard(t *testing.T) {
	t.Parallel()
	c, p, agent := serve(t, "--no-agent"), open(t), moody(t)
	p.visit(c.UI)
	p.at("/start")

	// Onboarding: the agent is connected, and the page shows the code for a first call.
	p.tabTo("#address")
	p.press(agent + "\r")
	p.at("/agents/" + agentID(agent))
	p.tabTo("a[href^='/start']")
	p.press("\r")
	p.at("/start")
	p.sees("#call-it h2", "Moody agent")
	p.sees("#call-state", "Waiting for the first call")
	p.streams()
	var taps struct{ Taps []struct{ Agent, URL string } }
	c.ask(t, "/api/taps", &taps)
	post(t, taps.Taps[0].URL+"/rpc", `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"text":"recite a poem"}]}}}`, "A2A-Version: 1.0")
	p.sees("#call-state", "Last call", "401")

	// The exchange says why it failed.
	p.tabTo("#call-state a")
	p.press("\r")
	p.until("location.pathname.startsWith('/exchanges/')")
	p.sees(".failure", "Why did it fail?", "401", "Sign in")

	// Compose asks for the token and sends the message again with it. The response is wrong.
	p.goTo("Compose", "/compose")
	p.sees("#compose-agent", "Moody agent")
	p.streams()
	p.tabTo("#composer .edit-text textarea")
	p.press("recite a poem")
	p.press("\r", ctrl)
	p.sees("#compose-signin", "401")
	p.tabTo("#compose-signin input[name=secret]")
	p.press("open-sesame\r")
	p.until("!document.querySelector('#compose-signin').innerText.trim()")
	p.sees("#main", "Why did it fail?", "breaks a rule of the protocol", "RES-06")
	p.goTo("Traffic", "/traffic")
	p.until("document.querySelectorAll('[data-row]').length >= 3")
	p.press("j")
	p.until("document.querySelector('[data-row]').contains(document.activeElement)")
	p.press("\r")
	p.until("location.pathname.startsWith('/exchanges/')")
	p.sees(".failure", "Why did it fail?", "breaks a rule of the protocol", "RES-06")

	// The same message again, from the history: the response is correct. Save the request.
	p.goTo("Compose", "/compose")
	p.streams()
	p.tabTo("#composer .edit-text textarea")
	p.press(kb.ArrowUp)
	p.until("document.activeElement.value === 'recite a poem'")
	p.press("\r", ctrl)
	p.sees("#turns", "Roses are red.")
	p.tabTo("#composer .edit-text textarea")
	p.press(kb.ArrowUp)
	p.until("document.activeElement.value === 'recite a poem'")
	p.tabTo("[popovertarget=saved-menu]")
	p.press("\r")
	p.until(focused("#save-name"))
	p.press("a poem\r")
	p.sees("#saved-name", "a poem")

	// The good exchange becomes a page to share, without the token.
	p.goTo("Traffic", "/traffic")
	p.until("document.querySelector('[data-row]')?.innerText.includes('recite a poem')")
	p.press("j")
	p.until("document.querySelector('[data-row]').contains(document.activeElement)")
	p.press("\r")
	p.sees("#detail", "Save as page")
	p.tabTo("#exchange-marks a[download]")
	page := js[string](p, "fetch(document.activeElement.href).then(r => r.text())")
	if !strings.Contains(page, "Roses are red.") || strings.Contains(page, "open-sesame") {
		t.Errorf("the shared page is %s", page)
	}
	if out := console(t, "send", agent, "--db", c.DB, "--saved", "a poem", "--bearer", "open-sesame"); !strings.Contains(out, "Roses are red.") {
		t.Errorf("the saved request, sent from a shell: %s", out)
	}
}
