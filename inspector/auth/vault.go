package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Vault keeps agents' secrets between runs, and shares them with other running programs. Keyring is one. Keys
// are made by AgentAddress. Errors are shown to people.
type Vault interface {
	// Load returns what was saved for an agent, nil if nothing was.
	Load(key string) ([]byte, error)
	Save(key string, secret []byte) error
	Delete(key string) error   // no error if the agent has nothing
	Agents() ([]string, error) // agents with an entry, sorted
	// Lock waits until nobody else, in this program or another, has locked an agent's secrets, or ctx is done.
	// A program that ends releases its locks.
	Lock(ctx context.Context, key string) (unlock func(), err error)
}

var errNoVault = errors.New("there is no keyring to keep secrets in")

// storedSecrets is a vault's entry for an agent.
type storedSecrets struct {
	// Format is 2; versions that filed credentials by origin wrote none.
	Format      int          `json:"format,omitempty"`
	Credentials []Credential `json:"credentials,omitempty"`
	TLS         *TLSSettings `json:"tls,omitempty"`
}

func (k *storedSecrets) put(c Credential) {
	k.drop(c.Scheme)
	k.Credentials = append(k.Credentials, c)
}

func (k *storedSecrets) drop(scheme string) {
	k.Credentials = slices.DeleteFunc(k.Credentials, func(o Credential) bool { return o.Scheme == scheme })
}

// grant returns the grant of a scheme, nil if there is none.
func (k *storedSecrets) grant(scheme string) *Grant {
	for _, c := range k.Credentials {
		if c.Scheme == scheme {
			return c.Grant
		}
	}
	return nil
}

// withVault runs ask, which calls the vault, for one account at a time. The caller holds w.mu; withVault releases
// it meanwhile, because a keyring may wait for a person to unlock it, and other agents must not wait for that.
func (w *Wallet) withVault(a *account, ask func()) {
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

// load loads an agent's secrets from the vault, once per run. The caller holds w.mu, which is released while the
// vault is asked.
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
	w.withVault(a, func() { k, err = w.loadStored(key) })
	a.loaded = true
	w.adoptStored(key, a, k, err)
	return a
}

// adoptStored adds the vault's secrets to an account, or notes why they could not be read. The caller holds
// w.mu.
func (w *Wallet) adoptStored(key string, a *account, k storedSecrets, err error) {
	if err != nil {
		a.problem = fmt.Sprintf("The remembered credentials could not be read: %v.", err)
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

// rememberedAgents lists the agents with an entry in the vault. The caller holds w.mu, which is not released:
// listing never waits for a person to unlock the keyring.
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

func (w *Wallet) loadStored(key string) (k storedSecrets, err error) {
	raw, err := w.opts.Vault.Load(key)
	if err == nil && raw != nil {
		err = json.Unmarshal(raw, &k)
	}
	return k, err
}

// edit changes an agent's entry in the vault, based on its current content, which other programs may have
// changed. The caller holds w.mu; edit releases it while it waits for the vault.
func (w *Wallet) edit(key string, change func(*storedSecrets)) error {
	if w.opts.Vault == nil {
		return errNoVault
	}
	var err error
	w.withVault(w.accounts[key], func() {
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

// erase removes a scheme's credential from the vault or, if scheme is "", the whole entry. The caller holds
// w.mu; erase releases it while it waits for the vault.
func (w *Wallet) erase(key, scheme string) error {
	switch {
	case w.opts.Vault == nil:
		return nil
	case scheme != "":
		return w.edit(key, func(k *storedSecrets) { k.drop(scheme) })
	}
	var err error
	w.withVault(w.accounts[key], func() { err = w.withLock(key, func() error { return w.opts.Vault.Delete(key) }) })
	return err
}

// withLock calls do while no other program can touch an agent's secrets.
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
