package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"
)

// codeLife is how long a one-time code is valid. A browser may have to start first.
const codeLife = 2 * time.Minute

// clockSlack is how far the clock may be set back between making a code and using it. A code from
// further in the future would be valid for as long as the clock was wrong.
const clockSlack = 10 * time.Second

// A one-time code consists of its expiry (8 bytes, Unix seconds), 16 random bytes, and a MAC of
// both. Whoever holds the token can make one, and nobody needs to store unused ones.
const codeBody = 8 + 16

func newCode(token string, now time.Time) string {
	b := make([]byte, codeBody)
	binary.BigEndian.PutUint64(b, uint64(now.Add(codeLife).Unix()))
	rand.Read(b[8:])
	return base64.RawURLEncoding.EncodeToString(append(b, mac(token, "code", b)...))
}

func mac(token, purpose string, b []byte) []byte {
	m := hmac.New(sha256.New, []byte(token))
	m.Write([]byte(purpose))
	m.Write(b)
	return m.Sum(nil)
}

// deriveSecret derives a secret from the token. It does not reveal the token.
func deriveSecret(token, purpose string) string { return hex.EncodeToString(mac(token, purpose, nil)) }

// codes remembers used one-time codes until they expire. Safe for concurrent use.
type codes struct {
	mu    sync.Mutex
	spent map[string]time.Time // expiry by the code's bytes, since a code has several encodings
}

// spend reports whether a code is valid, and uses it up.
func (c *codes) spend(code, token string, now time.Time) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(code)
	if err != nil || len(b) != codeBody+sha256.Size || !hmac.Equal(b[codeBody:], mac(token, "code", b[:codeBody])) {
		return false
	}
	expires := time.Unix(int64(binary.BigEndian.Uint64(b)), 0)
	c.mu.Lock()
	defer c.mu.Unlock()
	for old, until := range c.spent {
		if now.After(until) {
			delete(c.spent, old)
		}
	}
	if _, used := c.spent[string(b)]; used || now.After(expires) || expires.Sub(now) > codeLife+clockSlack {
		return false
	}
	if c.spent == nil {
		c.spent = map[string]time.Time{}
	}
	c.spent[string(b)] = expires
	return true
}

// OneTime returns an address that signs a browser in as address does, but once and within two
// minutes: other users of this machine may see it in the list of processes. address is what
// Site.URL returns.
func OneTime(address string, now time.Time) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("read the console's address: %w", err)
	}
	token := u.Query().Get("token")
	if token == "" {
		return "", errors.New("read the console's address: it has no token")
	}
	return u.Scheme + "://" + u.Host + "/handover?" + url.Values{"code": {newCode(token, now)}}.Encode(), nil
}
