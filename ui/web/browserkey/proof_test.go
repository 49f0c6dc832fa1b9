package browserkey

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"path/filepath"
	"testing"
)

func sign(t testing.TB, private *ecdsa.PrivateKey, text []byte) []byte {
	t.Helper()
	sum := sha256.Sum256(text)
	r, s, err := ecdsa.Sign(rand.Reader, private, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 64)
	r.FillBytes(b[:32])
	s.FillBytes(b[32:])
	return b
}

func TestProves(t *testing.T) {
	private, key := newKey(t, elliptic.P256())
	_, another := newKey(t, elliptic.P256())
	b := sign(t, private, statement(origin, "nonce"))
	good := base64.StdEncoding.EncodeToString(b)
	if !Proves(key, origin, "nonce", good) {
		t.Fatal("a good signature is refused")
	}
	sum := sha256.Sum256(statement(origin, "nonce"))
	der, err := ecdsa.SignASN1(rand.Reader, private, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	text := base64.StdEncoding.EncodeToString
	for name, proves := range map[string]bool{
		"another key":          Proves(another, origin, "nonce", good),
		"no key":               Proves("", origin, "nonce", good),
		"another nonce":        Proves(key, origin, "another", good),
		"another port":         Proves(key, "http://private.localhost:7421", "nonce", good),
		"another host":         Proves(key, "http://127.0.0.1:7420", "nonce", good),
		"https":                Proves(key, "https://private.localhost:7420", "nonce", good),
		"origin and nonce cut": Proves(key, origin+"\nnon", "ce", good),
		"no signature":         Proves(key, origin, "nonce", ""),
		"zeros":                Proves(key, origin, "nonce", text(make([]byte, 64))),
		"ASN.1":                Proves(key, origin, "nonce", text(der)),
		"longer":               Proves(key, origin, "nonce", text(append(b[:64:64], 0))),
		"r and s turned":       Proves(key, origin, "nonce", text(append(b[32:64:64], b[:32]...))),
		"of other words":       Proves(key, origin, "nonce", text(sign(t, private, []byte(origin+"\nnonce")))),
	} {
		if proves {
			t.Errorf("%s: proves", name)
		}
	}
}

// TestKeysThatCount: only keys of the kind that browsers are asked for are stored.
func TestKeysThatCount(t *testing.T) {
	f := File(filepath.Join(t.TempDir(), "browsers.json"))
	_, p384 := newKey(t, elliptic.P384())
	ed, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	other, err := x509.MarshalPKIXPublicKey(ed)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"", "x", "AAAA", p384, base64.StdEncoding.EncodeToString(other)} {
		if err := f.Add(origin, key, "Chrome", now); err == nil {
			t.Errorf("%q is kept", key)
		}
	}
}

func TestNameOf(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0":                                                           "Firefox on Linux",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0":        "Edge on Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15":            "Safari on macOS",
		"Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36":                     "Chrome on Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile Safari/604.1": "Safari on iOS",
		"": "A browser",
		"<script>alert(1)</script>\u202e\x00 Firefox/1": "Firefox",
	} {
		if got := NameOf(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}
