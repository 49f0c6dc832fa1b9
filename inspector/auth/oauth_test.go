package auth

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/agent/issuer"
)

func TestClientCredentials(t *testing.T) {
	g := newRig(t, issuer.Options{})
	l := Login{Scheme: "c", Kind: OAuth2, Flow: ClientCredentials, Provider: g.provider()}
	err := g.wallet.Begin(t.Context(), g.agent.URL, l)
	if err == nil || !strings.Contains(err.Error(), "invalid_client") {
		t.Fatalf("without a secret: %v", err)
	}
	l.Provider.ClientSecret = issuer.ClientSecret
	if err := g.wallet.Begin(t.Context(), g.agent.URL, l); err != nil {
		t.Fatal(err)
	}
	if !g.admitted() {
		t.Error("the agent does not take the token")
	}
	s, ok := g.wallet.Account(g.agent.URL).StateOf("c")
	if !ok || s.Expires.IsZero() || !s.CanRenew || s.Flow != ClientCredentials || s.Identity != issuer.ClientID {
		t.Errorf("%+v", s)
	}
}

// TestCode goes through the code flow like a browser.
func TestCode(t *testing.T) {
	g := newRig(t, issuer.Options{AutoApprove: true})
	l := Login{Scheme: "o", Kind: OAuth2, Flow: AuthorizationCode, Provider: g.provider(), Redirect: "http://127.0.0.1:0/back"}
	if err := g.wallet.Begin(t.Context(), g.agent.URL, l); err != nil {
		t.Fatal(err)
	}
	if g.asks != 0 {
		t.Error("the authorization server was asked before the browser went there")
	}
	p := g.pending("o")
	q := query(t, p.URL)
	if q.Get("code_challenge_method") != "S256" || len(q.Get("state")) < 20 || q.Get("redirect_uri") != p.Redirect {
		t.Errorf("asked with %v", q)
	}
	for _, forged := range []string{"?code=x", "?code=x&state=guess", "?error=access_denied&state="} {
		if _, status := browse(t, p.Redirect+forged); status != http.StatusForbidden {
			t.Errorf("%s: status %d", forged, status)
		}
	}
	text, status := browse(t, p.URL)
	if status != http.StatusOK || !strings.Contains(text, "Signed in") {
		t.Fatalf("%d %s", status, text)
	}
	if err := g.wallet.Wait(t.Context(), g.agent.URL, "o"); err != nil {
		t.Fatal(err)
	}
	if !g.admitted() {
		t.Error("the agent does not take the token")
	}
	// Another program may have taken the port since; it would not answer like this.
	if resp, err := http.Get(p.Redirect); err == nil {
		defer resp.Body.Close()
		if b, _ := io.ReadAll(resp.Body); strings.Contains(string(b), "the sign-in that the console began") {
			t.Error("still listening for the browser")
		}
	}
}

// TestCodeFails: a refusal, another issuer, another host.
func TestCodeFails(t *testing.T) {
	g := newRig(t, issuer.Options{})
	begin := func(issuer string) PendingLogin {
		t.Helper()
		p := g.provider()
		p.Issuer = issuer
		if err := g.wallet.Begin(t.Context(), g.agent.URL, Login{Scheme: "o", Kind: OAuth2, Flow: AuthorizationCode, Provider: p, Redirect: "http://127.0.0.1:0/back"}); err != nil {
			t.Fatal(err)
		}
		return g.pending("o")
	}
	p := begin("")
	state := query(t, p.URL).Get("state")
	if text, _ := browse(t, p.Redirect+"?error=access_denied&error_description=%3Cscript%3E&state="+state); !strings.Contains(text, "access was denied") || strings.Contains(text, "<script>") {
		t.Errorf("page %s", text)
	}
	if err := g.wallet.Wait(t.Context(), g.agent.URL, "o"); err == nil || !strings.Contains(err.Error(), "access_denied") {
		t.Errorf("%v", err)
	}
	p = begin("https://honest.example")
	browse(t, p.Redirect+"?code=x&iss=https%3A%2F%2Fevil.example&state="+query(t, p.URL).Get("state"))
	if err := g.wallet.Wait(t.Context(), g.agent.URL, "o"); err == nil || !strings.Contains(err.Error(), "9207") || g.asks != 0 {
		t.Errorf("mixed up: %v, %d requests", err, g.asks)
	}
	p = begin("")
	r, _ := http.NewRequest(http.MethodGet, p.Redirect+"?code=x&state="+query(t, p.URL).Get("state"), nil)
	r.Host = "rebound.example"
	if resp, err := http.DefaultClient.Do(r); err != nil || resp.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("for another host: %v %v", resp, err)
	}
	g.wallet.Cancel(g.agent.URL, "o")
	if _, waiting := g.wallet.Account(g.agent.URL).PendingOf("o"); waiting {
		t.Error("cancelled, and still there")
	}
}

func TestOpenID(t *testing.T) {
	g := newRig(t, issuer.Options{AutoApprove: true})
	l := Login{
		Scheme: "id", Kind: OpenID, Flow: AuthorizationCode, Metadata: g.server.URL + "/.well-known/openid-configuration",
		Provider: Provider{ClientID: issuer.ClientID, Scopes: []string{issuer.Scope}}, Redirect: "http://localhost:0/back",
	}
	if err := g.wallet.Begin(t.Context(), g.agent.URL, l); err != nil {
		t.Fatal(err)
	}
	p := g.pending("id")
	if q := query(t, p.URL); q.Get("nonce") == "" || q.Get("scope") != "openid "+issuer.Scope {
		t.Errorf("asked with %v", q)
	}
	if text, status := browse(t, p.URL); status != http.StatusOK {
		t.Fatal(text)
	}
	if err := g.wallet.Wait(t.Context(), g.agent.URL, "id"); err != nil {
		t.Fatal(err)
	}
	if s, ok := g.wallet.Account(g.agent.URL).StateOf("id"); !ok || s.Identity != issuer.Person {
		t.Errorf("%+v", s)
	}
}

// TestDiscoverOther: a metadata document is valid only for its own address.
func TestDiscoverOther(t *testing.T) {
	g := newRig(t, issuer.Options{})
	lying := httptest.NewServer(g.issuer)
	defer lying.Close()
	if _, err := g.wallet.fetchMetadata(t.Context(), g.agent.URL, lying.URL+"/.well-known/openid-configuration"); err == nil || !strings.Contains(err.Error(), "does not speak for") {
		t.Errorf("%v", err)
	}
	moved := httptest.NewServer(http.RedirectHandler(g.server.URL+"/.well-known/openid-configuration", http.StatusFound))
	defer moved.Close()
	if _, err := g.wallet.fetchMetadata(t.Context(), g.agent.URL, moved.URL); err == nil || !strings.Contains(err.Error(), "redirects") || g.asks != 0 {
		t.Errorf("%v, %d requests", err, g.asks)
	}
}

func TestDevice(t *testing.T) {
	g := newRig(t, issuer.Options{})
	if err := g.wallet.Begin(t.Context(), g.agent.URL, Login{Scheme: "d", Kind: OAuth2, Flow: DeviceCode, Provider: g.provider()}); err != nil {
		t.Fatal(err)
	}
	p := g.pending("d")
	if p.UserCode == "" || p.URL != g.server.URL+"/activate" {
		t.Errorf("%+v", p)
	}
	resp, err := http.PostForm(p.URL, url.Values{"user_code": {p.UserCode}, "choice": {"allow"}})
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp, err)
	}
	resp.Body.Close()
	if err := g.wallet.Wait(t.Context(), g.agent.URL, "d"); err != nil {
		t.Fatal(err)
	}
	if !g.admitted() {
		t.Error("the agent does not take the token")
	}
}

// TestServersElsewhere: which authorization servers may be called for which agents.
func TestServersElsewhere(t *testing.T) {
	for _, c := range []struct {
		address, agent string
		ok             bool
	}{
		{"https://login.example/token", "https://agent.example", true},
		{"http://127.0.0.1:9/token", "https://agent.example", true},
		{"http://localhost:9/token", "http://agent.example", true},
		{"http://10.0.0.7/token", "http://10.0.0.8", true},
		{"http://10.0.0.7/token", "https://agent.example", false},
		{"http://login.example/token", "http://agent.example", false},
		{"https://169.254.169.254/latest", "https://agent.example", false},
		{"http://metadata.google.internal/", "http://agent.example", false},
		{"file:///etc/passwd", "http://agent.example", false},
		{"javascript:alert(1)", "http://agent.example", false},
		{"https://joe:pw@login.example/", "https://agent.example", false},
		{"", "https://agent.example", false},
	} {
		if err := checkServer("token endpoint", c.address, c.agent); (err == nil) != c.ok {
			t.Errorf("%q for %s: %v", c.address, c.agent, err)
		}
	}
}
