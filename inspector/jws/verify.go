package jws

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-jose/go-jose/v4"
)

// maxTried limits the keys tried for one signature.
const maxTried = 10

// algorithms lists the accepted signature algorithms: those with a public key. "none" proves nothing, and for an
// algorithm with a shared secret, the public key would be the secret.
func algorithms() []jose.SignatureAlgorithm {
	return []jose.SignatureAlgorithm{
		jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
		jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512,
	}
}

// IsSupported reports whether signatures of an algorithm are accepted.
func IsSupported(alg string) bool { return slices.Contains(algorithms(), jose.SignatureAlgorithm(alg)) }

// Token is a signed text in the compact form (RFC 7515 §7.1) that is not verified yet.
type Token struct {
	Alg string
	Kid string // id of the signing key according to the token; "" if it has none

	jws *jose.JSONWebSignature
}

// Parse parses a compact JWS. It refuses unsupported algorithms.
func Parse(compact string) (*Token, error) {
	s, err := jose.ParseSignedCompact(compact, algorithms())
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "go-jose/go-jose: "))
	}
	head := s.Signatures[0].Protected // ParseSignedCompact gives exactly one
	return &Token{Alg: head.Algorithm, Kid: head.KeyID, jws: s}, nil
}

// NoKeyError means that no key of a set can have made a signature.
type NoKeyError struct {
	Kid         string // the key that the signature names; "" if it names none
	KeyCount    int    // keys in the set
	HasNamedKey bool   // a key with that id exists, but for another use or algorithm
}

func (e *NoKeyError) Error() string {
	switch {
	case e.Kid == "":
		return fmt.Sprintf("none of the %d keys is for its algorithm", e.KeyCount)
	case e.HasNamedKey:
		return fmt.Sprintf("the key %.80q is for another use or algorithm", e.Kid)
	}
	return fmt.Sprintf("none of the %d keys is %.80q", e.KeyCount, e.Kid)
}

// Verify returns the payload if a key of the set signed it: the key that the token names, or without a name any
// key that fits the algorithm (OpenID Connect Core 1.0 §10.1). It tries at most maxTried keys. The error is a
// NoKeyError if there is no key to try.
func (s *Token) Verify(keys Keys) ([]byte, error) {
	fits, named := s.candidates(keys)
	if len(fits) == 0 {
		return nil, &NoKeyError{Kid: s.Kid, KeyCount: len(keys.Keys), HasNamedKey: named}
	}
	for _, k := range fits {
		if payload, err := s.jws.Verify(k); err == nil {
			return payload, nil
		}
	}
	return nil, errors.New("none of the given keys made the signature")
}

// candidates returns the keys that may have signed. A single key without a name matches any name.
func (s *Token) candidates(keys Keys) (fits []jose.JSONWebKey, named bool) {
	for _, k := range keys.Keys {
		if s.Kid != "" && k.KeyID != s.Kid && (k.KeyID != "" || len(keys.Keys) > 1) {
			continue
		}
		named = true
		if len(fits) < maxTried && k.Valid() && k.IsPublic() && (k.Use == "" || k.Use == "sig") && (k.Algorithm == "" || k.Algorithm == s.Alg) && fitsAlgorithm(k.Key, s.Alg) {
			fits = append(fits, k)
		}
	}
	return fits, named
}

// fitsAlgorithm reports whether a public key is of the kind that an algorithm requires (RFC 7518 §3.1).
func fitsAlgorithm(key any, alg string) bool {
	switch k := key.(type) {
	case *rsa.PublicKey:
		return strings.HasPrefix(alg, "RS") || strings.HasPrefix(alg, "PS")
	case *ecdsa.PublicKey:
		return alg == map[int]string{256: "ES256", 384: "ES384", 521: "ES512"}[k.Params().BitSize]
	case ed25519.PublicKey:
		return alg == "EdDSA"
	}
	return false
}
