package auth

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"
)

func TestKeyring(t *testing.T) {
	keyring.MockInit()
	index := filepath.Join(t.TempDir(), "sub", "keyring.json")
	k := NewKeyring(index)
	const at = "https://agent.example:443"
	if b, err := k.Load(at); b != nil || err != nil {
		t.Fatalf("empty: %s %v", b, err)
	}
	w := NewWallet(Options{Vault: k})
	defer w.Close()
	if err := w.Put(at, Credential{Scheme: "b", Kind: Bearer, Secret: "s3cret", Remember: true}); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile(index)
	if err != nil || strings.Contains(string(list), "s3cret") || !strings.Contains(string(list), at) {
		t.Errorf("the list is %s (%v)", list, err)
	}
	if i, err := os.Stat(index); err != nil || i.Mode().Perm() != 0o600 && os.PathSeparator == '/' {
		t.Errorf("%v %v", i.Mode(), err)
	}
	next := NewWallet(Options{Vault: NewKeyring(index)})
	defer next.Close()
	if signed(t, next, at).Header.Get("Authorization") != "Bearer s3cret" {
		t.Error("the next run is not signed in")
	}
	if _, err := next.Remove(at, ""); err != nil {
		t.Fatal(err)
	}
	if all, err := k.Agents(); len(all) != 0 || err != nil {
		t.Errorf("still listed: %v %v", all, err)
	}
	if _, err := keyring.Get(keyringService, at); !errors.Is(err, keyring.ErrNotFound) {
		t.Errorf("still in the keyring: %v", err)
	}
}

// TestNoKeyring: a machine without a keyring says so, and what to do. Unlisted entries are not looked up.
func TestNoKeyring(t *testing.T) {
	keyring.MockInitWithError(errors.New("no such bus"))
	t.Cleanup(keyring.MockInit)
	index := filepath.Join(t.TempDir(), "keyring.json")
	k := NewKeyring(index)
	if b, err := k.Load("https://a.example:443"); b != nil || err != nil {
		t.Errorf("asked the keyring for what is not in it: %v", err)
	}
	err := k.Save("https://a.example:443", []byte("s3cret"))
	if err == nil || !strings.Contains(err.Error(), "no keyring") || !strings.Contains(err.Error(), "--bearer") || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("%v", err)
	}
	if err := os.WriteFile(index, []byte(`["https://a.example:443"]`), 0o600); err != nil {
		t.Fatal(err)
	}
	w := NewWallet(Options{Vault: k})
	defer w.Close()
	if a := w.Account("https://a.example"); a.Problem == "" {
		t.Error("says nothing of what could not be read")
	}
	if err := os.WriteFile(index, []byte(`{`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Agents(); err == nil {
		t.Error("took a broken list")
	}
}
