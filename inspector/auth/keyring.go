package auth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/zalando/go-keyring"

	"github.com/a2a-console/a2a-console/internal/wholefile"
)

// keyringService is our service name in the operating system's keyring.
const keyringService = "a2a-console"

// Keyring is a Vault in the operating system's keyring: Keychain, Credential Manager or Secret Service. An
// index file lists the agents with an entry, without secrets, so that other agents cause no call to the
// keyring, which may ask to be unlocked. Empty lock files stay next to the index. A Keyring is safe for
// concurrent use, also by several programs.
type Keyring struct {
	index string
	mu    sync.Mutex
}

// NewKeyring returns the keyring whose list of agents is the file index.
func NewKeyring(index string) *Keyring { return &Keyring{index: index} }

// Load implements Vault.
func (k *Keyring) Load(key string) ([]byte, error) {
	list, err := k.Agents()
	if err != nil || !slices.Contains(list, key) {
		return nil, err
	}
	s, err := keyring.Get(keyringService, key)
	if errors.Is(err, keyring.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, wrapKeyringError(err)
	}
	return []byte(s), nil
}

// Save implements Vault.
func (k *Keyring) Save(key string, secret []byte) error {
	if err := keyring.Set(keyringService, key, string(secret)); err != nil {
		return wrapKeyringError(err)
	}
	return k.updateIndex(func(all []string) []string {
		if slices.Contains(all, key) {
			return all
		}
		return append(all, key)
	})
}

// Delete implements Vault.
func (k *Keyring) Delete(key string) error {
	list, err := k.Agents()
	if err != nil || !slices.Contains(list, key) {
		return err
	}
	if err := keyring.Delete(keyringService, key); err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return wrapKeyringError(err)
	}
	return k.updateIndex(func(all []string) []string {
		return slices.DeleteFunc(all, func(o string) bool { return o == key })
	})
}

// Ready says why the keyring cannot store anything; nil if it can. It may ask the person to unlock the keyring.
func (k *Keyring) Ready() error {
	if _, err := keyring.Get(keyringService, "ready"); err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return wrapKeyringError(err)
	}
	return nil
}

func wrapKeyringError(err error) error {
	if errors.Is(err, keyring.ErrSetDataTooBig) {
		return errors.New("it is larger than the keyring of this system accepts")
	}
	return &NoKeyringError{err}
}

// Agents implements Vault.
func (k *Keyring) Agents() ([]string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.read()
}

func (k *Keyring) read() ([]string, error) {
	b, err := os.ReadFile(k.index)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var all []string
	if err == nil {
		err = json.Unmarshal(b, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("read the list of what the keyring holds: %w", err)
	}
	return all, nil
}

// updateIndex rewrites the list of agents under its lock.
func (k *Keyring) updateIndex(change func([]string) []string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), serverTimeout)
	defer cancel()
	unlock, err := k.lockFile(ctx, k.index+".lock")
	if err != nil {
		return err
	}
	defer unlock()
	all, err := k.read()
	if err != nil {
		return err
	}
	all = change(all)
	slices.Sort(all)
	if err := wholefile.Write(k.index, false, func(w io.Writer) error { return json.NewEncoder(w).Encode(all) }); err != nil {
		return fmt.Errorf("write the list of what the keyring holds: %w", err)
	}
	return nil
}

// Lock implements Vault. The operating system releases the lock when the process ends, even if it is killed.
func (k *Keyring) Lock(ctx context.Context, key string) (unlock func(), err error) {
	sum := sha256.Sum256([]byte(key))
	return k.lockFile(ctx, k.index+"-"+hex.EncodeToString(sum[:6])+".lock")
}

const lockPause = 20 * time.Millisecond

func (k *Keyring) lockFile(ctx context.Context, name string) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, fmt.Errorf("lock what the keyring holds: %w", err)
	}
	f := flock.New(name, flock.SetPermissions(0o600))
	ok, err := f.TryLockContext(ctx, lockPause)
	if err == nil && ok {
		return func() { _ = f.Close() }, nil // closing unlocks; nothing was written
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("another of your programs has locked it")
	}
	_ = f.Close()
	return nil, fmt.Errorf("lock what the keyring holds: %w", err)
}
