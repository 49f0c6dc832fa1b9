package console

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
)

// selfSigned is a certificate that signs itself, and its key, in PEM.
func selfSigned(t *testing.T, name string) (cert, key string, leaf *x509.Certificate) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	b, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	if leaf, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})), string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: b})), leaf
}

// TestMutualTLS: an agent with its own certificate authority requires a client certificate. It can
// be called, through the tap and without it, only while the wallet has both, or has the certificate
// and does not verify the agent's.
func TestMutualTLS(t *testing.T) {
	cert, key, leaf := selfSigned(t, "tester")
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, r.TLS.PeerCertificates[0].Subject.CommonName)
	}))
	clients := x509.NewCertPool()
	clients.AddCert(leaf)
	s.TLS = &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: clients}
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	defer s.Close()
	ca := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}))
	b := testPlumbing(t, PlumbingOptions{})
	ways := map[string]http.RoundTripper{"tap": b.Taps.RoundTripper(), "plain": inspector.PlainTransport(b.Wallet.TLSConfig)}
	try := func(by http.RoundTripper) string {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := by.RoundTrip(r)
		if err != nil {
			return ""
		}
		defer resp.Body.Close()
		body, _ := io.ReadAll(resp.Body)
		return string(body)
	}
	for _, c := range []struct {
		name string
		tls  auth.TLSSettings
		want string
	}{
		{"the system's way", auth.TLSSettings{}, ""},
		{"the authority alone", auth.TLSSettings{CA: ca}, ""},
		{"both", auth.TLSSettings{CA: ca, Cert: cert, Key: key}, "tester"},
		{"unchecked", auth.TLSSettings{Cert: cert, Key: key, Insecure: true}, "tester"},
		{"the certificate alone", auth.TLSSettings{Cert: cert, Key: key}, ""},
	} {
		if err := b.Wallet.PutTLS(s.URL, c.tls); err != nil {
			t.Fatal(err)
		}
		ways["plain"] = inspector.PlainTransport(b.Wallet.TLSConfig) // open connections keep the old configuration
		for way, by := range ways {
			if got := try(by); got != c.want {
				t.Errorf("%s, %s: %q", c.name, way, got)
			}
		}
	}
	for _, bad := range []auth.TLSSettings{{CA: "x"}, {Cert: cert}, {Key: key}, {Cert: cert, Key: cert}} {
		if err := b.Wallet.PutTLS(s.URL, bad); err == nil {
			t.Errorf("took %d, %d, %d bytes", len(bad.CA), len(bad.Cert), len(bad.Key))
		}
	}
}
