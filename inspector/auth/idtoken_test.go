package auth

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/a2a-console/a2a-console/inspector/jws"
)

type idSigner struct {
	t   *testing.T
	key *ecdsa.PrivateKey
}

func (s idSigner) sign(kid, claims string) string {
	s.t.Helper()
	by, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: s.key, KeyID: kid}}, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	o, err := by.Sign([]byte(claims))
	if err != nil {
		s.t.Fatal(err)
	}
	text, err := o.CompactSerialize()
	if err != nil {
		s.t.Fatal(err)
	}
	return text
}

func newIDSigner(t *testing.T) idSigner {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return idSigner{t, k}
}

// TestIDTokens checks claims and keys (OpenID Connect Core 1.0 §3.1.3.7, §10.1).
func TestIDTokens(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	p := Provider{Issuer: "https://login.example", ClientID: "me"}
	own, other := newIDSigner(t), newIDSigner(t)
	key := func(s idSigner, kid, use string) jose.JSONWebKey {
		return jose.JSONWebKey{Key: s.key.Public(), KeyID: kid, Use: use}
	}
	one := jws.Keys{Keys: []jose.JSONWebKey{key(own, "k1", "")}}
	several := jws.Keys{Keys: []jose.JSONWebKey{key(other, "k0", "sig"), key(own, "k1", "sig")}}
	good := fmt.Sprintf(`"iss":"https://login.example","sub":"joe","aud":"me","iat":%d,"exp":%d,"nonce":"n"`, now.Unix(), now.Unix()+60)
	with := func(pairs ...string) string { return "{" + strings.NewReplacer(pairs...).Replace(good) + "}" }
	at := func(d time.Duration) string { return fmt.Sprint(now.Add(d).Unix()) }
	iat, exp := `"iat":`+at(0), `"exp":`+at(time.Minute)
	for name, c := range map[string]struct {
		kid    string
		claims string
		keys   jws.Keys
		want   string // "" if it is valid
	}{
		"good":                        {"k1", with(), one, ""},
		"no kid, one key":             {"", with(), one, ""},
		"no kid, several keys":        {"", with(), several, ""},
		"no kid, none fits":           {"", with(), jws.Keys{Keys: []jose.JSONWebKey{key(own, "k1", "enc")}}, "not signed by any"},
		"no kid, another's key":       {"", with(), jws.Keys{Keys: []jose.JSONWebKey{key(other, "k1", "")}}, "not signed by any"},
		"a kid that is not there":     {"k9", with(), several, "not signed by any"},
		"another issuer":              {"k1", with("https://login.example", "https://evil.example"), one, "issued by"},
		"issuer with a slash":         {"k1", with("https://login.example", "https://login.example/"), one, "issued by"},
		"no sub":                      {"k1", with(`"sub":"joe",`, ""), one, "(sub)"},
		"another client":              {"k1", with(`"aud":"me"`, `"aud":"you"`), one, "(aud)"},
		"no aud":                      {"k1", with(`"aud":"me",`, ""), one, "(aud)"},
		"aud is a list":               {"k1", with(`"aud":"me"`, `"aud":["me"]`), one, ""},
		"aud of several, no azp":      {"k1", with(`"aud":"me"`, `"aud":["you","me"]`), one, "(azp)"},
		"aud of several, azp is ours": {"k1", with(`"aud":"me"`, `"aud":["you","me"],"azp":"me"`), one, ""},
		"aud of several, azp is not":  {"k1", with(`"aud":"me"`, `"aud":["you","me"],"azp":"you"`), one, "(azp)"},
		"azp is another's":            {"k1", with(`"aud":"me"`, `"aud":"me","azp":"you"`), one, "(azp)"},
		"azp is empty":                {"k1", with(`"aud":"me"`, `"aud":"me","azp":""`), one, "(azp)"},
		"no exp":                      {"k1", with(","+exp, ""), one, "(exp)"},
		"run out":                     {"k1", with(exp, `"exp":`+at(-3*time.Minute)), one, "expired"},
		"run out, within the skew":    {"k1", with(exp, `"exp":`+at(-time.Minute)), one, ""},
		"exp beyond all":              {"k1", with(exp, `"exp":1e300`), one, "NumericDate"},
		"exp in the year 33658":       {"k1", with(exp, `"exp":1e12`), one, "not a time"},
		"iat zero":                    {"k1", with(iat, `"iat":0`), one, "not a time"},
		"nbf negative":                {"k1", with(iat, iat+`,"nbf":-5`), one, "not a time"},
		"exp as text":                 {"k1", with(exp, `"exp":"9999999999"`), one, "claims"},
		"exp with a fraction":         {"k1", with(exp, `"exp":`+at(time.Minute)+".5"), one, ""},
		"no iat":                      {"k1", with(iat+",", ""), one, "(iat)"},
		"issued in the future":        {"k1", with(iat, `"iat":`+at(3*time.Minute)), one, "(iat)"},
		"issued a little early":       {"k1", with(iat, `"iat":`+at(time.Minute)), one, ""},
		"not valid yet":               {"k1", with(iat, iat+`,"nbf":`+at(3*time.Minute)), one, "(nbf)"},
		"valid soon, within the skew": {"k1", with(iat, iat+`,"nbf":`+at(time.Minute)), one, ""},
		"another nonce":               {"k1", with(`"nonce":"n"`, `"nonce":"m"`), one, "nonce"},
		"no nonce":                    {"k1", with(`,"nonce":"n"`, ""), one, "nonce"},
		"no claims":                   {"k1", "[]", one, "claims"},
	} {
		_, err := verifyIDToken(own.sign(c.kid, c.claims), c.keys, p, "n", now)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := verifyIDToken(own.sign("k1", with()), one, Provider{ClientID: "me"}, "n", now); err == nil {
		t.Error("taken from an issuer that nobody knows")
	}
	if c, err := verifyIDToken(own.sign("k1", with()), one, p, "", now); err != nil || c.name() != "joe" {
		t.Errorf("without a nonce: %q %v", c.name(), err)
	}
}
