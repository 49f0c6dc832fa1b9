package auth

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/zalando/go-keyring"
)

// service is the name under which the operating system's keyring files us.
const service = "a2a-console"

// Keyring is the Vault of the operating system: Keychain, Credential Manager or
// Secret Service. A file lists the origins that have something in it, and no
// secret, so that the keyring is not asked, and does not ask to be unlocked, for
// others. Safe for concurrent use in one program.
type Keyring struct {
	index string
	mu    sync.Mutex
}

// NewKeyring returns the keyring with its list of origins at a path.
func NewKeyring(index string) *Keyring { return &Keyring{index: index} }

// Load implements Vault.
func (k *Keyring) Load(origin string) ([]byte, error) {
	list, err := k.Origins()
	if err != nil || !slices.Contains(list, origin) {
		return nil, err
	}
	s, err := keyring.Get(service, origin)
	if errors.Is(err, keyring.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, noKeyring(err)
	}
	return []byte(s), nil
}

// Save implements Vault.
func (k *Keyring) Save(origin string, secret []byte) error {
	if err := keyring.Set(service, origin, string(secret)); err != nil {
		return noKeyring(err)
	}
	return k.list(func(all []string) []string {
		if slices.Contains(all, origin) {
			return all
		}
		return append(all, origin)
	})
}

// Delete implements Vault.
func (k *Keyring) Delete(origin string) error {
	list, err := k.Origins()
	if err != nil || !slices.Contains(list, origin) {
		return err
	}
	if err := keyring.Delete(service, origin); err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return noKeyring(err)
	}
	return k.list(func(all []string) []string {
		return slices.DeleteFunc(all, func(o string) bool { return o == origin })
	})
}

// Ready says why the keyring cannot keep anything, nil when it can. It may have
// to be unlocked for that.
func (k *Keyring) Ready() error {
	if _, err := keyring.Get(service, "ready"); err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return noKeyring(err)
	}
	return nil
}

func noKeyring(err error) error {
	if errors.Is(err, keyring.ErrSetDataTooBig) {
		return errors.New("it is larger than the keyring of this system takes")
	}
	return fmt.Errorf("this machine has no keyring that answers (%w); on Linux that is the Secret Service of a desktop session. Give credentials with each command instead, such as --bearer env:TOKEN, or sign in on the console's pages, which hold them until the console ends", err)
}

// Origins implements Vault.
func (k *Keyring) Origins() ([]string, error) {
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

// list changes the list of origins.
func (k *Keyring) list(change func([]string) []string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	all, err := k.read()
	if err != nil {
		return err
	}
	all = change(all)
	slices.Sort(all)
	b, err := json.Marshal(all)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(k.index), 0o700)
	}
	if err == nil {
		err = replaceFile(k.index, b)
	}
	if err != nil {
		return fmt.Errorf("write the list of what the keyring holds: %w", err)
	}
	return nil
}

// replaceFile writes a file whole or not at all, readable by its owner only.
func replaceFile(path string, b []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".keyring-*")
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the error before says what went wrong
	}
	return err
}
