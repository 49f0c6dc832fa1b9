// Package jws verifies JSON Web Signatures with public keys, with one policy for id_tokens, cards and push
// notifications: the accepted algorithms, the contents of a key set, which of its keys may have signed, and how many
// are tried. It does no I/O.
package jws

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-jose/go-jose/v4"
)

// Keys is a JSON Web Key Set of public keys.
type Keys = jose.JSONWebKeySet

// MaxKeys limits the keys of a set.
const MaxKeys = 100

// rawKey holds the members that tell whether JSON is a key, and whether the key is private or shared.
type rawKey struct {
	Kty     string          `json:"kty"`
	D       json.RawMessage `json:"d"` // RSA, EC, OKP
	K       json.RawMessage `json:"k"` // a shared secret
	Private json.RawMessage `json:"priv"`
}

// ParseKeys reads a JSON Web Key Set (RFC 7517 §5) or a single key. It skips malformed keys and unknown kinds, as long as
// others remain, and refuses private and shared keys.
func ParseKeys(raw []byte) (Keys, error) {
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(raw, &set); err != nil {
		return Keys{}, fmt.Errorf(`read the keys: %w; a key set is JSON like {"keys": […]}`, err)
	}
	if len(set.Keys) > MaxKeys {
		return Keys{}, fmt.Errorf("there are %d keys in it; at most %d are allowed; give only the signer's", len(set.Keys), MaxKeys)
	}
	if len(set.Keys) == 0 {
		set.Keys = []json.RawMessage{raw}
	}
	var out Keys
	for _, one := range set.Keys {
		var r rawKey
		if json.Unmarshal(one, &r) != nil || r.Kty == "" {
			continue
		}
		if r.D != nil || r.K != nil || r.Private != nil {
			return Keys{}, errors.New("one of the keys is private or a shared secret; give the public keys only")
		}
		var k jose.JSONWebKey
		if k.UnmarshalJSON(one) == nil && k.Valid() && k.IsPublic() {
			out.Keys = append(out.Keys, k)
		}
	}
	if len(out.Keys) == 0 {
		return Keys{}, errors.New(`there is no public key in it: a key set is JSON like {"keys": […]}`)
	}
	return out, nil
}
