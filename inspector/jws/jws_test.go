package jws

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"
)

// sign signs a text with a key, naming kid unless it is "".
func sign(t *testing.T, alg jose.SignatureAlgorithm, key any, kid string) string {
	t.Helper()
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: jose.JSONWebKey{Key: key, KeyID: kid}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	o, err := s.Sign([]byte("signed text"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := o.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func ec(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func setOf(keys ...jose.JSONWebKey) Keys { return Keys{Keys: keys} }

// TestWhichKey: names, uses and algorithms of keys.
func TestWhichKey(t *testing.T) {
	k, other := ec(t), ec(t)
	rs, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	named := func(kid string) jose.JSONWebKey { return jose.JSONWebKey{Key: k.Public(), KeyID: kid} }
	stranger := jose.JSONWebKey{Key: other.Public(), KeyID: "b"}
	var crowd []jose.JSONWebKey
	for range maxTried {
		crowd = append(crowd, stranger)
	}
	for name, c := range map[string]struct {
		text string
		keys Keys
		want string // "" if it is valid
	}{
		"named":                         {sign(t, jose.ES256, k, "a"), setOf(stranger, named("a")), ""},
		"named, and not there":          {sign(t, jose.ES256, k, "c"), setOf(stranger, named("a")), `none of the 2 keys is "c"`},
		"named, the set's one has none": {sign(t, jose.ES256, k, "a"), setOf(named("")), ""},
		"named, one of two has none":    {sign(t, jose.ES256, k, "a"), setOf(named(""), stranger), "none of the 2 keys"},
		"nameless, one key":             {sign(t, jose.ES256, k, ""), setOf(named("a")), ""},
		"nameless, several keys":        {sign(t, jose.ES256, k, ""), setOf(stranger, named("a")), ""},
		"nameless, after other kinds":   {sign(t, jose.ES256, k, ""), setOf(jose.JSONWebKey{Key: rs.Public(), KeyID: "r"}, jose.JSONWebKey{Key: public}, named("a")), ""},
		"nameless, beyond the limit":    {sign(t, jose.ES256, k, ""), setOf(append(crowd, named("a"))...), "none of the given keys"},
		"nameless, for encryption":      {sign(t, jose.ES256, k, ""), setOf(jose.JSONWebKey{Key: k.Public(), Use: "enc"}), "none of the 1 keys is for its algorithm"},
		"for another algorithm":         {sign(t, jose.ES256, k, "a"), setOf(jose.JSONWebKey{Key: k.Public(), KeyID: "a", Algorithm: "ES384"}), "another use or algorithm"},
		"another key of the name":       {sign(t, jose.ES256, other, "a"), setOf(named("a")), "none of the given keys"},
		"no keys":                       {sign(t, jose.ES256, k, "a"), Keys{}, "none of the 0 keys"},
		"a private key in the set":      {sign(t, jose.ES256, k, "a"), setOf(jose.JSONWebKey{Key: k, KeyID: "a"}), "another use or algorithm"},
		"RSA":                           {sign(t, jose.RS256, rs, ""), setOf(named("a"), jose.JSONWebKey{Key: rs.Public()}), ""},
		"Ed25519":                       {sign(t, jose.EdDSA, private, ""), setOf(jose.JSONWebKey{Key: public}), ""},
	} {
		s, err := Parse(c.text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		payload, err := s.Verify(c.keys)
		if c.want == "" && (err != nil || string(payload) != "signed text") || c.want != "" && (err == nil || payload != nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %q %v", name, payload, err)
		}
	}
	s, err := Parse(sign(t, jose.ES256, k, "c"))
	if err != nil {
		t.Fatal(err)
	}
	var none *NoKeyError
	if _, err := s.Verify(setOf(named("a"))); !errors.As(err, &none) || none.Kid != "c" || none.KeyCount != 1 || none.HasNamedKey {
		t.Errorf("%#v", none)
	}
}

// TestNotTaken: "none", shared secrets, critical members and malformed tokens.
func TestNotTaken(t *testing.T) {
	for _, text := range []string{
		"", "a.b", "eyJhbGciOiJub25lIn0.e30.", "eyJhbGciOiJIUzI1NiJ9.e30.AAAA", "eyJhbGciOiJYWCJ9.e30.AAAA", "e30.e30.AAAA", "!.!.!",
	} {
		if s, err := Parse(text); err == nil {
			t.Errorf("%q was taken: %+v", text, s)
		}
	}
	for alg, want := range map[string]bool{"ES256": true, "PS512": true, "EdDSA": true, "none": false, "HS256": false, "": false} {
		if IsSupported(alg) != want {
			t.Errorf("%q", alg)
		}
	}
}

func TestParseKeys(t *testing.T) {
	k := ec(t)
	text := func(key any) string {
		b, err := json.Marshal(jose.JSONWebKey{Key: key, KeyID: "x"})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	public, private := text(k.Public()), text(k)
	for _, good := range []string{public, `{"keys":[` + public + `]}`, `{"keys":[{"kty":"strange"},{"kty":"EC"},7,` + public + `]}`} {
		if set, err := ParseKeys([]byte(good)); err != nil || len(set.Keys) != 1 || set.Keys[0].KeyID != "x" {
			t.Errorf("%.60s: %v %v", good, set, err)
		}
	}
	for _, bad := range []string{
		"", "{}", "[]", "null", `{"keys":[]}`, `{"keys":"x"}`, "-----BEGIN", `{"keys":[{"kty":"strange"}]}`,
		private, `{"keys":[` + public + "," + private + `]}`, `{"keys":[{"kty":"oct","k":"AAAA"}]}`,
		`{"keys":[{"kty":"RSA","e":"AQAB","n":"` + strings.Repeat("_", 100_000) + `"}]}`, // verifying a signature with this key would take minutes
	} {
		if set, err := ParseKeys([]byte(bad)); err == nil {
			t.Errorf("%.60s is taken for keys: %v", bad, set)
		}
	}
	many := `{"keys":[` + strings.Repeat(public+",", MaxKeys) + public + "]}"
	if _, err := ParseKeys([]byte(many)); err == nil || !strings.Contains(err.Error(), "101 keys") {
		t.Errorf("each of many keys would be tried: %v", err)
	}
}

func FuzzVerify(f *testing.F) {
	f.Add("eyJhbGciOiJSUzI1NiJ9.e30.AAAA", []byte(`{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"}]}`))
	f.Fuzz(func(t *testing.T, text string, raw []byte) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		if !IsSupported(s.Alg) {
			t.Errorf("alg %q was taken", s.Alg)
		}
		if keys, err := ParseKeys(raw); err == nil {
			_, _ = s.Verify(keys) // must not panic
		}
	})
}
