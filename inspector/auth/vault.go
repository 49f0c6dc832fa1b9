package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Vault keeps an agent's secrets between runs of the program, and for other
// programs that run. The Keyring is one. Keys are as Agent makes them. Errors are
// shown to people.
type Vault interface {
	// Load returns what was saved for an agent, nil when nothing was.
	Load(key string) ([]byte, error)
	Save(key string, secret []byte) error
	Delete(key string) error   // of an agent that has nothing: no error
	Agents() ([]string, error) // that have something, sorted
	// Lock waits until no other program and no other caller has an agent's secrets
	// locked, or ctx is done. A program that ends unlocks what it had.
	Lock(ctx context.Context, key string) (unlock func(), err error)
}

// errNoVault says that there is no keyring to keep secrets in.
var errNoVault = errors.New("there is no keyring to keep secrets in")

// storedSecrets is what the vault holds for an agent.
type storedSecrets struct {
	// Format is 2; versions that filed credentials for a whole origin wrote none.
	Format      int          `json:"format,omitempty"`
	Credentials []Credential `json:"credentials,omitempty"`
	TLS         *TLS         `json:"tls,omitempty"`
}

// put replaces the credential of a scheme.
func (k *storedSecrets) put(c Credential) {
	k.drop(c.Scheme)
	k.Credentials = append(k.Credentials, c)
}

func (k *storedSecrets) drop(scheme string) {
	k.Credentials = slices.DeleteFunc(k.Credentials, func(o Credential) bool { return o.Scheme == scheme })
}

// grant is the grant of a scheme, nil for none.
func (k *storedSecrets) grant(scheme string) *Grant {
	for _, c := range k.Credentials {
		if c.Scheme == scheme {
			return c.Grant
		}
	}
	return nil
}

// askVault runs what asks the vault for an account, one at a time. The lock is held
// before and after, but not meanwhile: a keyring may wait for a person to unlock
// it, and other agents shall not.
func (w *Wallet) askVault(a *account, ask func()) {
	for a.busy {
		w.free.Wait()
	}
	a.busy = true
	w.mu.Unlock()
	ask()
	w.mu.Lock()
	a.busy = false
	w.free.Broadcast()
}

// load takes an agent's secrets out of the vault, once a run. The lock is held,
// but not while the vault is asked.
func (w *Wallet) load(key string) *account {
	a := w.accounts[key]
	if a == nil {
		a = &account{origin: Origin(key)}
		w.accounts[key] = a
	}
	for a.busy && !a.loaded {
		w.free.Wait()
	}
	if a.loaded || w.opts.Vault == nil {
		return a
	}
	var k storedSecrets
	var err error
	w.askVault(a, func() { k, err = w.loadStored(key) })
	a.loaded = true
	w.adoptStored(key, a, k, err)
	return a
}

// adoptStored takes over what the vault held for an account. The lock is held.
func (w *Wallet) adoptStored(key string, a *account, k storedSecrets, err error) {
	if err != nil {
		a.problem = fmt.Sprintf("What is remembered could not be read: %v.", err)
		w.log.Warn("read remembered credentials", "agent", key, "err", err)
		return
	}
	a.originWide = k.Format == 0 && len(k.Credentials) > 0
	for _, c := range k.Credentials {
		c.Remember = true
		a.put(newLiveCredential(c, w.opts.Now()))
	}
	if k.TLS != nil {
		k.TLS.Remember = true
		a.tls = k.TLS
	}
}

// rememberedAgents lists the agents that the vault has something of. The lock is held;
// a list needs no unlocking, so it stays held.
func (w *Wallet) rememberedAgents() []string {
	if !w.vaultListed && w.opts.Vault != nil {
		w.vaultListed = true
		list, err := w.opts.Vault.Agents()
		if err != nil {
			w.log.Warn("list remembered credentials", "err", err)
		}
		w.vaultAgents = list
	}
	return w.vaultAgents
}

// loadStored is what the vault has of an agent now.
func (w *Wallet) loadStored(key string) (k storedSecrets, err error) {
	raw, err := w.opts.Vault.Load(key)
	if err == nil && raw != nil {
		err = json.Unmarshal(raw, &k)
	}
	return k, err
}

// edit changes what the vault has of an agent, whatever other programs did to it
// since it was read. The lock is held, but not while the vault is asked.
func (w *Wallet) edit(key string, change func(*storedSecrets)) error {
	if w.opts.Vault == nil {
		return errNoVault
	}
	var err error
	w.askVault(w.accounts[key], func() {
		err = w.withLock(key, func() error {
			k, err := w.loadStored(key)
			if err != nil {
				return fmt.Errorf("read the keyring: %w; sign out first", err)
			}
			change(&k)
			return w.store(key, k)
		})
	})
	return err
}

// erase forgets the credential of a scheme, with "" all that there is. The lock
// is held, but not while the vault is asked.
func (w *Wallet) erase(key, scheme string) error {
	switch {
	case w.opts.Vault == nil:
		return nil
	case scheme != "":
		return w.edit(key, func(k *storedSecrets) { k.drop(scheme) })
	}
	var err error
	w.askVault(w.accounts[key], func() { err = w.withLock(key, func() error { return w.opts.Vault.Delete(key) }) })
	return err
}

// withLock does something while no other program touches an agent's secrets.
func (w *Wallet) withLock(key string, do func() error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(w.ctx), serverTimeout)
	defer cancel()
	unlock, err := w.opts.Vault.Lock(ctx, key)
	if err != nil {
		return err
	}
	defer unlock()
	return do()
}

func (w *Wallet) store(key string, k storedSecrets) error {
	if len(k.Credentials) == 0 && k.TLS == nil {
		return w.opts.Vault.Delete(key)
	}
	k.Format = 2
	raw, err := json.Marshal(k)
	if err != nil {
		return fmt.Errorf("write to the keyring: %w", err)
	}
	return w.opts.Vault.Save(key, raw)
}
