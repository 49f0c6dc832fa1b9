package push

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"github.com/a2a-console/a2a-console/inspector/jws"
)

// signer signs like agents of 0.1, and publishes its key set.
type signer struct {
	jose.Signer
	set []byte
}

func newSigner(t *testing.T, alg jose.SignatureAlgorithm, kid string, private, public any) signer {
	t.Helper()
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: jose.JSONWebKey{Key: private, KeyID: kid}}, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		t.Fatal(err)
	}
	set, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: public, KeyID: kid, Algorithm: string(alg), Use: "sig"}}})
	if err != nil {
		t.Fatal(err)
	}
	return signer{s, set}
}

func (s signer) sign(t *testing.T, claims string) string {
	t.Helper()
	o, err := s.Sign([]byte(claims))
	if err != nil {
		t.Fatal(err)
	}
	out, err := o.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return "Bearer " + out
}

func sum(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}

func TestVerify(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rs := newSigner(t, jose.RS256, "key-1", key, &key.PublicKey)
	es := newSigner(t, jose.ES256, "key-1", curve, &curve.PublicKey)
	body := Sums{Raw: sum(`{ "a": 1 }`), Compact: sum(`{"a":1}`)}
	iat := start.Unix()
	claims := func(format string, args ...any) string {
		return "{" + fmt.Sprintf(`"iat":%d`, iat) + fmt.Sprintf(format, args...) + "}"
	}
	set := func(s signer) jose.JSONWebKeySet {
		k, err := jws.ParseKeys(s.set)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	for _, tt := range []struct {
		name  string
		keys  signer
		value string
		late  int // seconds after iat
		valid bool
		body  delivery.CredentialResult
		says  string
	}{
		{"the body as it came", rs, rs.sign(t, claims(`,"request_body_sha256":%q`, body.Raw)), 1, true, delivery.Match, "this very body"},
		{"the body as compact JSON", rs, rs.sign(t, claims(`,"request_body_sha256":%q`, strings.ToUpper(body.Compact))), 1, true, delivery.Match, "this very body"},
		{"a curve", es, es.sign(t, claims("")), 1, true, delivery.None, "does not cover the body"},
		{"another body", rs, rs.sign(t, claims(`,"request_body_sha256":%q`, sum("x"))), 1, false, delivery.Wrong, "another body"},
		{"a replay", rs, rs.sign(t, claims(`,"request_body_sha256":%q`, body.Raw)), 301, false, delivery.Match, "older than five minutes"},
		{"expired", rs, rs.sign(t, claims(`,"exp":%d`, iat+60)), 200, false, delivery.None, "had expired"},
		{"other keys", es, rs.sign(t, claims("")), 1, false, delivery.None, "none of the given keys"},
		{"a changed token", rs, rs.sign(t, claims(""))[:300] + "AAAA", 1, false, delivery.None, ""},
		{"no token", rs, "Basic abc", 1, false, delivery.None, "no JWT"},
		{"unsigned", rs, "Bearer eyJhbGciOiJub25lIn0.e30.", 1, false, delivery.None, "cannot be read"},
		// {"alg":"HS256"}: a public key must not serve as a shared secret
		{"a weaker kind", rs, "Bearer eyJhbGciOiJIUzI1NiJ9.e30.AAAA", 1, false, delivery.None, "cannot be read"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := Verify(set(tt.keys), tt.value, body, at(tt.late*1000))
			if p.Valid != tt.valid || p.Body != tt.body || !strings.Contains(p.Text, tt.says) {
				t.Errorf("got %+v", p)
			}
		})
	}
}

func FuzzVerify(f *testing.F) {
	f.Add("Bearer eyJhbGciOiJSUzI1NiJ9.e30.AAAA", []byte(`{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"}]}`))
	f.Fuzz(func(t *testing.T, value string, keys []byte) {
		set, err := jws.ParseKeys(keys)
		if err != nil {
			return
		}
		if p := Verify(set, value, Sums{}, start); p.Text == "" {
			t.Error("a proof without words")
		}
	})
}
