package auth

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// signedFor authorizes a request to a URL as the client would for an agent, and returns its bearer
// token.
func signedFor(t *testing.T, w *Wallet, c inspector.Callee, url string) string {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, url, nil)
	r = r.WithContext(inspector.WithCallee(r.Context(), c))
	w.Authorize(r)
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return token
}

// TestAgent: which addresses belong to one agent.
func TestAgent(t *testing.T) {
	for raw, want := range map[string]string{
		"https://h": "https://h:443", "https://h/": "https://h:443", "https://H:443/.well-known/agent-card.json": "https://h:443",
		"https://h/.well-known/agent.json?x=1": "https://h:443", "http://localhost:7430/agent-card": "http://127.0.0.1:7430",
		"https://h/a": "https://h:443/a", "https://h/a/": "https://h:443/a", "https://h/a/.well-known/agent-card.json": "https://h:443/a",
		"https://h/a/../b": "https://h:443/b", "https://h/a/%2e%2e/b": "https://h:443/b", `https://h/a/..\b`: "https://h:443/b", "https://h//a/./": "https://h:443/a",
		"https://h/%61": "https://h:443/a", "https://h/a%20b": "https://h:443/a%20b", "https://h/A": "https://h:443/A", "https://h:8443/a": "https://h:8443/a",
		"ftp://h/a": "", "h/a": "", "": "",
	} {
		got := AgentAddress(raw)
		if got != want {
			t.Errorf("%s: %q", raw, got)
		}
		if AgentAddress(got) != got {
			t.Errorf("%s is not the agent of itself: %q", got, AgentAddress(got))
		}
	}
}

// TestAgentsOfOneOrigin: two agents of one origin whose schemes have the same name, and one at the root, never get each
// other's credentials, however they are called.
func TestAgentsOfOneOrigin(t *testing.T) {
	const h = "https://host.example"
	vault := &memory{}
	first := NewWallet(Options{Vault: vault})
	for at, token := range map[string]string{h + "/a/.well-known/agent-card.json": "for-a", h + "/b": "for-b", h: "for-root"} {
		if err := first.Put(at, Credential{Scheme: "oauth", Kind: Bearer, Secret: token, Remember: true}); err != nil {
			t.Fatal(err)
		}
	}
	first.Close()
	w := NewWallet(Options{Vault: vault})
	defer w.Close()
	type call struct{ agent, endpoint, url, want string }
	for _, c := range []call{
		{h + "/a/.well-known/agent-card.json", h + "/a/rpc", h + "/a/rpc", "for-a"},
		{h + "/b/.well-known/agent.json", h + "/b/rpc", h + "/b/rpc", "for-b"},
		{h + "/.well-known/agent-card.json", h + "/rpc", h + "/rpc", "for-root"},
		// Cards with a shared endpoint, as tenants of one server have.
		{h + "/a/.well-known/agent-card.json", h + "/shared", h + "/shared", "for-a"},
		{h + "/b/.well-known/agent-card.json", h + "/shared", h + "/shared", "for-b"},
		// A card that names another agent's endpoint does not get that agent's credentials.
		{h + "/b/.well-known/agent-card.json", h + "/a/rpc", h + "/a/rpc", "for-b"},
		// Agents without credentials.
		{h + "/c/.well-known/agent-card.json", h + "/c/rpc", h + "/c/rpc", ""},
		{h + "/ab/.well-known/agent-card.json", h + "/ab/rpc", h + "/ab/rpc", ""},
		{h + "/a/c/.well-known/agent-card.json", h + "/a/c/rpc", h + "/a/c/rpc", ""},
		// Fetches of cards.
		{h + "/a/.well-known/agent-card.json", "", h + "/a/.well-known/agent-card.json", "for-a"},
		{h + "/c/.well-known/agent-card.json", "", h + "/c/.well-known/agent-card.json", ""},
		{h + "/.well-known/agent.json", "", h + "/.well-known/agent.json", "for-root"},
		// A card of another origin: credentials filed for a path apply to endpoints below it. Those
		// filed for the root apply only to the root itself, because other agents may live below it.
		{"https://x.example/.well-known/agent-card.json", h + "/a/rpc", h + "/a/rpc", "for-a"},
		{"https://x.example/.well-known/agent-card.json", h + "/c/rpc", h + "/c/rpc", ""},
		{"https://x.example/.well-known/agent-card.json", h + "/a/../c/rpc", h + "/a/../c/rpc", ""},
		{"https://x.example/.well-known/agent-card.json", h, h + "/", "for-root"},
		{"https://x.example/.well-known/agent-card.json", h + "/a/rpc", "http://host.example/a/rpc", ""},
		// No card: the endpoint was given.
		{"", h + "/b/rpc", h + "/b/rpc/v1/message:send", "for-b"},
		{"", h + "/c", h + "/c", ""},
	} {
		if got := signedFor(t, w, inspector.Callee{Agent: c.agent, Endpoint: c.endpoint}, c.url); got != c.want {
			t.Errorf("%+v: sent %q", c, got)
		}
	}
	// Nothing names the agent, so the nearest address decides.
	for url, want := range map[string]string{h + "/a/rpc": "for-a", h + "/b": "for-b", h + "/ab": "for-root", h + "/rpc": "for-root", h + "/b/../a": "for-a"} {
		if got := strings.TrimPrefix(signed(t, w, url).Header.Get("Authorization"), "Bearer "); got != want {
			t.Errorf("%s: sent %q", url, got)
		}
	}
	if n := w.CredentialNames(h); len(n.Headers) != 3 {
		t.Errorf("the recorder is told of %v", n)
	}
	if _, err := w.Remove(h+"/a", ""); err != nil {
		t.Fatal(err)
	}
	if got := signedFor(t, w, inspector.Callee{Agent: h + "/a/.well-known/agent-card.json"}, h+"/a/rpc"); got != "" || len(vault.kept) != 2 {
		t.Errorf("signed out of one: it is sent %q, and the vault holds %v", got, vault.kept)
	}
}

// TestFiledByOrigin: credentials that an older version filed for a whole origin go to the agent at its root as before,
// and to no other; the others' accounts say so.
func TestFiledByOrigin(t *testing.T) {
	const h = "https://host.example"
	vault := &memory{kept: map[string]string{Origin(h): `{"credentials":[{"scheme":"b","kind":"bearer","secret":"old"}]}`}}
	w := NewWallet(Options{Vault: vault})
	defer w.Close()
	if got := signedFor(t, w, inspector.Callee{Agent: h + "/.well-known/agent-card.json", Endpoint: h + "/rpc"}, h+"/rpc"); got != "old" {
		t.Errorf("the sign-in is lost: %q", got)
	}
	if got := signedFor(t, w, inspector.Callee{Agent: h + "/a/.well-known/agent-card.json", Endpoint: h + "/a"}, h+"/a"); got != "" {
		t.Errorf("another agent is sent %q", got)
	}
	if a := w.Account(h + "/a"); len(a.States) != 0 || !strings.Contains(a.Problem, "older version") || !strings.Contains(a.Problem, "sign in here again") {
		t.Errorf("%+v", a)
	}
	if a := w.Account(h); len(a.States) != 1 || a.Problem != "" {
		t.Errorf("%+v", a)
	}
	if err := w.Put(h, Credential{Scheme: "k", Kind: Bearer, Secret: "new", Remember: true}); err != nil {
		t.Fatal(err)
	}
	var k storedSecrets
	if err := json.Unmarshal([]byte(vault.kept[Origin(h)]), &k); err != nil || k.Format != 2 || len(k.Credentials) != 2 {
		t.Errorf("%s %v", vault.kept[Origin(h)], err)
	}
}

// TestFound: credentials given with an address belong to the agent that it leads to, not to one that merely answers for
// the origin.
func TestFound(t *testing.T) {
	d := func(at string, endpoints ...string) *inspector.Discovery {
		c := &a2a.Card{}
		for _, e := range endpoints {
			c.Interfaces = append(c.Interfaces, a2a.Interface{URL: e})
		}
		return &inspector.Discovery{CardURL: at, Card: c}
	}
	root := "https://h/.well-known/agent-card.json"
	for _, c := range []struct {
		given string
		d     *inspector.Discovery
		want  string
	}{
		{"https://h", d(root), "https://h:443"},
		{"https://h/a", d("https://h/a/.well-known/agent.json"), "https://h:443/a"},
		{"https://h/a/rpc", d("https://h/a/.well-known/agent.json"), "https://h:443/a"},
		{"https://h", d("https://h/moved/card.json"), "https://h:443/moved/card.json"},
		{"https://h/rpc", d(root, "https://h/rpc"), "https://h:443"},
		{"https://h/rpc", d(root, "/rpc"), "https://h:443"},
		{"https://h/a", d(root, "https://h/rpc"), ""},
		{"https://h/a", d(root, "https://h/"), ""},
		{"https://h/a", d("https://h/ab/card.json"), ""},
		{"https://h", d("http://h/.well-known/agent.json"), ""},
		{"https://h", d("https://other/.well-known/agent.json"), ""},
		{"https://h", &inspector.Discovery{}, ""},
	} {
		if got, ok := AgentFor(c.given, c.d); got != c.want || ok != (c.want != "") {
			t.Errorf("%s, found at %s: %q %v", c.given, c.d.CardURL, got, ok)
		}
	}
}

// TestMove: credentials given before the agent was found move with it, also in the vault.
func TestMove(t *testing.T) {
	vault := &memory{}
	w := NewWallet(Options{Vault: vault})
	defer w.Close()
	if err := w.Put("https://h/rpc", Credential{Scheme: "b", Kind: Bearer, Secret: "s", Remember: true}); err != nil {
		t.Fatal(err)
	}
	if err := w.Move("https://h/rpc", "https://h:443"); err != nil {
		t.Fatal(err)
	}
	all, err := vault.Agents()
	if err != nil || len(all) != 1 || all[0] != "https://h:443" || len(w.Account("https://h/rpc").States) != 0 {
		t.Errorf("%v %v", all, err)
	}
	if got := signedFor(t, w, inspector.Callee{Agent: "https://h/.well-known/agent.json"}, "https://h/rpc"); got != "s" {
		t.Errorf("sent %q", got)
	}
}

// TestUnsaidContext: an empty callee counts as none.
func TestUnsaidContext(t *testing.T) {
	if _, ok := inspector.CalleeOf(context.Background()); ok {
		t.Error("said")
	}
}
