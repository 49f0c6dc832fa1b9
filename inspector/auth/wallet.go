package auth

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Options configures a Wallet. The zero value keeps nothing between runs.
type Options struct {
	Vault       Vault               // nil: secrets live as long as the Wallet
	OnChange    func(agent string)  // called after each change of an agent's credentials; may be nil
	OnTLSChange func(origin string) // called after each change of an origin's TLS settings; may be nil
	Transport   http.RoundTripper   // to authorization servers; nil means one that refuses forbidden addresses
	Now         func() time.Time    // nil means time.Now
	Logger      *slog.Logger        // nil discards; secrets are never logged
}

// Wallet holds credentials by agent and TLS settings by origin. It is safe for concurrent use.
type Wallet struct {
	opts Options
	log  *slog.Logger

	mu          sync.Mutex
	accounts    map[string]*account // by AgentAddress
	vaultAgents []string            // agents with an entry in the vault
	vaultListed bool                // vaultAgents has been read
	free        *sync.Cond          // signals that an account is no longer busy

	ctx    context.Context // ends at Close; parent of sign-ins in progress
	cancel context.CancelFunc
	wait   sync.WaitGroup
}

type account struct {
	origin      string
	credentials []*liveCredential
	tls         *TLSSettings // of the origin; set only in the account at the origin's root
	logins      []*activeLogin
	loaded      bool
	originWide  bool // an older version had filed the credentials for the whole origin
	busy        bool // the vault is being asked for this account
	problem     string
}

// liveCredential is a credential in use. renewGate holds one value during a renewal.
type liveCredential struct {
	cred      Credential
	since     time.Time
	problem   string // why it could not be renewed
	failedAt  time.Time
	renewGate chan struct{}
}

func newLiveCredential(c Credential, now time.Time) *liveCredential {
	return &liveCredential{cred: c, since: now, renewGate: make(chan struct{}, 1)}
}

// NewWallet returns a Wallet. The caller must Close it.
func NewWallet(o Options) *Wallet {
	if o.Now == nil {
		o.Now = time.Now
	}
	for _, f := range []*func(string){&o.OnChange, &o.OnTLSChange} {
		if *f == nil {
			*f = func(string) {}
		}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	w := &Wallet{opts: o, log: o.Logger, accounts: map[string]*account{}}
	w.free = sync.NewCond(&w.mu)
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

// Close cancels sign-ins in progress and waits for them. It lets a renewal finish, because a refresh token that
// was sent may no longer be valid.
func (w *Wallet) Close() {
	w.cancel()
	w.wait.Wait()
}

// Put sets an agent's credential for a scheme. If it cannot be remembered as requested, it is used nevertheless,
// and the error is a NotStoredError. Putting a credential that is not to be remembered keeps the remembered one.
func (w *Wallet) Put(url string, c Credential) error {
	key := AgentAddress(url)
	if key == "" {
		return fmt.Errorf("sign in to %q: it is not an http or https address", url)
	}
	if err := c.check(); err != nil {
		return fmt.Errorf("sign in by %s: %w", c.Scheme, err)
	}
	w.mu.Lock()
	h := newLiveCredential(c, w.opts.Now())
	w.load(key).put(h)
	var err error
	if c.Remember {
		err = w.edit(key, func(k *storedSecrets) { k.put(c) })
	}
	if err != nil {
		h.cred.Remember = false
		err = &NotStoredError{err}
	}
	w.mu.Unlock()
	w.opts.OnChange(key)
	return err
}

// put replaces the credential of a scheme. The caller holds the wallet's mutex.
func (a *account) put(h *liveCredential) {
	a.credentials = slices.DeleteFunc(a.credentials, func(o *liveCredential) bool { return o.cred.Scheme == h.cred.Scheme })
	a.credentials = append(a.credentials, h)
}

// Remove forgets the credential of a scheme, or with "" all credentials of an agent, including remembered ones
// and, at the root of an origin, its TLS settings. It reports whether there were any.
func (w *Wallet) Remove(url, scheme string) (bool, error) {
	key := AgentAddress(url)
	w.Cancel(url, scheme) // otherwise it could sign in again
	w.mu.Lock()
	a := w.load(key)
	n := len(a.credentials)
	a.credentials = slices.DeleteFunc(a.credentials, func(h *liveCredential) bool { return scheme == "" || h.cred.Scheme == scheme })
	found, retune := len(a.credentials) < n, false
	if scheme == "" && a.tls != nil {
		a.tls, found, retune = nil, true, true
	}
	a.problem = ""
	err := w.erase(key, scheme)
	w.mu.Unlock()
	if retune {
		w.opts.OnTLSChange(key)
	}
	w.opts.OnChange(key)
	if err != nil {
		err = fmt.Errorf("you are signed out here, but the remembered credentials could not be removed: %w", err)
	}
	return found, err
}

// Move refiles this run's credentials of an agent under another address that turned out to be the agent's.
func (w *Wallet) Move(from, to string) error {
	old, key := AgentAddress(from), AgentAddress(to)
	if old == key || old == "" || key == "" {
		return nil
	}
	w.mu.Lock()
	list := slices.Clone(w.load(old).credentials)
	w.mu.Unlock()
	for _, h := range list {
		if err := w.Put(key, h.cred); err != nil {
			return err
		}
		if _, err := w.Remove(old, h.cred.Scheme); err != nil {
			return err
		}
	}
	return nil
}
