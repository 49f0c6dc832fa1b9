package auth

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/a2a-console/a2a-console/internal/agent/issuer"
)

// peeking is a Vault that calls saving during Save.
type peeking struct {
	memory
	saving func()
}

func (p *peeking) Save(origin string, secret []byte) error {
	p.saving()
	return p.memory.Save(origin, secret)
}

// TestWaitForCredential: a sign-in ends only once its credential is stored, so that nobody who waits for it continues
// without.
func TestWaitForCredential(t *testing.T) {
	g := newRig(t, issuer.Options{AutoApprove: true})
	saved := 0
	vault := &peeking{}
	w := NewWallet(Options{Vault: vault})
	defer w.Close()
	vault.saving = func() {
		saved++
		if len(w.loginsOf(Origin(g.agent.URL), "o")) != 1 {
			t.Error("the sign-in is over before its credential is kept")
		}
	}
	l := Login{Scheme: "o", Kind: OAuth2, Flow: AuthorizationCode, Provider: g.provider(), Redirect: "http://127.0.0.1:0/back", Remember: true}
	if err := w.Begin(t.Context(), g.agent.URL, l); err != nil {
		t.Fatal(err)
	}
	p, _ := w.Account(g.agent.URL).PendingOf("o")
	browse(t, p.URL)
	if err := w.Wait(t.Context(), g.agent.URL, "o"); err != nil || saved != 1 {
		t.Errorf("%v, saved %d times", err, saved)
	}
	if _, waiting := w.Account(g.agent.URL).PendingOf("o"); waiting {
		t.Error("signed in, and still waiting")
	}
}

// trader is a token endpoint in memory that calls during while it exchanges a code.
type trader struct {
	issuer *issuer.Issuer
	during func()
	asks   atomic.Int32
}

func (n *trader) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodPost && n.asks.Add(1) == 1 {
		n.during()
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	w := httptest.NewRecorder()
	n.issuer.ServeHTTP(w, r)
	return w.Result(), nil
}

// trading starts a code flow and returns the redirect URL with the code.
func trading(t *testing.T, n *trader) (*Wallet, string) {
	t.Helper()
	const at, agent = "https://login.example", "https://agent.example"
	n.issuer = issuer.New(issuer.Options{URL: func() string { return at }, AutoApprove: true})
	w := NewWallet(Options{Transport: n})
	t.Cleanup(w.Close)
	p := Provider{Authorization: at + "/authorize", Token: at + "/token", ClientID: issuer.ClientID}
	if err := w.Begin(t.Context(), agent, Login{Scheme: "o", Kind: OAuth2, Flow: AuthorizationCode, Provider: p, Redirect: "http://127.0.0.1:0/back"}); err != nil {
		t.Fatal(err)
	}
	pending, _ := w.Account(agent).PendingOf("o")
	r := httptest.NewRecorder()
	n.issuer.ServeHTTP(r, httptest.NewRequest(http.MethodGet, pending.URL, nil))
	back := r.Header().Get("Location")
	if back == "" {
		t.Fatalf("%d %s", r.Code, r.Body)
	}
	return w, back
}

// TestCodeOnce: a code is exchanged once, however often the browser comes.
func TestCodeOnce(t *testing.T) {
	n := &trader{}
	var back string
	n.during = func() {
		if text, status := browse(t, back); status != http.StatusConflict {
			t.Errorf("a second browser: %d %s", status, text)
		}
	}
	w, to := trading(t, n)
	back = to
	if text, status := browse(t, back); status != http.StatusOK {
		t.Errorf("%d %s", status, text)
	}
	if err := w.Wait(t.Context(), "https://agent.example", "o"); err != nil || n.asks.Load() != 1 {
		t.Errorf("%v, the code was traded %d times", err, n.asks.Load())
	}
}

// TestBrowserLeaves: closing the tab does not lose a code that is being exchanged.
func TestBrowserLeaves(t *testing.T) {
	n := &trader{}
	ctx, leave := context.WithCancel(t.Context())
	gone := make(chan struct{})
	n.during = func() {
		leave()
		<-gone
	}
	w, back := trading(t, n)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, back, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := http.DefaultClient.Do(r); err == nil {
		t.Error("the browser was answered")
	}
	close(gone)
	if err := w.Wait(t.Context(), "https://agent.example", "o"); err != nil {
		t.Error(err)
	}
	if _, ok := w.Account("https://agent.example").StateOf("o"); !ok {
		t.Error("not signed in")
	}
}

// TestSignOutMeanwhile: a sign-in in progress does not undo a sign-out.
func TestSignOutMeanwhile(t *testing.T) {
	n := &trader{}
	arrived, goOn := make(chan struct{}), make(chan struct{})
	n.during = func() {
		close(arrived)
		<-goOn
	}
	w, back := trading(t, n)
	browsed := make(chan struct{})
	go func() {
		defer close(browsed)
		if resp, err := http.Get(back); err == nil {
			resp.Body.Close()
		}
	}()
	<-arrived
	left := make(chan struct{})
	go func() {
		defer close(left)
		if _, err := w.Remove("https://agent.example", ""); err != nil {
			t.Error(err)
		}
	}()
	close(goOn)
	<-left
	<-browsed
	if a := w.Account("https://agent.example"); len(a.States) > 0 || len(a.Pending) > 0 {
		t.Errorf("signed out: %+v", a)
	}
}

// TestIssuerMustSay: a server that announces its issuer parameter must send it, or another server could pose as it
// (RFC 9207 §2.4).
func TestIssuerMustSay(t *testing.T) {
	g := newRig(t, issuer.Options{AutoApprove: true})
	l := Login{
		Scheme: "o", Kind: OAuth2, Flow: AuthorizationCode, Metadata: g.server.URL + "/.well-known/oauth-authorization-server",
		Provider: Provider{ClientID: issuer.ClientID}, Redirect: "http://127.0.0.1:0/back",
	}
	if err := g.wallet.Begin(t.Context(), g.agent.URL, l); err != nil {
		t.Fatal(err)
	}
	asked, p := g.asks, g.pending("o")
	browse(t, p.Redirect+"?code=x&state="+query(t, p.URL).Get("state"))
	if err := g.wallet.Wait(t.Context(), g.agent.URL, "o"); err == nil || !strings.Contains(err.Error(), "9207") || g.asks != asked {
		t.Errorf("%v, %d requests", err, g.asks-asked)
	}
}

// saying is a transport whose server always gives the same answer.
type saying struct {
	status int
	text   string
}

func (s saying) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		Status: fmt.Sprint(s.status), StatusCode: s.status, Body: io.NopCloser(strings.NewReader(s.text)), Request: r,
		Header: http.Header{"Content-Type": {"application/json"}},
	}, nil
}

// TestHostileDevice: a server's device authorization response can neither crash the program nor send the person just
// anywhere.
func TestHostileDevice(t *testing.T) {
	const at = "https://login.example"
	for name, text := range map[string]string{
		"backwards": `{"device_code":"d","user_code":"u","verification_uri":"https://login.example/","interval":-1}`,
		"overflow":  `{"device_code":"d","user_code":"u","verification_uri":"https://login.example/","interval":-9223372036}`,
		"plain":     `{"device_code":"d","user_code":"u","verification_uri":"http://login.example/"}`,
		"script":    `{"device_code":"d","user_code":"u","verification_uri":"javascript:alert(1)"}`,
		"metadata":  `{"device_code":"d","user_code":"u","verification_uri":"https://169.254.169.254/"}`,
		"escape":    `{"device_code":"d","user_code":"u\u001b[2J","verification_uri":"https://login.example/"}`,
		"long":      `{"device_code":"d","user_code":"` + strings.Repeat("u", 1000) + `","verification_uri":"https://login.example/"}`,
		"none":      `{"device_code":"d","verification_uri":"https://login.example/"}`,
	} {
		w := NewWallet(Options{Transport: saying{200, text}})
		p := Provider{DeviceStart: at + "/device", Token: at + "/token", ClientID: "c"}
		if err := w.Begin(t.Context(), "https://agent.example", Login{Scheme: "d", Kind: OAuth2, Flow: DeviceCode, Provider: p}); err == nil {
			t.Errorf("%s was taken", name)
		}
		w.Close()
	}
}

// TestPatientDevice: an interval that overflows a duration, or is very long, is cut.
func TestPatientDevice(t *testing.T) {
	w := NewWallet(Options{Transport: saying{200, `{"device_code":"d","user_code":"u","verification_uri":"https://login.example/","interval":9223372036854775807,"expires_in":31536000}`}})
	p := Provider{DeviceStart: "https://login.example/device", Token: "https://login.example/token", ClientID: "c"}
	if err := w.Begin(t.Context(), "https://agent.example", Login{Scheme: "d", Kind: OAuth2, Flow: DeviceCode, Provider: p}); err != nil {
		t.Fatal(err)
	}
	pending, _ := w.Account("https://agent.example").PendingOf("d")
	if left := pending.Expires.Sub(w.opts.Now()); left > maxDeviceTimeout {
		t.Errorf("waits for %s", left)
	}
	w.Close()
}

// TestLongErrors: a server's error instead of a token fits a line.
func TestLongErrors(t *testing.T) {
	long := strings.Repeat("é", 100_000)
	w := NewWallet(Options{Transport: saying{400, `{"error":"` + long + `","error_description":"` + long + `"}`}})
	defer w.Close()
	p := Provider{Token: "https://login.example/token", ClientID: "c", ClientSecret: "topsecret"}
	err := w.Begin(t.Context(), "https://agent.example", Login{Scheme: "c", Kind: OAuth2, Flow: ClientCredentials, Provider: p})
	if err == nil || len(err.Error()) > 1000 || strings.ToValidUTF8(err.Error(), "?") != err.Error() || strings.Contains(err.Error(), "topsecret") {
		t.Errorf("%d bytes: %.200v", len(err.Error()), err)
	}
}

// TestTokenForNoHeader: a token that would break a header is not kept.
func TestTokenForNoHeader(t *testing.T) {
	w := NewWallet(Options{Transport: saying{200, `{"access_token":"a\r\nX-Evil: 1","token_type":"Bearer"}`}})
	defer w.Close()
	p := Provider{Token: "https://login.example/token", ClientID: "c", ClientSecret: "s"}
	if err := w.Begin(t.Context(), "https://agent.example", Login{Scheme: "c", Kind: OAuth2, Flow: ClientCredentials, Provider: p}); err == nil {
		t.Error("was taken")
	}
}

// locked is a keyring that waits to be unlocked, for one origin.
type locked struct {
	memory
	origin  string
	arrived chan struct{}
	open    chan struct{}
}

func (l *locked) Load(origin string) ([]byte, error) {
	if origin == l.origin {
		l.arrived <- struct{}{}
		<-l.open
	}
	return l.memory.Load(origin)
}

func (l *locked) Save(origin string, secret []byte) error {
	if origin == l.origin {
		l.arrived <- struct{}{}
		<-l.open
	}
	return l.memory.Save(origin, secret)
}

// TestLockedKeyring: while the keyring waits for a person, other agents can be called, and requests for the same agent
// wait and get what the keyring holds.
func TestLockedKeyring(t *testing.T) {
	const slow, other = "https://slow.example", "https://other.example"
	v := &locked{origin: Origin(slow), arrived: make(chan struct{}), open: make(chan struct{})}
	v.kept = map[string]string{Origin(slow): `{"credentials":[{"scheme":"b","kind":"bearer","secret":"kept"}]}`}
	w := NewWallet(Options{Vault: v})
	defer w.Close()
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() {
			if signed(t, w, slow).Header.Get("Authorization") != "Bearer kept" {
				t.Error("did not wait for what the keyring holds")
			}
		})
	}
	<-v.arrived
	if err := w.Put(other, Credential{Scheme: "b", Kind: Bearer, Secret: "s"}); err != nil || signed(t, w, other).Header.Get("Authorization") != "Bearer s" {
		t.Errorf("another agent waits: %v", err)
	}
	v.open <- struct{}{}
	wait.Wait()
	wait.Go(func() {
		if err := w.Put(slow, Credential{Scheme: "b", Kind: Bearer, Secret: "new", Remember: true}); err != nil {
			t.Error(err)
		}
	})
	// The stored entry is read again before it is written.
	<-v.arrived
	v.open <- struct{}{}
	<-v.arrived
	if a := w.Account(other); len(a.States) != 1 || signed(t, w, slow).Header.Get("Authorization") != "Bearer new" {
		t.Errorf("%+v", a)
	}
	v.open <- struct{}{}
	wait.Wait()
}
