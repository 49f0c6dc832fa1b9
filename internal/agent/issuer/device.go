package issuer

import (
	"cmp"
	"crypto/rand"
	"net/http"
	"strings"
	"time"
)

const (
	deviceLifetime = 5 * time.Minute
	pollSeconds    = 1
)

func (s *Issuer) deviceStart(w http.ResponseWriter, r *http.Request) {
	client, _, ok := s.authenticateClient(w, r)
	if !ok {
		return
	}
	secret, user := rand.Text(), rand.Text()[:4]+"-"+rand.Text()[:4]
	d := &device{user: user, allowed: s.opts.AutoApprove}
	d.grant = grant{client: client, scope: cmp.Or(r.PostForm.Get("scope"), Scope), expires: s.opts.Now().Add(deviceLifetime)}
	s.mu.Lock()
	putBounded(s.devices, secret, d)
	s.mu.Unlock()
	writeJSON(w, http.StatusOK, map[string]any{
		"device_code": secret, "user_code": user, "verification_uri": s.URL("/activate"),
		"expires_in": int(deviceLifetime.Seconds()), "interval": pollSeconds,
	})
}

func (s *Issuer) redeemDeviceCode(w http.ResponseWriter, r *http.Request, client string) {
	secret := r.PostForm.Get("device_code")
	s.mu.Lock()
	d := s.devices[secret]
	var was device
	if d != nil {
		was = *d
	}
	if d != nil && (was.allowed || was.denied) {
		delete(s.devices, secret)
	}
	s.mu.Unlock()
	switch {
	case d == nil || was.client != client:
		writeError(w, http.StatusBadRequest, "invalid_grant", "The device code is unknown or has been used.")
	case s.opts.Now().After(was.expires):
		writeError(w, http.StatusBadRequest, "expired_token", "")
	case was.denied:
		writeError(w, http.StatusBadRequest, "access_denied", "")
	case !was.allowed:
		writeError(w, http.StatusBadRequest, "authorization_pending", "")
	default:
		s.writeTokens(w, was.grant, s.newRefreshToken(was.grant))
	}
}

func (s *Issuer) activatePage(w http.ResponseWriter, r *http.Request) {
	writePage(w, http.StatusOK, pageData{
		Title: "Sign a device in", Text: "Type the code that the device shows. You are " + Person + ".",
		Action: s.URL("/activate"), Code: true, Typed: r.URL.Query().Get("user_code"), Choice: true,
	})
}

func (s *Issuer) activate(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	typed := strings.ToUpper(strings.TrimSpace(r.PostFormValue("user_code")))
	s.mu.Lock()
	found := false
	for _, d := range s.devices {
		if d.user == typed && !d.allowed && !s.opts.Now().After(d.expires) {
			found = true
			d.allowed = r.PostFormValue("choice") == "allow"
			d.denied = !d.allowed
		}
	}
	s.mu.Unlock()
	if !found {
		writePage(w, http.StatusNotFound, pageData{Title: "No device shows that code", Text: "The code may be mistyped or too old."})
		return
	}
	writePage(w, http.StatusOK, pageData{Title: "Done", Text: "You can close this tab."})
}
