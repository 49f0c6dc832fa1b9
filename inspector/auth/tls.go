package auth

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
	"time"
)

// TLSSettings overrides the system's TLS defaults for an origin. It holds a secret, the client's key.
type TLSSettings struct {
	CA       string `json:"ca,omitempty"`       // PEM: authorities to trust in addition to the system's
	Cert     string `json:"cert,omitempty"`     // PEM: client certificate and its chain
	Key      string `json:"key,omitempty"`      // PEM: its key
	Insecure bool   `json:"insecure,omitempty"` // accept any certificate, so anybody on the way can read everything
	Remember bool   `json:"-"`
}

// Config converts t for crypto/tls. The error says what is wrong with the PEM.
func (t TLSSettings) Config() (*tls.Config, error) {
	c := &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: t.Insecure}
	if t.CA != "" {
		roots, err := t.roots()
		if err != nil {
			return nil, err
		}
		c.RootCAs = roots
	}
	if t.Cert == "" && t.Key == "" {
		return c, nil
	}
	if t.Cert == "" || t.Key == "" {
		return nil, errors.New("a client certificate and its key belong together: give both")
	}
	if b, _ := pem.Decode([]byte(t.Key)); b != nil && (b.Type == "ENCRYPTED PRIVATE KEY" || b.Headers["DEK-Info"] != "") {
		return nil, errors.New("the key is encrypted: decrypt it first (openssl pkey -in key.pem)")
	}
	pair, err := tls.X509KeyPair([]byte(t.Cert), []byte(t.Key))
	if err != nil {
		return nil, fmt.Errorf("read the client certificate: %w", err)
	}
	c.Certificates = []tls.Certificate{pair}
	return c, nil
}

func (t TLSSettings) roots() (*x509.CertPool, error) {
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool()
	}
	if !roots.AppendCertsFromPEM([]byte(t.CA)) {
		return nil, errors.New("there is no certificate in the authority's file: it must be PEM, with BEGIN CERTIFICATE")
	}
	return roots, nil
}

// TLSState describes TLSSettings without their secret, for people to see.
type TLSState struct {
	CA         string // names of the trusted authorities
	Client     string // name in the client certificate
	Expires    time.Time
	Insecure   bool
	Remembered bool
}

func (t TLSSettings) state() TLSState {
	var authorities []string
	for _, c := range certificates(t.CA) {
		authorities = append(authorities, nameOf(c))
	}
	s := TLSState{CA: strings.Join(authorities, ", "), Insecure: t.Insecure, Remembered: t.Remember}
	if list := certificates(t.Cert); len(list) > 0 {
		s.Client, s.Expires = nameOf(list[0]), list[0].NotAfter
	}
	return s
}

func certificates(text string) (out []*x509.Certificate) {
	for rest := []byte(text); len(out) < 10; {
		var b *pem.Block
		if b, rest = pem.Decode(rest); b == nil {
			return out
		}
		if c, err := x509.ParseCertificate(b.Bytes); err == nil {
			out = append(out, c)
		}
	}
	return out
}

func nameOf(c *x509.Certificate) string {
	return cmp.Or(c.Subject.CommonName, c.Subject.String())
}

// PutTLS sets the TLS settings of a URL's origin; the zero TLSSettings restore the system's defaults.
func (w *Wallet) PutTLS(url string, t TLSSettings) error {
	origin := Origin(url)
	if origin == "" {
		return fmt.Errorf("set up TLS for %q: it is not an http or https address", url)
	}
	if _, err := t.Config(); err != nil {
		return fmt.Errorf("set up TLS for %s: %w", url, err)
	}
	w.mu.Lock()
	a := w.load(origin)
	a.tls = &t
	if t == (TLSSettings{Remember: t.Remember}) {
		a.tls = nil
	}
	err := w.storeTLS(origin, a.tls, t.Remember)
	if err != nil {
		t.Remember = false
		err = &NotStoredError{err}
	}
	w.mu.Unlock()
	w.opts.OnTLSChange(origin)
	w.opts.OnChange(origin)
	return err
}

// storeTLS stores an origin's TLS settings in the vault if they are to be remembered, or removes them if t is
// nil. The caller holds w.mu.
func (w *Wallet) storeTLS(origin string, t *TLSSettings, remember bool) error {
	if t != nil && !remember || t == nil && w.opts.Vault == nil {
		return nil
	}
	return w.edit(origin, func(k *storedSecrets) { k.TLS = t })
}

// TLSConfig returns the TLS configuration of a URL's origin, nil for the system's defaults. The caller owns it.
func (w *Wallet) TLSConfig(url string) *tls.Config {
	origin := Origin(url)
	if origin == "" {
		return nil
	}
	w.mu.Lock()
	t := w.load(origin).tls
	w.mu.Unlock()
	if t == nil {
		return nil
	}
	c, err := t.Config()
	if err != nil {
		w.log.Warn("set up TLS", "origin", origin, "err", err)
		return nil
	}
	return c
}
