package console

import (
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/inspector/saved"
)

// NewWallet holds the credentials of this run, and takes those that the keyring
// remembers. Of what may be nil: retune is told when TLS with an origin changes,
// changed when any credentials do.
func NewWallet(p Env, retune, changed func(origin string)) *auth.Wallet {
	o := auth.Options{Vault: Keyring(), Logger: p.Logger(), OnChange: changed}
	if retune != nil {
		o.OnTLSChange = func(origin string) {
			retune(origin)
			// A tap may have been opened by the other name of this machine.
			retune(strings.Replace(origin, "//127.0.0.1:", "//localhost:", 1))
		}
	}
	return auth.NewWallet(o)
}

// RequestSecrets are the values of secret variables of saved requests, in the operating
// system's keyring.
func RequestSecrets() saved.Secrets {
	return saved.Secrets{Vault: auth.NewKeyring(filepath.Join(xdg.DataHome, "a2a-console", "request-secrets.json"))}
}

// Keyring is the operating system's, with the list of what it holds in the
// user's data folder.
func Keyring() *auth.Keyring {
	return auth.NewKeyring(filepath.Join(xdg.DataHome, "a2a-console", "keyring.json"))
}
