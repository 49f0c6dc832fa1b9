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

// DeliveryProof is what a delivery's signature is checked with and is not on
// record: its credentials, kept in memory only, and checksums of its body. The
// signer's keys may become known later than the delivery.
type DeliveryProof struct {
	At            time.Time
	Authorization []string // the header's values
	Sum           string   // SHA-256 of the body, in hexadecimal
	Compact       string   // the same of the body as compact JSON, "" when it is not JSON
	OwnToken      bool     // it carried the token that was made with its address
}

const (
	// proofsKept is how many of the latest deliveries have their proof kept.
	proofsKept = 2000
	// credentialsKept is the most bytes of credentials kept of one delivery.
	credentialsKept = 16 << 10
)

// DeliveryProof returns the proof of a recorded delivery, false when it is too
// old or of another run.
func (r *Receiver) DeliveryProof(exchange string) (DeliveryProof, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p, ok := r.proofs[exchange]
	return p, ok
}

func (r *Receiver) keepProof(exchange string, p DeliveryProof) {
	if exchange == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.proved) == proofsKept {
		delete(r.proofs, r.proved[0])
		r.proved = append(r.proved[:0], r.proved[1:]...)
	}
	r.proofs[exchange] = p
	r.proved = append(r.proved, exchange)
}

func proofOf(at time.Time, authorization []string, body []byte) DeliveryProof {
	p := DeliveryProof{At: at, Sum: sum(body)}
	if len(strings.Join(authorization, "")) <= credentialsKept {
		p.Authorization = authorization
	}
	var b bytes.Buffer
	if json.Compact(&b, body) == nil {
		p.Compact = sum(b.Bytes())
	}
	return p
}

// ownToken reports whether a delivery carries the token that was made with its address, in
// either header that agents send one in.
func ownToken(h http.Header, token string) bool {
	return token != "" && slices.ContainsFunc(wire.PushTokenHeaders(), func(name string) bool { return slices.Contains(h.Values(name), token) })
}

func sum(p []byte) string {
	h := sha256.Sum256(p)
	return hex.EncodeToString(h[:])
}
