package auth

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/agent/issuer"
)

// inside is a transport to an issuer in memory, so that the test controls the time.
type inside struct {
	issuer *issuer.Issuer
	mu     sync.Mutex
	asks   map[string]int // by grant type
	gone   bool
	misses int // requests while it was gone
}

func (n *inside) RoundTrip(r *http.Request) (*http.Response, error) {
	n.mu.Lock()
	gone := n.gone
	if gone {
		n.misses++
	}
	n.mu.Unlock()
	if gone {
		return nil, http.ErrServerClosed
	}
	w := httptest.NewRecorder()
	n.issuer.ServeHTTP(w, r)
	n.mu.Lock()
	n.asks[r.PostForm.Get("grant_type")]++
	n.mu.Unlock()
	resp := w.Result()
	resp.Request = r
	return resp, nil
}

// TestRenewal: an expired token is renewed once for all waiting requests, the newest is remembered, and after a failure
// the agent's answer shows why.
func TestRenewal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const agent, at = "https://agent.example", "https://login.example"
		n := &inside{issuer: issuer.New(issuer.Options{URL: func() string { return at }, TokenLifetime: time.Minute, AutoApprove: true}), asks: map[string]int{}}
		vault := &memory{}
		w := NewWallet(Options{Transport: n, Vault: vault})
		defer w.Close()
		p := Provider{DeviceStart: at + "/device", Token: at + "/token", ClientID: issuer.ClientID}
		if err := w.Begin(t.Context(), agent, Login{Scheme: "d", Kind: OAuth2, Flow: DeviceCode, Provider: p, Remember: true}); err != nil {
			t.Fatal(err)
		}
		if err := w.Wait(t.Context(), agent, "d"); err != nil {
			t.Fatal(err)
		}
		good := func() bool {
			token, _ := strings.CutPrefix(signed(t, w, agent).Header.Get("Authorization"), "Bearer ")
			_, ok := n.issuer.Verify(token)
			return ok
		}
		kept := vault.kept[Origin(agent)]
		time.Sleep(49 * time.Second)
		if !good() || n.asks["refresh_token"] != 0 {
			t.Errorf("renewed %d times before the token ran out", n.asks["refresh_token"])
		}
		time.Sleep(2 * time.Second)
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				if !good() {
					t.Error("sent a token that is not good")
				}
			})
		}
		wait.Wait()
		if n.asks["refresh_token"] != 1 {
			t.Errorf("renewed %d times", n.asks["refresh_token"])
		}
		if is := vault.kept[Origin(agent)]; is == kept || is == "" {
			t.Error("the new token is not remembered")
		}
		n.gone = true
		time.Sleep(2 * time.Minute)
		if signed(t, w, agent).Header.Get("Authorization") == "" {
			t.Error("a token that could not be renewed is not sent; the agent would have said why")
		}
		misses := n.misses
		if signed(t, w, agent); n.misses != misses || misses == 0 {
			t.Errorf("each request waits for a server that is gone: %d, then %d tries", misses, n.misses)
		}
		time.Sleep(time.Minute)
		if signed(t, w, agent); n.misses == misses {
			t.Error("never tried again")
		}
		if s, _ := w.Account(agent).StateOf("d"); s.Problem == "" || !s.IsExpired(time.Now()) {
			t.Errorf("%+v", s)
		}
	})
}

// TestDeviceRunsOut: nobody types the code.
func TestDeviceRunsOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const agent, at = "https://agent.example", "https://login.example"
		n := &inside{issuer: issuer.New(issuer.Options{URL: func() string { return at }}), asks: map[string]int{}}
		w := NewWallet(Options{Transport: n})
		defer w.Close()
		p := Provider{DeviceStart: at + "/device", Token: at + "/token", ClientID: issuer.ClientID}
		if err := w.Begin(t.Context(), agent, Login{Scheme: "d", Kind: OAuth2, Flow: DeviceCode, Provider: p}); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if err := w.Wait(ctx, agent, "d"); err == nil || time.Since(begun) > 6*time.Minute {
			t.Errorf("%v after %s", err, time.Since(begun))
		}
		if p, ok := w.Account(agent).PendingOf("d"); !ok || p.Failure == "" || p.UserCode != "" {
			t.Errorf("%+v", p)
		}
	})
}
