package signature

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/go-jose/go-jose/v4"
)

// Verdict is what is known of one signature.
type Verdict string

const (
	Verified Verdict = "verified"
	Refused  Verdict = "not verified" // Why says why
	NoKey    Verdict = "no key"       // nothing to verify it with
)

// Signature is one signature of a card, judged.
type Signature struct {
	Verdict Verdict
	Why     string // of Refused and NoKey; of Verified what is odd, ""
	Alg     string // as its protected header says
	Kid     string
	JKU     string // where its key is said to be, "" when it does not say; somebody else's URL
}

const (
	maxSignatures = 16  // read of a card
	maxKeys       = 100 // in a key set
	maxTried      = 10  // keys for one signature
)

// Verify judges the signatures of a card as it was served. keys may be nil: then
// those that could be verified have no key. The error is for a card that has no
// canonical form, whose signatures can say nothing.
func Verify(card []byte, keys *jose.JSONWebKeySet) ([]Signature, error) {
	var c struct {
		Signatures []json.RawMessage `json:"signatures"`
	}
	if err := json.Unmarshal(card, &c); err != nil {
		return nil, fmt.Errorf("read the card's signatures: %w", err)
	}
	if len(c.Signatures) == 0 {
		return nil, nil
	}
	list, err := forms(card)
	if err != nil {
		return nil, err
	}
	var out []Signature
	for _, raw := range c.Signatures[:min(len(c.Signatures), maxSignatures)] {
		out = append(out, verifyOne(raw, list, keys))
	}
	return out, nil
}

// written is a signature as the card has it (RFC 7515 §7.2.2 without payload).
type written struct {
	Protected string `json:"protected"`
	Signature string `json:"signature"`
}

// header holds the members of a protected header that count.
type header struct {
	Alg  string   `json:"alg"`
	Typ  string   `json:"typ"`
	Kid  string   `json:"kid"`
	JKU  string   `json:"jku"`
	Crit []string `json:"crit"`
	B64  *bool    `json:"b64"`
}

func verifyOne(raw json.RawMessage, list []form, keys *jose.JSONWebKeySet) Signature {
	var w written
	if err := json.Unmarshal(raw, &w); err != nil || w.Protected == "" || w.Signature == "" {
		return Signature{Verdict: Refused, Why: "it lacks protected or signature"}
	}
	w.Protected, w.Signature = strings.TrimRight(w.Protected, "="), strings.TrimRight(w.Signature, "=")
	var h header
	b, err := base64.RawURLEncoding.DecodeString(w.Protected)
	if err == nil {
		err = json.Unmarshal(b, &h)
	}
	if err != nil {
		return Signature{Verdict: Refused, Why: "its protected header is no JSON object in base64url"}
	}
	s := Signature{Verdict: Refused, Alg: h.Alg, Kid: h.Kid, JKU: h.JKU}
	if s.Why = h.refuse(); s.Why != "" {
		return s
	}
	if keys == nil || len(keys.Keys) == 0 {
		s.Verdict, s.Why = NoKey, "there is no key to verify it with"
		return s
	}
	fits := candidates(h, keys)
	if len(fits) == 0 {
		s.Verdict, s.Why = NoKey, fmt.Sprintf("none of the %d keys given is %q", len(keys.Keys), h.Kid)
		return s
	}
	s.Why = "the key does not fit the signature, or the card was changed after it was signed"
	for _, f := range list {
		for _, k := range fits {
			if holds(w, f.payload, k, jose.SignatureAlgorithm(h.Alg)) {
				s.Verdict, s.Why = Verified, f.note
				if h.Typ != "" && !strings.EqualFold(h.Typ, "JOSE") {
					s.Why = strings.TrimSpace(s.Why + fmt.Sprintf(" Its typ is %q, where the specification has JOSE.", short(h.Typ)))
				}
				return s
			}
		}
	}
	return s
}

// refuse says why a signature with this header counts for nothing. none signs
// nothing; with a shared secret the public key would be the secret.
func (h header) refuse() string {
	switch {
	case strings.EqualFold(h.Alg, "none"):
		return "its alg is none: it signs nothing"
	case strings.HasPrefix(strings.ToUpper(h.Alg), "HS"):
		return "its alg " + short(h.Alg) + " takes a shared secret; a card is signed with a private key"
	case !slices.Contains(algorithms(), jose.SignatureAlgorithm(h.Alg)):
		return fmt.Sprintf("its alg is %q, which the console does not take", short(h.Alg))
	case len(h.Crit) > 0:
		return "it has critical members (crit) that the console does not know: " + short(strings.Join(h.Crit, ", "))
	case h.B64 != nil:
		return "it changes how the payload is encoded (b64)"
	}
	return ""
}

// candidates are the public keys that a header may mean: those of its kid, or
// all when it names none. A key made for something else is none.
func candidates(h header, keys *jose.JSONWebKeySet) (out []jose.JSONWebKey) {
	for _, k := range keys.Keys {
		fits := (h.Kid == "" || k.KeyID == h.Kid || k.KeyID == "" && len(keys.Keys) == 1) &&
			(k.Use == "" || k.Use == "sig") && (k.Algorithm == "" || k.Algorithm == h.Alg)
		if p := k.Public(); fits && p.Valid() && len(out) < maxTried {
			out = append(out, p)
		}
	}
	return out
}

func holds(w written, payload []byte, key jose.JSONWebKey, alg jose.SignatureAlgorithm) bool {
	compact := w.Protected + "." + base64.RawURLEncoding.EncodeToString(payload) + "." + w.Signature
	jws, err := jose.ParseSignedCompact(compact, []jose.SignatureAlgorithm{alg})
	if err != nil {
		return false
	}
	_, err = jws.Verify(key)
	return err == nil
}

// algorithms are those with a public key.
func algorithms() []jose.SignatureAlgorithm {
	return []jose.SignatureAlgorithm{
		jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
		jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512,
	}
}

// ReadKeys reads a key set (RFC 7517 §5), or a single key. Private keys are
// taken for their public half.
func ReadKeys(b []byte) (*jose.JSONWebKeySet, error) {
	var set jose.JSONWebKeySet
	if err := json.Unmarshal(b, &set); err != nil {
		return nil, fmt.Errorf("read the keys: %w; a key set is JSON like {\"keys\": […]}", err)
	}
	if len(set.Keys) > maxKeys {
		return nil, fmt.Errorf("there are %d keys in it, and up to %d are tried; give the signer's own", len(set.Keys), maxKeys)
	}
	if len(set.Keys) == 0 {
		var one jose.JSONWebKey
		if err := one.UnmarshalJSON(b); err != nil {
			return nil, fmt.Errorf("there is no key in it: a key set is JSON like {\"keys\": […]}")
		}
		set.Keys = append(set.Keys, one)
	}
	return &set, nil
}

func short(s string) string { return strings.ToValidUTF8(s[:min(len(s), 80)], "") }
