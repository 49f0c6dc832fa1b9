package redact

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// secret is a secret value that is passing through a Redactor.
type secret struct {
	name   string
	kind   string // "" is derived from the value
	detail string
	offset int64
	length int64
	value  []byte // its beginning, from which kind and detail are derived
	print  fingerprint
	isReal bool // it contains more than filler
}

// Kinds of Redactions that may cover more than one secret.
const (
	kindEncoded    = "encoded"    // encoded bytes that contain secrets, or could not be searched
	kindUnreadable = "unreadable" // everything after a secret's name in malformed text
)

// Details of kindEncoded: why the bytes are filler.
const (
	detailNotInspected = "in an encoding that cannot be inspected"
	detailNotDecoded   = "could not be decoded"
	detailTooLarge     = "decodes to more than is inspected"
	detailTooLong      = "could not be inspected before it was recorded"
	detailTruncated    = "ends before all of it arrived"
)

// maxSecretBytes bounds how much of a secret is kept in value.
const maxSecretBytes = 8 << 10

func (s *secret) write(p []byte, with byte) {
	s.isReal = s.isReal || len(bytes.Trim(p, string(with))) > 0
	s.value = append(s.value, p[:min(len(p), maxSecretBytes-len(s.value))]...)
	s.print.Write(p)
}

// reach extends the secret to the offset to. If it has no start yet, it starts at from.
func (s *secret) reach(from, to int64) {
	if s.offset < 0 {
		s.offset = from
	}
	s.length = to - s.offset
}

func (s *secret) redaction(where string) wire.Redaction {
	x := wire.Redaction{Place: where, Name: s.name, Offset: s.offset, Length: s.length, Kind: s.kind, Detail: s.detail}
	if x.Kind == kindEncoded {
		return x
	}
	x.Fingerprint = s.print.text()
	if x.Kind == "" {
		x.Kind, x.Detail = describe(s.value)
	}
	return x
}

// fingerprint is a keyed hash of a secret. Without a key it is empty.
type fingerprint struct {
	hash.Hash
	key string // names the key
}

func newFingerprint(key []byte) fingerprint {
	if len(key) == 0 {
		return fingerprint{}
	}
	name := sha256.Sum256(key)
	return fingerprint{hmac.New(sha256.New, key), hex.EncodeToString(name[:2])}
}

func (f fingerprint) Write(p []byte) (int, error) {
	if f.Hash == nil {
		return len(p), nil
	}
	return f.Hash.Write(p)
}

func (f fingerprint) text() string {
	if f.Hash == nil {
		return ""
	}
	return wire.FormatFingerprint(f.key, hex.EncodeToString(f.Sum(nil)[:8]))
}

// describe derives the kind of a secret from its value and, for a JWT, a detail.
func describe(value []byte) (kind, detail string) {
	v := strings.TrimPrefix(string(value), "Bearer ")
	if d, ok := jwtDetail(v); ok {
		return "jwt", d
	}
	return "token", ""
}

// jwtDetail returns the issuer, audience, scope and expiry of a JWT (RFC 7519), which are not secret. It does
// not verify the signature.
func jwtDetail(v string) (string, bool) {
	parts := strings.Split(v, ".")
	if len(parts) != 3 || !strings.HasPrefix(v, "ey") {
		return "", false
	}
	claims := map[string]any{}
	d := json.NewDecoder(strings.NewReader(decodeBase64(parts[1])))
	d.UseNumber()
	if d.Decode(&claims) != nil {
		return "", false
	}
	var out []string
	for _, name := range []string{"iss", "aud", "scope", "scp"} {
		if v, ok := claims[name]; ok {
			out = append(out, name+"="+claim(v))
		}
	}
	if n, ok := claims["exp"].(json.Number); ok {
		if at, err := n.Float64(); err == nil && at > 0 && at < 1e11 {
			out = append(out, "exp="+time.Unix(int64(at), 0).UTC().Format(time.RFC3339))
		}
	}
	return strings.Join(out, " "), true
}

func claim(v any) string {
	text := fmt.Sprint(v)
	if _, ok := v.([]any); ok {
		text = strings.Trim(strings.ReplaceAll(text, " ", ","), "[]")
	}
	return clip.Bytes(text, 200)
}
