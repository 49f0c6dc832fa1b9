package issuer

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/go-jose/go-jose/v4"
)

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

func (s *Issuer) token(w http.ResponseWriter, r *http.Request) {
	client, proved, ok := s.authenticateClient(w, r)
	if !ok {
		return
	}
	switch r.PostForm.Get("grant_type") {
	case "client_credentials":
		if !proved {
			writeError(w, http.StatusUnauthorized, "invalid_client", "Client credentials require the client's secret.")
			return
		}
		s.writeTokens(w, grant{client: client, scope: cmp.Or(r.PostForm.Get("scope"), Scope)}, "")
	case "authorization_code":
		s.redeemCode(w, r, client)
	case "refresh_token":
		s.redeemRefreshToken(w, r, client)
	case deviceGrant:
		s.redeemDeviceCode(w, r, client)
	default:
		writeError(w, http.StatusBadRequest, "unsupported_grant_type", "")
	}
}

// authenticateClient parses the form and reads the client's credentials from Basic or the form. It
// accepts a client without a secret, then proved is false; it answers a wrong one with an error.
func (s *Issuer) authenticateClient(w http.ResponseWriter, r *http.Request) (id string, proved, ok bool) {
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	if err := r.ParseForm(); err != nil {
		writeError(w, http.StatusBadRequest, "invalid_request", "The form could not be read.")
		return "", false, false
	}
	id, secret, basic := r.BasicAuth()
	if !basic {
		id, secret = r.PostForm.Get("client_id"), r.PostForm.Get("client_secret")
	}
	proved = subtle.ConstantTimeCompare([]byte(secret), []byte(ClientSecret)) == 1
	if id != ClientID || secret != "" && !proved {
		if basic {
			w.Header().Set("WWW-Authenticate", `Basic realm="issuer"`)
		}
		writeError(w, http.StatusUnauthorized, "invalid_client", "This server has only the client "+ClientID+", with its own secret.")
		return "", false, false
	}
	return id, proved, true
}

func (s *Issuer) redeemCode(w http.ResponseWriter, r *http.Request, client string) {
	f := r.PostForm
	s.mu.Lock()
	g, ok := s.codes[f.Get("code")]
	delete(s.codes, f.Get("code"))
	s.mu.Unlock()
	sum := sha256.Sum256([]byte(f.Get("code_verifier")))
	challenge := base64.RawURLEncoding.EncodeToString(sum[:])
	switch {
	case !ok || s.opts.Now().After(g.expires) || g.client != client:
		writeError(w, http.StatusBadRequest, "invalid_grant", "The code is unknown, has been used or is too old.")
	case g.redirect != f.Get("redirect_uri"):
		writeError(w, http.StatusBadRequest, "invalid_grant", "The redirect URI differs from that of the authorization request.")
	case g.challenge != challenge:
		writeError(w, http.StatusBadRequest, "invalid_grant", "The code verifier does not match the challenge.")
	default:
		s.writeTokens(w, g, s.newRefreshToken(g))
	}
}

func (s *Issuer) redeemRefreshToken(w http.ResponseWriter, r *http.Request, client string) {
	old := r.PostForm.Get("refresh_token")
	s.mu.Lock()
	g, ok := s.refresh[old]
	delete(s.refresh, old)
	s.mu.Unlock()
	if !ok || g.client != client {
		writeError(w, http.StatusBadRequest, "invalid_grant", "The refresh token is unknown or has been used.")
		return
	}
	g.nonce = ""
	s.writeTokens(w, g, s.newRefreshToken(g))
}

func (s *Issuer) newRefreshToken(g grant) string {
	t := rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	putBounded(s.refresh, t, g)
	return t
}

func (s *Issuer) writeTokens(w http.ResponseWriter, g grant, refresh string) {
	now := s.opts.Now()
	until := now.Add(s.opts.TokenLifetime).Unix()
	access, err := s.sign(map[string]any{
		"iss": s.URL(""), "sub": Person, "aud": "a2a-agent", "client_id": g.client, "scope": g.scope,
		"iat": now.Unix(), "exp": until, "jti": rand.Text(),
	})
	out := map[string]any{"access_token": access, "token_type": "Bearer", "expires_in": int(s.opts.TokenLifetime.Seconds()), "scope": g.scope}
	if refresh != "" {
		out["refresh_token"] = refresh
	}
	if err == nil && slices.Contains(strings.Fields(g.scope), "openid") {
		id := map[string]any{"iss": s.URL(""), "sub": "demo", "email": Person, "aud": g.client, "iat": now.Unix(), "exp": until}
		if g.nonce != "" {
			id["nonce"] = g.nonce
		}
		out["id_token"], err = s.sign(id)
	}
	if err != nil {
		writeError(w, http.StatusInternalServerError, "server_error", err.Error())
		return
	}
	writeJSON(w, http.StatusOK, out)
}

func (s *Issuer) sign(claims map[string]any) (string, error) {
	b, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	jws, err := s.signer.Sign(b)
	if err != nil {
		return "", err
	}
	return jws.CompactSerialize()
}

// Verify returns the scopes of an access token of this issuer; ok is false if it is invalid or
// expired.
func (s *Issuer) Verify(token string) (scopes []string, ok bool) {
	jws, err := jose.ParseSignedCompact(token, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		return nil, false
	}
	body, err := jws.Verify(s.key.Public())
	var c struct {
		Iss, Aud, Scope string
		Exp             int64
	}
	if err != nil || json.Unmarshal(body, &c) != nil {
		return nil, false
	}
	if c.Iss != s.URL("") || c.Aud != "a2a-agent" || s.opts.Now().Unix() >= c.Exp {
		return nil, false
	}
	return strings.Fields(c.Scope), true
}

func writeError(w http.ResponseWriter, status int, code, text string) {
	out := map[string]string{"error": code}
	if text != "" {
		out["error_description"] = text
	}
	writeJSON(w, status, out)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // ignore a client that left
}
