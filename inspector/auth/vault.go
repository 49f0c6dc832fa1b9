package auth

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Vault keeps an origin's secrets between runs of the program. The Keyring is
// one. Errors are shown to people.
type Vault interface {
	// Load returns what was saved for an origin, nil when nothing was.
	Load(origin string) ([]byte, error)
	Save(origin string, secret []byte) error
	Delete(origin string) error // of an origin that has nothing: no error
	Origins() ([]string, error) // that have something, sorted
}

// errNoVault says that there is nowhere to keep secrets between runs.
var errNoVault = errors.New("there is nowhere to keep secrets between runs")

// kept is what the vault holds for an origin.
type kept struct {
	Credentials []Credential `json:"credentials,omitempty"`
	TLS         *TLS         `json:"tls,omitempty"`
}

// apart runs what asks the vault for an account, one at a time. The lock is held
// before and after, but not meanwhile: a keyring may wait for a person to unlock
// it, and other origins shall not.
func (w *Wallet) apart(a *account, prepare func() (ask func())) {
	for a.busy {
		w.free.Wait()
	}
	ask := prepare()
	if ask == nil {
		return
	}
	a.busy = true
	w.mu.Unlock()
	ask()
	w.mu.Lock()
	a.busy = false
	w.free.Broadcast()
}

// load takes an origin's secrets out of the vault, once a run. The lock is held,
// but not while the vault is asked.
func (w *Wallet) load(origin string) *account {
	a := w.accounts[origin]
	if a == nil {
		a = &account{}
		w.accounts[origin] = a
	}
	if a.loaded || w.opts.Vault == nil {
		return a
	}
	var raw []byte
	var err error
	w.apart(a, func() func() {
		if a.loaded {
			return nil
		}
		return func() { raw, err = w.opts.Vault.Load(origin) }
	})
	if !a.loaded {
		a.loaded = true
		w.remember(origin, a, raw, err)
	}
	return a
}

// remember takes over what the vault held for an account. The lock is held.
func (w *Wallet) remember(origin string, a *account, raw []byte, err error) {
	var k kept
	if err == nil && raw != nil {
		err = json.Unmarshal(raw, &k)
	}
	if err != nil {
		a.problem = fmt.Sprintf("What is remembered could not be read: %v.", err)
		w.log.Warn("read remembered credentials", "origin", origin, "err", err)
		return
	}
	for _, c := range k.Credentials {
		c.Remember = true
		a.put(newHeld(c, w.opts.Now()))
	}
	if k.TLS != nil {
		k.TLS.Remember = true
		a.tls = k.TLS
	}
}

// save puts into the vault what shall be remembered of an origin. The lock is
// held, but not while the vault is asked.
func (w *Wallet) save(origin string) (err error) {
	a := w.accounts[origin]
	w.apart(a, func() func() {
		k := a.kept()
		empty := len(k.Credentials) == 0 && k.TLS == nil
		if w.opts.Vault == nil {
			if !empty {
				err = errNoVault
			}
			return nil
		}
		return func() { err = w.put(origin, k, empty) }
	})
	return err
}

func (w *Wallet) put(origin string, k kept, empty bool) error {
	if empty {
		return w.opts.Vault.Delete(origin)
	}
	raw, err := json.Marshal(k)
	if err != nil {
		return fmt.Errorf("write what is to be remembered: %w", err)
	}
	return w.opts.Vault.Save(origin, raw)
}

// kept is what shall be remembered of an account. The lock is held.
func (a *account) kept() (k kept) {
	for _, h := range a.held {
		if h.cred.Remember {
			k.Credentials = append(k.Credentials, h.cred)
		}
	}
	if a.tls != nil && a.tls.Remember {
		t := *a.tls
		k.TLS = &t
	}
	return k
}
