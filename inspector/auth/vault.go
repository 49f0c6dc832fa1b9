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

// ErrNoVault says that there is nowhere to keep secrets between runs.
var ErrNoVault = errors.New("there is nowhere to keep secrets between runs")

// kept is what the vault holds for an origin.
type kept struct {
	Credentials []Credential `json:"credentials,omitempty"`
	TLS         *TLS         `json:"tls,omitempty"`
}

// load takes an origin's secrets out of the vault, once a run. The lock is held.
func (w *Wallet) load(origin string) *account {
	a := w.accounts[origin]
	if a == nil {
		a = &account{}
		w.accounts[origin] = a
	}
	if a.loaded || w.opts.Vault == nil {
		return a
	}
	a.loaded = true
	raw, err := w.opts.Vault.Load(origin)
	var k kept
	if err == nil && raw != nil {
		err = json.Unmarshal(raw, &k)
	}
	if err != nil {
		a.problem = fmt.Sprintf("What is remembered could not be read: %v.", err)
		w.log.Warn("read remembered credentials", "origin", origin, "err", err)
		return a
	}
	for _, c := range k.Credentials {
		c.Remember = true
		a.put(newHeld(c, w.opts.Now()))
	}
	if k.TLS != nil {
		k.TLS.Remember = true
		a.tls = k.TLS
	}
	return a
}

// save puts into the vault what shall be remembered of an origin. The lock is
// held.
func (w *Wallet) save(origin string) error {
	a := w.accounts[origin]
	var k kept
	for _, h := range a.held {
		if h.cred.Remember {
			k.Credentials = append(k.Credentials, h.cred)
		}
	}
	if a.tls != nil && a.tls.Remember {
		k.TLS = a.tls
	}
	empty := len(k.Credentials) == 0 && k.TLS == nil
	if w.opts.Vault == nil {
		if empty {
			return nil
		}
		return ErrNoVault
	}
	if empty {
		return w.opts.Vault.Delete(origin)
	}
	raw, err := json.Marshal(k)
	if err != nil {
		return fmt.Errorf("write what is to be remembered: %w", err)
	}
	return w.opts.Vault.Save(origin, raw)
}
