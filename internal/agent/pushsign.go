package agent

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// keysPath is where agents of 0.1 publish their signing keys.
const keysPath = "/.well-known/jwks.json"

// signer signs push notifications as agents of 0.1 do: a JWT over a hash of the body. It creates
// its key on first use. Safe for concurrent use.
type signer struct {
	once sync.Once
	key  jose.JSONWebKey
	err  error
}

func (s *signer) makeKey() error {
	s.once.Do(func() {
		k, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			s.err = fmt.Errorf("make a signing key: %w", err)
			return
		}
		s.key = jose.JSONWebKey{Key: k, KeyID: "push-1", Algorithm: string(jose.RS256), Use: "sig"}
	})
	return s.err
}

func (s *signer) sign(body []byte, at time.Time) (string, error) {
	sum := sha256.Sum256(body)
	claims, err := json.Marshal(map[string]any{"iat": at.Unix(), "request_body_sha256": hex.EncodeToString(sum[:])})
	if err != nil {
		return "", fmt.Errorf("sign a push notification: %w", err)
	}
	jwt, err := s.signPayload(claims, map[jose.HeaderKey]any{"typ": "JWT"})
	if err != nil {
		return "", fmt.Errorf("sign a push notification: %w", err)
	}
	return jwt, nil
}

func (s *signer) keys(w http.ResponseWriter, _ *http.Request) {
	if err := s.makeKey(); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{s.key.Public()}}) // ignore a client that left
}

// verifyURL asks a URL whether it accepts notifications, as 0.1's sample agents do: it must echo
// the token.
func (s *pushSender) verifyURL(ctx context.Context, to, token string) error {
	place := wire.StripQuery(to)
	u, err := url.Parse(to)
	if err != nil {
		return fmt.Errorf("check %s: %w", place, stripURL(err))
	}
	q := u.Query()
	q.Set("validationToken", token)
	u.RawQuery = q.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return fmt.Errorf("check %s: %w", place, stripURL(err))
	}
	req.Header.Set("User-Agent", "a2a-console-agent")
	res, err := s.client.Do(req)
	if err != nil {
		return fmt.Errorf("check %s: %w", place, stripURL(err))
	}
	defer res.Body.Close()
	echo, err := io.ReadAll(io.LimitReader(res.Body, 4<<10))
	if err != nil || string(echo) != token {
		return fmt.Errorf("check %s: it does not echo the validation token", place)
	}
	return nil
}
