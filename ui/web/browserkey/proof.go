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

// statement is what a browser signs: what it is for, where the page is that does it, and what
// the console asked it with (static/js/browserkey.js). A program that has the port of a
// console can have its own question signed, and only at that port's origin.
func statement(origin, nonce string) []byte {
	return []byte(strings.Join([]string{"a2a-console signs in", origin, nonce}, "\n"))
}

// Proves reports whether a signature, in base64, was made with the private half of a key at a
// page of the origin for the nonce. Browsers write r and s one after the other (IEEE P1363).
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

// parse reads a public key on P-256.
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
	return nil, errors.Join(errors.New("the browser's key is no ECDSA key on P-256"), err)
}
