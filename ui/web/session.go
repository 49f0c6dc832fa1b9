package web

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
)

// session holds the secrets of signed-in browsers, until the console ends or signs all out.
type session struct {
	pass   string // value of the cookie; not the token, because every port of the host sees it
	ticket string // a door's script trades it for the address of the pages, see handover.go

	nonceKey, keepKey, doorKey string // MAC keys for nonces that a browser signs, codes that register a browser's key, and codes that a door hands over

	ctx context.Context // the context of the session's streams
	end context.CancelFunc
}

func (s *Site) newSession(secret string) *session {
	in := &session{pass: deriveSecret(secret, "cookie"), ticket: deriveSecret(secret, "ticket"), nonceKey: deriveSecret(secret, "nonce"), keepKey: deriveSecret(secret, "keep"), doorKey: deriveSecret(secret, "door")}
	in.ctx, in.end = context.WithCancel(s.ctx)
	return in
}

func randomToken() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

func (s *Site) setCookie(w http.ResponseWriter, in *session) {
	http.SetCookie(w, &http.Cookie{Name: s.guard.cookie, Value: in.pass, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
}

// signedIn reports whether any cookie of our name is valid. Another port or host may have set one
// of the same name, which the browser then sends too.
func (s *Site) signedIn(r *http.Request) bool {
	in, pass := false, s.session.Load().pass
	for _, c := range r.CookiesNamed(s.guard.cookie) {
		in = equalSecrets(c.Value, pass) || in
	}
	return in
}

// whileSignedIn ends a stream when all browsers are signed out.
func (s *Site) whileSignedIn(stream Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(s.session.Load().ctx, cancel)()
		if !s.signedIn(r) {
			return nil // signed out just now
		}
		return stream(w, r.WithContext(ctx))
	}
}
