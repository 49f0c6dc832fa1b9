package web

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
)

// session is what signed-in browsers have of the console, until it ends or all are signed out.
type session struct {
	pass   string // value of the cookie; not the token, because every port of its host sees it
	ticket string // what the script of a page at address may be handed the pages for, see handover.go

	nonceKey, keepKey, doorKey string // of the codes that a browser signs, hands its key over with, and comes from the door with

	ctx context.Context // of the streams
	end context.CancelFunc
}

// newSession makes one of a secret.
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

// setCookie signs a browser in.
func (s *Site) setCookie(w http.ResponseWriter, in *session) {
	http.SetCookie(w, &http.Cookie{Name: s.guard.cookie, Value: in.pass, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
}

// signedIn reports whether any of the cookies of our name is ours. Another port
// or host may have set one of the same name, which browsers then send along.
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
			return nil // they were just now
		}
		return stream(w, r.WithContext(ctx))
	}
}
