package calls

import (
	"fmt"
	"os"

	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// TLSFlags are the flags for TLS with the agent.
type TLSFlags struct {
	CACert   string `name:"cacert" placeholder:"FILE" help:"Also trust the certificate authorities in this PEM file."`
	Cert     string `placeholder:"FILE" help:"Sign in with the client certificate in this PEM file (mutual TLS)."`
	Key      string `placeholder:"FILE" help:"The PEM file with the certificate's key. Default: the file of --cert."`
	Insecure bool   `help:"Accept any certificate. Anyone on the network path can then read and change everything."`

	remember bool // keep the settings in the keyring
}

func (f TLSFlags) hasTLS() bool { return f.CACert+f.Cert+f.Key != "" || f.Insecure }

// Apply reads the files and stores the TLS settings for origin in w.
func (f TLSFlags) Apply(p *stdio.Streams, w *auth.Wallet, origin string) error {
	if !f.hasTLS() {
		return nil
	}
	t := auth.TLSSettings{Insecure: f.Insecure, Remember: f.remember}
	if f.Insecure {
		p.Note("warning: --insecure: the certificate of %s is not verified; anyone on the network path can read and change everything, including credentials", origin)
	}
	key := f.Key
	if key == "" {
		key = f.Cert
	}
	for _, x := range []struct {
		flag, path string
		to         *string
	}{{"--cacert", f.CACert, &t.CA}, {"--cert", f.Cert, &t.Cert}, {"--key", key, &t.Key}} {
		if x.path == "" {
			continue
		}
		b, err := os.ReadFile(x.path)
		if err != nil {
			return fmt.Errorf("%s: %w", x.flag, err)
		}
		*x.to = string(b)
	}
	return w.PutTLS(origin, t)
}
