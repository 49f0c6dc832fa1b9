package doctor

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/words"
)

// expiryWarning is how long before its expiry a certificate gets a warning.
const expiryWarning = 14 * 24 * time.Hour

// checkTLS makes the handshake first and verifies the certificate separately, so that it can also show an
// untrusted one.
func (x *diagnosis) checkTLS(ctx context.Context) Step {
	if x.base.Scheme != "https" {
		return Step{Result: Skip, Text: "plain http: anybody on the network path can read what is sent"}
	}
	state, err := x.handshake(ctx)
	if err != nil {
		return x.handshakeFailure(err)
	}
	leaf := state.PeerCertificates[0]
	s := Step{Result: Pass, Facts: facts(state)}
	switch err := x.verify(state); {
	case err != nil && x.tlsConfig().InsecureSkipVerify:
		s.Result, s.Text, s.Advice = Warn, "the certificate is not trusted; it was accepted anyway, as requested", "Give its authority instead: now anybody on the network path can read what is sent."
	case err != nil:
		s.Result = Fail
		s.Text, s.Advice = explainDistrust(err, x.base.Hostname(), leaf)
	default:
		s.Text = fmt.Sprintf("%s, certificate for %s, trusted, until %s", tls.VersionName(state.Version), certificateName(leaf), formatDay(leaf.NotAfter))
		if left := leaf.NotAfter.Sub(x.Now()); left < expiryWarning {
			s.Result, s.Advice = Warn, fmt.Sprintf("The certificate expires in %s: renew it.", words.Plural(int(left.Hours()/24), "day"))
		}
	}
	return s
}

// handshake makes a TLS connection without verifying the certificate.
func (x *diagnosis) handshake(ctx context.Context) (tls.ConnectionState, error) {
	ctx, cancel := context.WithTimeout(ctx, x.Timeout)
	defer cancel()
	var conn net.Conn
	var err error
	for _, a := range x.addrs {
		if conn, err = x.Dial(ctx, "tcp", net.JoinHostPort(a.String(), x.port())); err == nil {
			break
		}
	}
	if err != nil {
		return tls.ConnectionState{}, err
	}
	defer conn.Close()
	config := x.tlsConfig().Clone()
	config.ServerName, config.NextProtos = x.base.Hostname(), []string{"h2", "http/1.1"}
	config.InsecureSkipVerify = true // verify checks the certificate
	c := tls.Client(conn, config)
	if err := c.HandshakeContext(ctx); err != nil {
		return tls.ConnectionState{}, err
	}
	return c.ConnectionState(), nil
}

func (x *diagnosis) tlsConfig() *tls.Config {
	if x.TLS != nil {
		if c := x.TLS(x.base.String()); c != nil {
			return c
		}
	}
	return &tls.Config{}
}

// verify checks the certificate's chain, name and time, as clients do.
func (x *diagnosis) verify(state tls.ConnectionState) error {
	between := x509.NewCertPool()
	for _, c := range state.PeerCertificates[1:] {
		between.AddCert(c)
	}
	_, err := state.PeerCertificates[0].Verify(x509.VerifyOptions{DNSName: x.base.Hostname(), Roots: x.tlsConfig().RootCAs, Intermediates: between, CurrentTime: x.Now()})
	return err
}

// handshakeFailure returns the step for a failed handshake. If plain http may be meant, the diagnosis continues with
// that.
func (x *diagnosis) handshakeFailure(err error) Step {
	var record tls.RecordHeaderError
	s := Step{Result: Fail, Text: "the TLS handshake failed: " + err.Error(),
		Advice: "The server may want a client certificate (mTLS) or another TLS version; see its log."}
	if errors.As(err, &record) || strings.Contains(err.Error(), "first record does not look like") {
		s.Text, s.Advice = "what listens there does not speak TLS", "Write http:// before the address."
		if len(x.bases) > 1 && x.bases[1].Scheme == "http" && x.bases[1].Host == x.base.Host {
			x.base = x.bases[1]
			s.Result, s.Advice = Warn, "The console tries plain http instead. Write http:// before the address to choose that."
		}
	}
	return s
}

func explainDistrust(err error, host string, leaf *x509.Certificate) (says, try string) {
	var unknown x509.UnknownAuthorityError
	var wrong x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &wrong):
		return fmt.Sprintf("the certificate is for %s, not for %s", certificateName(leaf), host), "Use the name that is on the certificate, or get a certificate for this name."
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return fmt.Sprintf("the certificate is valid from %s to %s, but not now", formatDay(leaf.NotBefore), formatDay(leaf.NotAfter)), "Renew it, and check the clocks of both machines."
	case errors.As(err, &unknown) && leaf.Subject.String() == leaf.Issuer.String():
		return "the certificate is self-signed", "Give its own certificate as an authority (--cacert), add it to the system's, or use plain http for development."
	case errors.As(err, &unknown):
		return "the certificate's authority, " + leaf.Issuer.CommonName + ", is not trusted by this machine", "Add that authority (--cacert, or to the system's). If it is a well-known one, the server may leave out its intermediate certificate."
	}
	return "the certificate is not trusted: " + err.Error(), "Use a certificate that this machine trusts."
}

func facts(state tls.ConnectionState) []Fact {
	out := []Fact{{"version", tls.VersionName(state.Version)}, {"cipher", tls.CipherSuiteName(state.CipherSuite)}, {"alpn", cmp.Or(state.NegotiatedProtocol, "none: HTTP/1.1")}}
	for i, c := range state.PeerCertificates {
		out = append(out, Fact{fmt.Sprintf("certificate %d", i+1), fmt.Sprintf("%s, issued by %s, until %s", certificateName(c), c.Issuer.CommonName, formatDay(c.NotAfter))})
	}
	return out
}

func certificateName(c *x509.Certificate) string {
	all := append([]string(nil), c.DNSNames...)
	for _, ip := range c.IPAddresses {
		all = append(all, ip.String())
	}
	switch {
	case len(all) > 4:
		return strings.Join(all[:4], ", ") + " and more"
	case len(all) > 0:
		return strings.Join(all, ", ")
	}
	return c.Subject.CommonName
}

func formatDay(t time.Time) string { return t.UTC().Format("2 Jan 2006") }
