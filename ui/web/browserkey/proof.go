package browserkey

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"math/big"
	"strings"
)

// statement returns what a browser signs: the purpose, the origin of the page, and the console's
// nonce (static/js/browserkey.js). A program that takes over a console's port can have a nonce of
// its own signed, but only for that port's origin.
func statement(origin, nonce string) []byte {
	return []byte(strings.Join([]string{"a2a-console signs in", origin, nonce}, "\n"))
}

// Proves reports whether signature (base64) was made for nonce with key's private half, at a page
// of origin. Browsers concatenate r and s (IEEE P1363).
func Proves(key, origin, nonce, signature string) bool {
	public, err := parse(key)
	if err != nil {
		return false
	}
	b, err := base64.StdEncoding.Strict().DecodeString(signature)
	if err != nil || len(b) != 64 {
		return false
	}
	sum := sha256.Sum256(statement(origin, nonce))
	return ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(b[:32]), new(big.Int).SetBytes(b[32:]))
}

// parse decodes a P-256 public key.
func parse(key string) (*ecdsa.PublicKey, error) {
	b, err := base64.StdEncoding.Strict().DecodeString(key)
	if err == nil {
		var any any
		if any, err = x509.ParsePKIXPublicKey(b); err == nil {
			if public, ok := any.(*ecdsa.PublicKey); ok && public.Curve == elliptic.P256() {
				return public, nil
			}
		}
	}
	return nil, errors.Join(errors.New("the browser's key is not an ECDSA key on P-256"), err)
}
