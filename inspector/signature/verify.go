package signature

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/jws"
)

// Status is the result for one signature.
type Status string

const (
	Verified Status = "verified"
	Refused  Status = "not verified" // Reason says why
	NoKey    Status = "no key"       // there is no key to verify it with
)

// Signature is the result for one signature of a card; its JSON is for scripts.
type Signature struct {
	Status Status `json:"verdict"`
	Reason string `json:"why,omitempty"` // why it is Refused or NoKey; if Verified, what is unusual, or ""
	Alg    string `json:"alg,omitempty"` // from the protected header
	Kid    string `json:"kid,omitempty"`
	JKU    string `json:"jku,omitempty"` // URL of its key according to the card, "" if missing; not trusted
}

const maxSignatures = 16

// Verify verifies the signatures of a card as it was served. Without keys, which may be nil, well-formed signatures are
// NoKey. It returns an error for a card without a canonical form, whose signatures can prove nothing.
func Verify(card []byte, keys *jws.Keys) ([]Signature, error) {
	var c struct {
		Signatures []json.RawMessage `json:"signatures"`
	}
	if err := json.Unmarshal(card, &c); err != nil {
		return nil, fmt.Errorf("read the card's signatures: %w", err)
	}
	if len(c.Signatures) == 0 {
		return nil, nil
	}
	list, err := payloadForms(card)
	if err != nil {
		return nil, err
	}
	var out []Signature
	for _, raw := range c.Signatures[:min(len(c.Signatures), maxSignatures)] {
		out = append(out, verifyOne(raw, list, keys))
	}
	return out, nil
}

// rawSignature is a signature in a card (RFC 7515 §7.2.2 without payload).
type rawSignature struct {
	Protected string `json:"protected"`
	Signature string `json:"signature"`
}

type header struct {
	Alg  string   `json:"alg"`
	Typ  string   `json:"typ"`
	Kid  string   `json:"kid"`
	JKU  string   `json:"jku"`
	Crit []string `json:"crit"`
	B64  *bool    `json:"b64"`
}

func verifyOne(raw json.RawMessage, list []payloadForm, keys *jws.Keys) Signature {
	var w rawSignature
	if err := json.Unmarshal(raw, &w); err != nil || w.Protected == "" || w.Signature == "" {
		return Signature{Status: Refused, Reason: "it lacks protected or signature"}
	}
	w.Protected, w.Signature = strings.TrimRight(w.Protected, "="), strings.TrimRight(w.Signature, "=")
	var h header
	b, err := base64.RawURLEncoding.DecodeString(w.Protected)
	if err == nil {
		err = json.Unmarshal(b, &h)
	}
	if err != nil {
		return Signature{Status: Refused, Reason: "its protected header is not a JSON object in base64url"}
	}
	s := Signature{Status: Refused, Alg: h.Alg, Kid: h.Kid, JKU: h.JKU}
	if s.Reason = h.refusalReason(); s.Reason != "" {
		return s
	}
	if keys == nil || len(keys.Keys) == 0 {
		s.Status, s.Reason = NoKey, "there is no key to verify it with"
		return s
	}
	s.Reason = "the key does not fit the signature, or the card was changed after it was signed"
	for _, f := range list {
		err := verifyPayload(w, f.payload, *keys)
		var none *jws.NoKeyError
		if errors.As(err, &none) {
			s.Status, s.Reason = NoKey, none.Error()
			return s
		}
		if err == nil {
			s.Status, s.Reason = Verified, f.note
			if h.Typ != "" && !strings.EqualFold(h.Typ, "JOSE") {
				s.Reason = strings.TrimSpace(s.Reason + fmt.Sprintf(" Its typ is %q, where the specification requires JOSE.", short(h.Typ)))
			}
			return s
		}
	}
	return s
}

// refusalReason says why a signature with this header is worthless. "none" signs nothing; with a shared secret, the
// public key would be the secret.
func (h header) refusalReason() string {
	switch {
	case strings.EqualFold(h.Alg, "none"):
		return "its alg is none: it signs nothing"
	case strings.HasPrefix(strings.ToUpper(h.Alg), "HS"):
		return "its alg " + short(h.Alg) + " uses a shared secret; a card must be signed with a private key"
	case !jws.IsSupported(h.Alg):
		return fmt.Sprintf("its alg is %q, which the console does not support", short(h.Alg))
	case len(h.Crit) > 0:
		return "it has critical members (crit) that the console does not support: " + short(strings.Join(h.Crit, ", "))
	case h.B64 != nil:
		return "it changes how the payload is encoded (b64)"
	}
	return ""
}

func verifyPayload(w rawSignature, payload []byte, keys jws.Keys) error {
	signed, err := jws.Parse(w.Protected + "." + base64.RawURLEncoding.EncodeToString(payload) + "." + w.Signature)
	if err == nil {
		_, err = signed.Verify(keys)
	}
	return err
}

func short(s string) string { return strings.ToValidUTF8(s[:min(len(s), 80)], "") }
