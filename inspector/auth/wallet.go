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

// Options configures a Wallet. The zero value works: nothing is kept between
// runs.
type Options struct {
	Vault       Vault               // nil: secrets live as long as the Wallet
	OnChange    func(agent string)  // called after every change of an agent's credentials; may be nil
	OnTLSChange func(origin string) // called when an origin's TLS settings changed; may be nil
	Transport   http.RoundTripper   // to authorization servers; nil means one that keeps off forbidden addresses
	Now         func() time.Time    // nil means time.Now
	Logger      *slog.Logger        // nil discards; secrets are never logged
}

// Wallet holds credentials by the agent they are for, and how TLS is spoken by
// origin. Safe for concurrent use.
type Wallet struct {
	opts Options
	log  *slog.Logger

	mu          sync.Mutex
	accounts    map[string]*account // by Agent
	vaultAgents []string            // agents that the vault had something of, once asked
	vaultListed bool                // the vault was
	free        *sync.Cond          // an account is no longer busy

	ctx    context.Context // ends at Close; sign-ins under way live as long
	cancel context.CancelFunc
	wait   sync.WaitGroup
}

// account is what is held for one agent.
type account struct {
	origin      string
	credentials []*liveCredential
	tls         *TLS // of the account at the origin's root: for the origin
	logins      []*activeLogin
	loaded      bool
	originWide  bool // what was loaded was filed for a whole origin, by an older version
	busy        bool // the vault is asked for it
	problem     string
}

// liveCredential is a credential in use. gate holds one value while it is renewed.
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

// NewWallet returns a Wallet. Close ends the sign-ins it has under way.
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

// Close ends sign-ins that are under way and waits for them. A renewal under way is
// completed, since a token that was sent may be invalid afterwards.
func (w *Wallet) Close() {
	w.cancel()
	w.wait.Wait()
}

// Put sets an agent's credential for a scheme. If it cannot be remembered as asked, it
// is used all the same, and the error says why. One that is not to be remembered leaves
// the remembered one in place.
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

// put replaces the credential of a scheme. The lock is held.
func (a *account) put(h *liveCredential) {
	a.credentials = slices.DeleteFunc(a.credentials, func(o *liveCredential) bool { return o.cred.Scheme == h.cred.Scheme })
	a.credentials = append(a.credentials, h)
}

// Remove forgets the credential of a scheme, or with "" all of an agent, those
// remembered included; at the root of an origin how TLS is spoken, too. It
// reports whether there were any.
func (w *Wallet) Remove(url, scheme string) (bool, error) {
	key := AgentAddress(url)
	w.Cancel(url, scheme) // else it could sign in again
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
		err = fmt.Errorf("you are signed out here, but what was remembered could not be removed: %w", err)
	}
	return found, err
}

// Move files an agent's credentials of this run under another address, which was found
// to be the agent's.
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
