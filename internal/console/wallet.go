package console

import (
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/inspector/saved"
)

// NewWallet returns the wallet of this run, with the credentials from the keyring. Both functions may be
// nil: retune is called when the TLS settings for an origin change, changed when any credentials do.
func NewWallet(p Env, retune, changed func(origin string)) *auth.Wallet {
	o := auth.Options{Vault: Keyring(), Logger: p.Logger(), OnChange: changed}
	if retune != nil {
		o.OnTLSChange = func(origin string) {
			retune(origin)
			// A tap may have been opened under the other name of this machine.
			retune(strings.Replace(origin, "//127.0.0.1:", "//localhost:", 1))
		}
	}
	return auth.NewWallet(o)
}

// RequestSecrets keeps the values of saved requests' secret variables in the operating system's keyring.
func RequestSecrets() saved.Secrets {
	return saved.Secrets{Vault: auth.NewKeyring(filepath.Join(xdg.DataHome, "a2a-console", "request-secrets.json"))}
}

// Keyring returns the operating system's keyring. A file in the user's data folder lists what it
// holds.
func Keyring() *auth.Keyring {
	return auth.NewKeyring(filepath.Join(xdg.DataHome, "a2a-console", "keyring.json"))
}
