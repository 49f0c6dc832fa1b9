package signature

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"
	"github.com/gowebpki/jcs"
)

const card03 = `{"protocolVersion":"0.3.0","name":"Näme \u20ac","url":"https://a.example/a2a","version":"1","skills":[],"description":"","capabilities":{"streaming":true},"n":1.0e2%s}`

// sign signs a payload and returns the signature as in a card.
func sign(t *testing.T, alg jose.SignatureAlgorithm, key any, kid string, payload []byte, extra map[jose.HeaderKey]any) string {
	t.Helper()
	o := &jose.SignerOptions{ExtraHeaders: extra}
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: jose.JSONWebKey{Key: key, KeyID: kid}}, o)
	if err != nil {
		t.Fatal(err)
	}
	jws, err := s.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	compact, err := jws.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return entry(compact)
}

func entry(compact string) string {
	p := strings.Split(compact, ".")
	return `{"protected":"` + p[0] + `","signature":"` + p[2] + `"}`
}

func canonicalOf(t *testing.T, card string) []byte {
	t.Helper()
	b, err := jcs.Transform([]byte(card))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func with(card, members string) string { return strings.Replace(card, "%s", members, 1) }

func keysOf(kid string, public crypto.PublicKey) *jose.JSONWebKeySet {
	return &jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: public, KeyID: kid}}}
}

func one(t *testing.T, card string, keys *jose.JSONWebKeySet) Signature {
	t.Helper()
	list, err := Verify([]byte(card), keys)
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %d signatures", err, len(list))
	}
	return list[0]
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestVerifies(t *testing.T) {
	ec := newKey(t)
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	payload := canonicalOf(t, with(card03, ""))
	for alg, k := range map[jose.SignatureAlgorithm][2]any{jose.ES256: {ec, ec.Public()}, jose.EdDSA: {private, public}, jose.RS256: {rs, rs.Public()}, jose.PS256: {rs, rs.Public()}} {
		s := sign(t, alg, k[0], "k1", payload, map[jose.HeaderKey]any{"typ": "JOSE", "jku": "https://keys.example/jwks"})
		card := with(card03, `,"signatures":[`+s+`]`)
		got := one(t, card, keysOf("k1", k[1]))
		if got.Status != Verified || got.Reason != "" || got.Alg != string(alg) || got.Kid != "k1" || got.JKU != "https://keys.example/jwks" {
			t.Errorf("%s: %+v", alg, got)
		}
		var indented bytes.Buffer
		if err := json.Indent(&indented, []byte(card), "", "  "); err != nil {
			t.Fatal(err)
		}
		if got := one(t, indented.String(), keysOf("k1", k[1])); got.Status != Verified {
			t.Errorf("%s, laid out otherwise: %+v", alg, got)
		}
		changed := strings.Replace(card, "a.example", "b.example", 1)
		if got := one(t, changed, keysOf("k1", k[1])); got.Status != Refused || !strings.Contains(got.Reason, "changed") {
			t.Errorf("%s, changed: %+v", alg, got)
		}
	}
}

// TestBareForm: a signature over the card without its empty members, as some SDKs make it, is recognized.
func TestBareForm(t *testing.T) {
	k := newKey(t)
	bare := strings.NewReplacer(`"skills":[],`, "", `"description":"",`, "").Replace(with(card03, ""))
	s := sign(t, jose.ES256, k, "k1", canonicalOf(t, bare), nil)
	if got := one(t, with(card03, `,"signatures":[`+s+`]`), keysOf("k1", k.Public())); got.Status != Verified || !strings.Contains(got.Reason, "empty members") {
		t.Errorf("%+v", got)
	}
}

// TestRefuses: alg none, the public key as a shared secret, other keys, critical members, and malformed signatures.
func TestRefuses(t *testing.T) {
	k := newKey(t)
	payload := canonicalOf(t, with(card03, ""))
	keys := keysOf("k1", k.Public())
	good := sign(t, jose.ES256, k, "k1", payload, nil)
	b64 := base64.RawURLEncoding.EncodeToString
	der, err := x509.MarshalPKIXPublicKey(k.Public())
	if err != nil {
		t.Fatal(err)
	}
	hs := b64([]byte(`{"alg":"HS256","kid":"k1"}`))
	mac := hmac.New(sha256.New, der)
	mac.Write([]byte(hs + "." + b64(payload)))
	for name, c := range map[string]struct{ entry, why string }{
		"none":      {`{"protected":"` + b64([]byte(`{"alg":"none","kid":"k1"}`)) + `","signature":"AA"}`, "signs nothing"},
		"None":      {`{"protected":"` + b64([]byte(`{"alg":"NoNe"}`)) + `","signature":"AA"}`, "signs nothing"},
		"HS":        {`{"protected":"` + hs + `","signature":"` + b64(mac.Sum(nil)) + `"}`, "shared secret"},
		"odd alg":   {`{"protected":"` + b64([]byte(`{"alg":"XX"}`)) + `","signature":"AA"}`, "does not support"},
		"no alg":    {`{"protected":"` + b64([]byte(`{}`)) + `","signature":"AA"}`, "does not support"},
		"crit":      {sign(t, jose.ES256, k, "k1", payload, map[jose.HeaderKey]any{"crit": []string{"exp"}, "exp": 1}), "critical"},
		"no header": {`{"protected":"!","signature":"AA"}`, "base64url"},
		"nothing":   {`{}`, "lacks"},
		"a string":  {`"x"`, "lacks"},
	} {
		got := one(t, with(card03, `,"signatures":[`+c.entry+`]`), keys)
		if got.Status != Refused || !strings.Contains(got.Reason, c.why) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	card := with(card03, `,"signatures":[`+good+`]`)
	other := newKey(t)
	for name, c := range map[string]struct {
		keys *jose.JSONWebKeySet
		want Status
	}{
		"no keys":         {nil, NoKey},
		"another kid":     {keysOf("k2", k.Public()), NoKey},
		"another key":     {keysOf("k1", other.Public()), Refused},
		"to encrypt":      {&jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: k.Public(), KeyID: "k1", Use: "enc"}}}, NoKey},
		"for another alg": {&jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: k.Public(), KeyID: "k1", Algorithm: "ES384"}}}, NoKey},
		"a secret":        {keysOf("k1", []byte("0123456789abcdef0123456789abcdef")), NoKey},
	} {
		if got := one(t, card, c.keys); got.Status != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestCardsWithoutForm: a card that readers may read differently is not verified.
func TestCardsWithoutForm(t *testing.T) {
	for _, card := range []string{
		`{"name":"a","name":"b","signatures":[{}]}`, `{"x":{"y":1,"y":2},"signatures":[{}]}`, `{"signatures":[{}],"signatures":[]}`,
		`{"x":[{"y":1,"\u0079":2}],"signatures":[{}]}`,
	} {
		if list, err := Verify([]byte(card), nil); err == nil && len(list) > 0 {
			t.Errorf("%s: %+v", card, list)
		}
	}
	if list, err := Verify([]byte(`{"name":"a"}`), nil); err != nil || list != nil {
		t.Errorf("unsigned: %v %v", list, err)
	}
}

func FuzzVerify(f *testing.F) {
	f.Add([]byte(with(card03, `,"signatures":[{"protected":"eyJhbGciOiJFUzI1NiJ9","signature":"AA"}]`)))
	f.Fuzz(func(t *testing.T, card []byte) {
		list, err := Verify(card, nil)
		for _, s := range list {
			if err != nil || s.Status == Verified {
				t.Errorf("%v %+v", err, s)
			}
		}
	})
}
