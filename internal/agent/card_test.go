package agent

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

func get(a *Agent, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "http://localhost:7430"+path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w
}

func TestCards(t *testing.T) {
	a := newAgent(t, Options{BaseURL: func() string { return "http://127.0.0.1:1234" }})
	tests := []struct {
		path, asks string
		version    a2a.Version
		url        string
	}{
		{"/.well-known/agent.json", "", a2a.V02, "http://127.0.0.1:1234/"},
		{"/.well-known/agent.json", "0.1", a2a.V01, "http://127.0.0.1:1234/v0.1"},
		{"/.well-known/agent.json", "0.2.5", a2a.V02, "http://127.0.0.1:1234/v0.2"},
		{"/.well-known/agent.json", "1.0", a2a.V10, "http://127.0.0.1:1234/v1.0"},
		{"/.well-known/agent-card.json", "", a2a.V03, "http://127.0.0.1:1234/v0.3"},
		{"/.well-known/agent-card.json", "1.0", a2a.V10, "http://127.0.0.1:1234/v1.0"},
		{"/.well-known/agent-card.json", "0.3", a2a.V03, "http://127.0.0.1:1234/v0.3"},
	}
	for _, tt := range tests {
		w := get(a, tt.path, "A2A-Version", tt.asks)
		if w.Code != 200 || w.Header().Get("Content-Type") != "application/json" || w.Header().Get("Vary") != "A2A-Version" ||
			!strings.Contains(w.Header().Get("Cache-Control"), "max-age=") {
			t.Errorf("%s: HTTP %d, %v", tt.path, w.Code, w.Header())
		}
		d, _ := dialect.ByName(tt.version)
		card, problems := d.ReadCard(w.Body.Bytes())
		for _, p := range problems {
			t.Errorf("%s as %s: %s %s %s", tt.path, tt.version, p.Severity, p.Check, p.Message)
		}
		if len(card.Interfaces) == 0 || card.Interfaces[0].URL != tt.url || len(card.Skills) < 14 || !card.Capabilities.Streaming || !card.Capabilities.Push {
			t.Errorf("%s: %+v", tt.path, card)
		}
		again := get(a, tt.path, "A2A-Version", tt.asks, "If-None-Match", w.Header().Get("ETag"))
		if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
			t.Errorf("%s again: HTTP %d", tt.path, again.Code)
		}
		if r, read, _ := dialect.ReadCard(w.Body.Bytes()); r == nil || !slices.Contains(read, tt.version) {
			t.Errorf("%s is read as %v", tt.path, read)
		}
	}
}

// TestEveryCardPath: wherever a version looks for a card, there is one that it can read, even for clients
// that name no version or have not signed in.
func TestEveryCardPath(t *testing.T) {
	a := newAgent(t, Options{Require: []string{"bearer"}})
	for _, d := range dialect.All() {
		for _, path := range d.WellKnown() {
			for _, asks := range []string{"", string(d.Version()), "9.9"} {
				w := get(a, path, "A2A-Version", asks)
				if card, _, _ := dialect.ReadCard(w.Body.Bytes()); w.Code != 200 || card == nil || len(card.Interfaces) == 0 {
					t.Errorf("%s %s for %q: HTTP %d, %s", d.Version(), path, asks, w.Code, w.Body)
				}
			}
		}
	}
}

// TestCardServesTwo: a client that names no version gets the card of 0.3 with what clients of 1.0 look
// for, which they read without a problem.
func TestCardServesTwo(t *testing.T) {
	a := newAgent(t, Options{URL: "http://127.0.0.1:1234"})
	body := get(a, "/.well-known/agent-card.json").Body.Bytes()
	card, _, problems := dialect.ReadCard(body)
	if len(problems) > 0 || card.Interfaces[0].URL != "http://127.0.0.1:1234/v1.0" || !card.Capabilities.ExtendedCard {
		t.Errorf("a client of 1.0 reads %+v, %+v", card, problems)
	}
	if pure := get(a, "/.well-known/agent-card.json", "A2A-Version", "0.3").Body.String(); strings.Contains(pure, "supportedInterfaces") {
		t.Error("who asks for 0.3 gets members of 1.0")
	}
}

// TestOldCardServesTwo reads the card for clients before 0.3 like a client of 0.1, and calls its address
// in both versions.
func TestOldCardServesTwo(t *testing.T) {
	a := newAgent(t, Options{URL: "http://127.0.0.1:1234"})
	old, _ := dialect.ByName(a2a.V01)
	card, problems := old.ReadCard(get(a, "/.well-known/agent.json").Body.Bytes())
	if len(problems) > 0 || len(card.Interfaces) != 1 || card.Interfaces[0].URL != "http://127.0.0.1:1234/" {
		t.Errorf("a 0.1 client reads %+v, %v", card.Interfaces, problems)
	}
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tasks/send","params":{"id":"t","message":{"role":"user","parts":[{"type":"text","text":"joke"}]}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"joke"}]}}}`,
	} {
		if got := post(a, "/", body).Body.String(); !strings.Contains(got, `"result"`) {
			t.Errorf("%s\nanswered %s", body, got)
		}
	}
}

func TestExtendedCardAtItsPath(t *testing.T) {
	a := newAgent(t, Options{})
	d, _ := dialect.ByName(a2a.V02)
	read := func(path string) *a2a.Card {
		c, problems := d.ReadCard(get(a, path, "A2A-Version", "0.2").Body.Bytes())
		if len(problems) > 0 {
			t.Errorf("%s: %+v", path, problems)
		}
		return c
	}
	plain, more := read("/.well-known/agent.json"), read("/agent/authenticatedExtendedCard")
	if !plain.Capabilities.ExtendedCard || len(more.Skills) != len(plain.Skills)+1 {
		t.Errorf("%d skills in the extended card, %d in the other", len(more.Skills), len(plain.Skills))
	}
}

func TestExtendedCard(t *testing.T) {
	p := v10(t, Options{})
	plain := p.agent.card(false)
	more := p.ok(&a2a.Call{Op: a2a.GetExtendedCard}).Card
	if !plain.Capabilities.ExtendedCard || len(more.Skills) != len(plain.Skills)+1 {
		t.Errorf("%d skills in the extended card, %d in the other", len(more.Skills), len(plain.Skills))
	}
}

func TestExamplesFindTheirSkill(t *testing.T) {
	for _, s := range skills {
		if len(s.card.Examples) == 0 {
			t.Errorf("skill %s has no example", s.card.ID)
		}
		for _, e := range s.card.Examples {
			in := inputOf(&a2a.Call{Message: &a2a.Message{Parts: []a2a.Part{text(e)}}}, version.Agent{})
			if got, _ := pickSkill(in); got.card.ID != s.card.ID {
				t.Errorf("%q is an example of %s but goes to %s", e, s.card.ID, got.card.ID)
			}
		}
	}
}

func TestHostsAndOrigins(t *testing.T) {
	a := newAgent(t, Options{AllowHosts: []string{"host.docker.internal"}})
	for host, want := range map[string]int{
		"127.0.0.1:7430": 200, "localhost": 200, "[::1]:7430": 200, "LOCALHOST:1": 200, "host.docker.internal:7430": 200,
		"evil.example:7430": 403, "127.0.0.1.evil.example": 403, "": 403, "localhost.evil.example": 403,
	} {
		w := get(a, "/.well-known/agent-card.json", "Host", host)
		if w.Code != want {
			t.Errorf("host %q: HTTP %d, want %d", host, w.Code, want)
		}
		if want == 403 && !strings.Contains(w.Body.String(), "--allow-host") {
			t.Errorf("the refusal does not say how to allow it: %s", w.Body)
		}
	}
	for _, h := range [][]string{{"Origin", "http://evil.example"}, {"Sec-Fetch-Site", "cross-site"}, {"Origin", "null"}} {
		if w := post(a, "/", `{}`, h...); w.Code != 403 {
			t.Errorf("%v: HTTP %d", h, w.Code)
		}
	}
	if w := post(a, "/", `{}`); w.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Error("CORS is allowed")
	}
}

func TestPages(t *testing.T) {
	a := newAgent(t, Options{})
	if w := get(a, "/"); w.Code != 200 || !strings.Contains(w.Body.String(), "tell me a joke") || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		t.Errorf("home: HTTP %d %s", w.Code, w.Body)
	}
	if w := get(a, "/v1.0"); w.Code != 405 || w.Header().Get("Allow") != "POST" {
		t.Errorf("GET on an endpoint: HTTP %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
	if w := get(a, "/nothing"); w.Code != 404 {
		t.Errorf("elsewhere: HTTP %d", w.Code)
	}
}

// renamed is 0.1 under another version's name: two versions with the same methods.
type renamed struct{ version.Dialect }

func (renamed) Version() a2a.Version { return a2a.V02 }

func TestRootAnswersAsTheTaskWasMade(t *testing.T) {
	old, _ := dialect.ByName(a2a.V01)
	later := *old
	later.Dialect = renamed{old.Dialect}
	a := newAgent(t, Options{Dialects: []*version.Version{&later, old}})
	post(a, "/v0.1", `{"jsonrpc":"2.0","id":1,"method":"tasks/send","params":{"id":"t","message":{"role":"user","parts":[{"type":"text","text":"joke"}]}}}`)
	const ask = `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"t"}}`
	if got := post(a, "/", ask).Body.String(); strings.Contains(got, "history") {
		t.Errorf("made in 0.1, where history is not sent unasked: %s", got)
	}
	if got := post(a, "/v0.2", ask).Body.String(); !strings.Contains(got, "history") {
		t.Errorf("asked in a later version: %s", got)
	}
}
