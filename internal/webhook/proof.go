package webhook

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// DeliveryProof holds what verifying a delivery's signature needs in addition to the record: the
// credentials, kept in memory only, and checksums of the body. The signer's keys may become known
// only after the delivery.
type DeliveryProof struct {
	At            time.Time
	Authorization []string // values of the Authorization header
	Sum           string   // SHA-256 of the body, in hexadecimal
	Compact       string   // SHA-256 of the body as compact JSON, "" if it is not JSON
	OwnToken      bool     // the delivery carries the token that NewHook made with its URL
}

const (
	// maxProofs is how many proofs are kept: those of the latest deliveries.
	maxProofs          = 2000
	maxCredentialBytes = 16 << 10
)

// DeliveryProof returns the proof of a recorded delivery. ok is false if the delivery is too old or
// from another run.
func (r *Receiver) DeliveryProof(exchange string) (DeliveryProof, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p, ok := r.proofs[exchange]
	return p, ok
}

func (r *Receiver) storeProof(exchange string, p DeliveryProof) {
	if exchange == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.proofOrder) == maxProofs {
		delete(r.proofs, r.proofOrder[0])
		r.proofOrder = append(r.proofOrder[:0], r.proofOrder[1:]...)
	}
	r.proofs[exchange] = p
	r.proofOrder = append(r.proofOrder, exchange)
}

func proofOf(at time.Time, authorization []string, body []byte) DeliveryProof {
	p := DeliveryProof{At: at, Sum: sha256Hex(body)}
	if len(strings.Join(authorization, "")) <= maxCredentialBytes {
		p.Authorization = authorization
	}
	var b bytes.Buffer
	if json.Compact(&b, body) == nil {
		p.Compact = sha256Hex(b.Bytes())
	}
	return p
}

// hasOwnToken reports whether a delivery carries the token that NewHook made with its URL, in any
// header that agents use for it.
func hasOwnToken(h http.Header, token string) bool {
	return token != "" && slices.ContainsFunc(wire.PushTokenHeaders(), func(name string) bool { return slices.Contains(h.Values(name), token) })
}

func sha256Hex(p []byte) string {
	h := sha256.Sum256(p)
	return hex.EncodeToString(h[:])
}
