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

// secret is one value on its way through a Redactor.
type secret struct {
	name   string
	kind   string // "" is worked out from the value
	detail string
	offset int64
	length int64
	value  []byte // its beginning, for kind and detail
	print  fingerprint
	isReal bool // it is more than filler
}

// Kinds of Redactions that cover more than a secret.
const (
	kindEncoded    = "encoded"    // bytes that hold secrets, and cannot be replaced one by one
	kindUnreadable = "unreadable" // what follows a name of secrets in text that makes no sense
)

// Details of such filler: why there is any.
const (
	detailNotInspected = "in an encoding that cannot be looked into"
	detailNotDecoded   = "could not be undone"
	detailTooLarge     = "unfolds to more than is looked into"
	detailTooLong      = "could not be looked into before it was kept"
	detailTruncated    = "ends before all of it came"
)

// maxSecretBytes bounds the beginning of a secret that is looked at.
const maxSecretBytes = 8 << 10

// write adds to the value.
func (s *secret) write(p []byte, with byte) {
	s.isReal = s.isReal || len(bytes.Trim(p, string(with))) > 0
	s.value = append(s.value, p[:min(len(p), maxSecretBytes-len(s.value))]...)
	s.print.Write(p)
}

// reach notes that the secret goes on to an offset.
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

// fingerprint is a keyed hash of a secret. Without a key there is none.
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

// Write adds to the hash.
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

// describe says what kind of secret a value is, and for a JWT whose.
func describe(value []byte) (kind, detail string) {
	v := strings.TrimPrefix(string(value), "Bearer ")
	if d, ok := jwtDetail(v); ok {
		return "jwt", d
	}
	return "token", ""
}

// jwtDetail tells the issuer, audience, scope and expiry of a JWT (RFC 7519),
// which are not secret. The signature is not looked at.
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
