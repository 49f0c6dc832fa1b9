package auth

import (
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/a2a-console/a2a-console/internal/agent/issuer"
)

// rig is an authorization server, an agent that records its requests, and a wallet.
type rig struct {
	t      *testing.T
	issuer *issuer.Issuer
	server *httptest.Server // the issuer's
	agent  *httptest.Server
	wallet *Wallet
	vault  *memory

	mu   sync.Mutex
	last *http.Request // to the agent
	asks int           // requests to the issuer
}

func newRig(t *testing.T, o issuer.Options) *rig {
	t.Helper()
	g := &rig{t: t, vault: &memory{}}
	o.URL = func() string { return g.server.URL }
	g.issuer = issuer.New(o)
	g.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		g.asks++
		g.mu.Unlock()
		g.issuer.ServeHTTP(w, r)
	}))
	t.Cleanup(g.server.Close)
	g.agent = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.last = r.Clone(r.Context())
	}))
	t.Cleanup(g.agent.Close)
	g.wallet = NewWallet(Options{Vault: g.vault})
	t.Cleanup(g.wallet.Close)
	return g
}

// provider returns the issuer as a card would name it.
func (g *rig) provider() Provider {
	return Provider{
		Authorization: g.server.URL + "/authorize", Token: g.server.URL + "/token", DeviceStart: g.server.URL + "/device",
		ClientID: issuer.ClientID, Scopes: []string{issuer.Scope},
	}
}

// call sends a signed request to an address and returns what the server received.
func (g *rig) call(address string) *http.Request {
	g.t.Helper()
	r, err := http.NewRequestWithContext(g.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		g.t.Fatal(err)
	}
	g.wallet.Authorize(r)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		g.t.Fatal(err)
	}
	resp.Body.Close()
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.last
}

// admitted reports whether the agent got a token from the issuer with issuer.Scope.
func (g *rig) admitted() bool {
	g.t.Helper()
	token, _ := strings.CutPrefix(g.call(g.agent.URL).Header.Get("Authorization"), "Bearer ")
	scopes, ok := g.issuer.Verify(token)
	return ok && strings.Contains(strings.Join(scopes, " "), issuer.Scope)
}

// browse follows an address like a browser and returns the last page.
func browse(t *testing.T, address string) (string, int) {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), resp.StatusCode
}

func (g *rig) pending(scheme string) PendingLogin {
	g.t.Helper()
	p, ok := g.wallet.Account(g.agent.URL).PendingOf(scheme)
	if !ok {
		g.t.Fatalf("nothing is pending for %s", scheme)
	}
	return p
}

// memory is a Vault in memory.
type memory struct {
	mu    sync.Mutex
	kept  map[string]string
	locks map[string]chan struct{}
	fails error
}

func (m *memory) Load(origin string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s, ok := m.kept[origin]; ok {
		return []byte(s), m.fails
	}
	return nil, m.fails
}

func (m *memory) Save(origin string, secret []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[string]string{}
	}
	if m.fails == nil {
		m.kept[origin] = string(secret)
	}
	return m.fails
}

func (m *memory) Delete(origin string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.kept, origin)
	return m.fails
}

func (m *memory) Agents() ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.kept)), m.fails
}

// Lock implements Vault for the wallets of one program.
func (m *memory) Lock(ctx context.Context, key string) (func(), error) {
	m.mu.Lock()
	if m.locks == nil {
		m.locks = map[string]chan struct{}{}
	}
	if m.locks[key] == nil {
		m.locks[key] = make(chan struct{}, 1)
	}
	gate := m.locks[key]
	m.mu.Unlock()
	select {
	case gate <- struct{}{}:
		return func() { <-gate }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func query(t *testing.T, raw string) url.Values {
	t.Helper()
	u, err := url.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query()
}
