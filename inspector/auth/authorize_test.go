package auth

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/agent/issuer"
)

func signed(t *testing.T, w *Wallet, url string) *http.Request {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, url, nil)
	w.Authorize(r)
	return r
}

// TestCredentialsTravel: each kind of credential goes where its scheme says.
func TestCredentialsTravel(t *testing.T) {
	const at = "https://agent.example"
	w := NewWallet(Options{})
	defer w.Close()
	for _, c := range []Credential{
		{Scheme: "key", Kind: APIKey, In: "header", Param: "X-Own", Secret: "s1"},
		{Scheme: "q", Kind: APIKey, In: "query", Param: "k", Secret: "s 2&"},
		{Scheme: "c", Kind: APIKey, In: "cookie", Param: "sid", Secret: "s3"},
		{Scheme: "b", Kind: Basic, User: "joe", Secret: "s4"},
	} {
		if err := w.Put(at, c); err != nil {
			t.Fatal(err)
		}
	}
	r := signed(t, w, at+"/rpc?b=2&k=old&a=%20")
	user, password, _ := r.BasicAuth()
	cookie, err := r.Cookie("sid")
	if r.Header.Get("X-Own") != "s1" || r.URL.RawQuery != "b=2&a=%20&k=s+2%26" || err != nil || cookie.Value != "s3" || user != "joe" || password != "s4" {
		t.Errorf("%v %v", r.URL, r.Header)
	}
	n := w.CredentialNames(at)
	if !slices.Contains(n.Headers, "X-Own") || !slices.Contains(n.Headers, "Cookie") || !slices.Equal(n.Query, []string{"k"}) {
		t.Errorf("names %+v", n)
	}
	own := httptest.NewRequest(http.MethodPost, at+"/rpc", nil)
	own.Header.Set("Authorization", "Bearer mine")
	w.Authorize(own)
	if own.Header.Get("Authorization") != "Bearer mine" {
		t.Error("what the request said itself was changed")
	}
	if found, err := w.Remove(at, "b"); !found || err != nil || signed(t, w, at).Header.Get("Authorization") != "" {
		t.Error("signed out, and still sent")
	}
}

// TestNoCredentialsElsewhere: credentials go neither to another origin nor from https to http.
func TestNoCredentialsElsewhere(t *testing.T) {
	w := NewWallet(Options{})
	defer w.Close()
	if err := w.Put("https://agent.example/.well-known/agent-card.json", Credential{Scheme: "b", Kind: Bearer, Secret: "s3cret"}); err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]bool{
		"https://agent.example/rpc": true, "https://AGENT.example:443/": true, "https://agent.example./x": true,
		"http://agent.example/rpc": false, "http://agent.example:443/rpc": false, "https://agent.example:8443/rpc": false,
		"https://agent.example.evil.example/": false, "https://evil.example/?agent.example": false, "https://agent.example@evil.example/": false,
	} {
		if got := signed(t, w, url).Header.Get("Authorization") != ""; got != want {
			t.Errorf("%s: sent %v", url, got)
		}
	}
	if err := w.Put("http://localhost:7430", Credential{Scheme: "b", Kind: Bearer, Secret: "s"}); err != nil {
		t.Fatal(err)
	}
	if signed(t, w, "http://127.0.0.1:7430/v1.0").Header.Get("Authorization") == "" {
		t.Error("localhost and its address are one place")
	}
}

func TestCredentialsThatCannotBeSent(t *testing.T) {
	w := NewWallet(Options{})
	defer w.Close()
	for _, c := range []Credential{
		{Kind: Bearer}, {Kind: Bearer, Secret: "a\nb"}, {Kind: Basic, Secret: "x"}, {Kind: Basic, User: "a:b", Secret: "x"},
		{Kind: APIKey, Secret: "x"}, {Kind: APIKey, Param: "k", Secret: "x"}, {Kind: APIKey, In: "header", Param: "a b", Secret: "x"},
		{Kind: APIKey, In: "header", Param: "Host", Secret: "x"}, {Kind: APIKey, In: "header", Param: "content-length", Secret: "9"},
		{Kind: APIKey, In: "cookie", Param: "k", Secret: "x; y=z"}, {Kind: APIKey, In: "body", Param: "k", Secret: "x"},
		{Kind: OAuth2}, {Kind: MTLS}, {Kind: UnsupportedKind, Secret: "x"},
	} {
		err := w.Put("http://a.example", c)
		if err == nil || c.Secret != "" && len(c.Secret) > 1 && strings.Contains(err.Error(), c.Secret) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if err := w.Put("ftp://a.example", Credential{Kind: Bearer, Secret: "x"}); err == nil {
		t.Error("ftp was taken")
	}
}

// TestRemembering: only credentials that the person wants remembered go into the vault, and they come back.
func TestRemembering(t *testing.T) {
	g := newRig(t, issuer.Options{})
	at := g.agent.URL
	for _, c := range []Credential{{Scheme: "a", Kind: Bearer, Secret: "brief"}, {Scheme: "b", Kind: APIKey, In: "header", Param: "K", Secret: "lasting", Remember: true}} {
		if err := g.wallet.Put(at, c); err != nil {
			t.Fatal(err)
		}
	}
	if all := g.vault.kept[Origin(at)]; strings.Contains(all, "brief") || !strings.Contains(all, "lasting") {
		t.Errorf("the vault holds %s", all)
	}
	next := NewWallet(Options{Vault: g.vault})
	defer next.Close()
	if r := signed(t, next, at); r.Header.Get("K") != "lasting" || r.Header.Get("Authorization") != "" {
		t.Errorf("the next run sends %v", r.Header)
	}
	if _, err := next.Remove(at, ""); err != nil || len(g.vault.kept) != 0 {
		t.Errorf("signed out, the vault still holds %v (%v)", g.vault.kept, err)
	}
	none := NewWallet(Options{})
	defer none.Close()
	err := none.Put(at, Credential{Scheme: "a", Kind: Bearer, Secret: "x", Remember: true})
	if err == nil || signed(t, none, at).Header.Get("Authorization") != "Bearer x" {
		t.Errorf("without a vault: %v", err)
	}
	if s, _ := none.Account(at).StateOf("a"); s.Remembered {
		t.Error("said to be remembered, and is not")
	}
}
