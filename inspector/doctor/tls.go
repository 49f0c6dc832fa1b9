package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

// soon is how long before its end a certificate is worth a warning.
const soon = 14 * 24 * time.Hour

// tls shakes hands and judges the certificate apart from that, so that all of
// it can be shown when it is not trusted.
func (x *examination) tls(ctx context.Context) bool {
	began := x.Now()
	s := Step{Name: "tls"}
	if x.base.Scheme != "https" {
		s.Result, s.Says = Skip, "plain http: what is sent can be read on its way"
		return x.tell(s, began)
	}
	state, err := x.shake(ctx)
	if err != nil {
		return x.noTLS(s, err, began)
	}
	s.Facts = facts(state)
	if err := x.trust(state); err != nil && x.config().InsecureSkipVerify {
		s.Result, s.Says, s.Try = Warn, "the certificate is not trusted, and not checked, as you said", "Give its authority instead: anybody between could read what is sent."
		return x.tell(s, began)
	} else if err != nil {
		s.Result = Fail
		s.Says, s.Try = distrust(err, x.base.Hostname(), state.PeerCertificates[0])
		return x.tell(s, began)
	}
	leaf := state.PeerCertificates[0]
	s.Result, s.Says = Pass, fmt.Sprintf("%s, certificate for %s, trusted, until %s", tls.VersionName(state.Version), name(leaf), day(leaf.NotAfter))
	if left := leaf.NotAfter.Sub(x.Now()); left < soon {
		s.Result, s.Try = Warn, fmt.Sprintf("The certificate ends in %s: renew it.", days(left))
	}
	return x.tell(s, began)
}

// shake makes a TLS connection whose certificate nothing is made of yet.
func (x *examination) shake(ctx context.Context) (tls.ConnectionState, error) {
	ctx, cancel := context.WithTimeout(ctx, x.Timeout)
	defer cancel()
	conn, err := x.Dial(ctx, "tcp", net.JoinHostPort(x.addrs[0].String(), x.port()))
	for _, a := range x.addrs[1:] {
		if err == nil {
			break
		}
		conn, err = x.Dial(ctx, "tcp", net.JoinHostPort(a.String(), x.port()))
	}
	if err != nil {
		return tls.ConnectionState{}, err
	}
	defer conn.Close()
	config := x.config().Clone()
	config.ServerName, config.NextProtos = x.base.Hostname(), []string{"h2", "http/1.1"}
	config.InsecureSkipVerify = true // trust judges it
	c := tls.Client(conn, config)
	if err := c.HandshakeContext(ctx); err != nil {
		return tls.ConnectionState{}, err
	}
	return c.ConnectionState(), nil
}

// config is how connections to the base are secured.
func (x *examination) config() *tls.Config {
	if x.TLS != nil {
		if c := x.TLS(x.base.String()); c != nil {
			return c
		}
	}
	return &tls.Config{}
}

// trust checks the chain, the name and the time, as a client would.
func (x *examination) trust(state tls.ConnectionState) error {
	between := x509.NewCertPool()
	for _, c := range state.PeerCertificates[1:] {
		between.AddCert(c)
	}
	_, err := state.PeerCertificates[0].Verify(x509.VerifyOptions{DNSName: x.base.Hostname(), Roots: x.config().RootCAs, Intermediates: between, CurrentTime: x.Now()})
	return err
}

// noTLS is a handshake that failed. Where plain http may be meant too, the
// examination goes on with that.
func (x *examination) noTLS(s Step, err error, began time.Time) bool {
	var record tls.RecordHeaderError
	s.Result, s.Says = Fail, "the TLS handshake failed: "+err.Error()
	s.Try = "The server may want a client certificate (mTLS) or another TLS version; see its log."
	if errors.As(err, &record) || strings.Contains(err.Error(), "first record does not look like") {
		s.Says, s.Try = "what listens there does not speak TLS", "Write http:// before the address."
		if len(x.bases) > 1 && x.bases[1].Scheme == "http" && x.bases[1].Host == x.base.Host {
			x.base = x.bases[1]
			s.Result, s.Try = Warn, "It is tried as plain http. Write http:// before the address to say so."
		}
	}
	return x.tell(s, began)
}

// distrust says why a certificate is not trusted, and what to try.
func distrust(err error, host string, leaf *x509.Certificate) (says, try string) {
	var unknown x509.UnknownAuthorityError
	var wrong x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &wrong):
		return fmt.Sprintf("the certificate is for %s, not for %s", name(leaf), host), "Use the name that is on the certificate, or have one made for this name."
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return fmt.Sprintf("the certificate is valid from %s to %s, and not now", day(leaf.NotBefore), day(leaf.NotAfter)), "Renew it, and check the clocks of both machines."
	case errors.As(err, &unknown) && leaf.Subject.String() == leaf.Issuer.String():
		return "the certificate is self-signed", "Give its own certificate as an authority (--ca), add it to the system's, or use plain http for development."
	case errors.As(err, &unknown):
		return "the certificate's authority, " + leaf.Issuer.CommonName + ", is not trusted by this machine", "Add that authority (--ca, or to the system's). If it is a well-known one, the server may leave out its intermediate certificate."
	}
	return "the certificate is not trusted: " + err.Error(), "Use a certificate that this machine trusts."
}

func facts(state tls.ConnectionState) []Fact {
	out := []Fact{{"version", tls.VersionName(state.Version)}, {"cipher", tls.CipherSuiteName(state.CipherSuite)}}
	alpn := state.NegotiatedProtocol
	if alpn == "" {
		alpn = "none: HTTP/1.1"
	}
	out = append(out, Fact{"alpn", alpn})
	for i, c := range state.PeerCertificates {
		out = append(out, Fact{fmt.Sprintf("certificate %d", i+1), fmt.Sprintf("%s, issued by %s, until %s", name(c), c.Issuer.CommonName, day(c.NotAfter))})
	}
	return out
}

// name is what a certificate is for.
func name(c *x509.Certificate) string {
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

func day(t time.Time) string { return t.UTC().Format("2 Jan 2006") }

func days(left time.Duration) string {
	if n := int(left.Hours() / 24); n != 1 {
		return fmt.Sprintf("%d days", n)
	}
	return "1 day"
}
