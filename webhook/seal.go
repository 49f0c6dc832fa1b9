package webhook

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"
)

// Seal is what proves a delivery and is not on record: credentials are kept in
// memory only, so that a signature can be checked once its keys are known.
type Seal struct {
	At            time.Time
	Authorization []string // the header's values
	Sum           string   // SHA-256 of the body, in hexadecimal
	Compact       string   // the same of the body as compact JSON, "" when it is none
}

const (
	// sealsKept is how many of the latest deliveries can be proved.
	sealsKept = 2000
	// sealedSize is the most bytes of credentials that are kept of one.
	sealedSize = 16 << 10
)

// Seal returns the seal of a recorded delivery, false when it is too old or of
// another run.
func (r *Receiver) Seal(exchange string) (Seal, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s, ok := r.seals[exchange]
	return s, ok
}

func (r *Receiver) keep(exchange string, s Seal) {
	if exchange == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.sealed) == sealsKept {
		delete(r.seals, r.sealed[0])
		r.sealed = append(r.sealed[:0], r.sealed[1:]...)
	}
	r.seals[exchange] = s
	r.sealed = append(r.sealed, exchange)
}

func sealOf(at time.Time, authorization []string, body []byte) Seal {
	s := Seal{At: at, Sum: sum(body)}
	if len(strings.Join(authorization, "")) <= sealedSize {
		s.Authorization = authorization
	}
	var b bytes.Buffer
	if json.Compact(&b, body) == nil {
		s.Compact = sum(b.Bytes())
	}
	return s
}

func sum(p []byte) string {
	h := sha256.Sum256(p)
	return hex.EncodeToString(h[:])
}
