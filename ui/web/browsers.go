package web

import (
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web/browserkey"
)

// A browser that signed in once gets in again after a restart: it signs a nonce with a key that
// never leaves it. A cookie would not do, because a program that took the port meanwhile would
// receive it. Such a program can also have the key used, by serving its own pages at the port. So a
// signature counts for one nonce of this launch, and only for an origin with our port: it does not
// get that program in anywhere (SECURITY.md).

// keyOrigin returns the origin of the requesting page as its browser knows it, if keys count there:
// at names whose port nobody else can have while we have it. Otherwise it returns "".
func (s *Site) keyOrigin(r *http.Request) string {
	if s.BrowserKeys == "" || !s.guard.isExclusive {
		return "" // a plain host leaves [::1] to other programs, and 0.0.0.0 leaves them 127.0.0.1 on some systems
	}
	u := url.URL{Scheme: "http", Host: strings.ToLower(r.Host)}
	_, ours, err := net.SplitHostPort(s.guard.address)
	name, port := u.Hostname(), u.Port()
	if port == "" {
		port = "80"
	}
	if err != nil || port != ours || name != s.guard.private && !slices.Contains(loopback, name) {
		return ""
	}
	return u.String()
}

// keepCode returns a one-time code with which the page that the link has just signed in can
// register its key, or "" where keys are not accepted.
func (s *Site) keepCode(r *http.Request) string {
	if s.keyOrigin(r) == "" {
		return ""
	}
	return newCode(s.session.Load().keepKey, s.Now())
}

// nonce gives a browser a nonce to sign. The console stores nothing until the nonce is used.
func (s *Site) nonce(w http.ResponseWriter, r *http.Request) error {
	if s.keyOrigin(r) == "" {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return answerJSON(w, map[string]string{"nonce": newCode(s.session.Load().nonceKey, s.Now())})
}

// keepKey stores the key of a browser that opened the link.
func (s *Site) keepKey(w http.ResponseWriter, r *http.Request) error {
	s.signing.RLock() // excludes signOut
	defer s.signing.RUnlock()
	origin := s.keyOrigin(r)
	if origin == "" || !s.codes.spend(r.PostFormValue("code"), s.session.Load().keepKey, s.Now()) {
		w.WriteHeader(http.StatusNoContent) // a page that was opened again is not an error
		return nil
	}
	status := http.StatusCreated
	if err := s.BrowserKeys.Add(origin, r.PostFormValue("key"), browserkey.NameOf(r.UserAgent()), s.Now()); err != nil {
		s.Logger.Warn("keep the key of a browser", "err", err)
		status = http.StatusConflict
	}
	w.WriteHeader(status)
	return nil
}

// prove signs in a browser that signed a nonce, or leads it from the door to the pages. An unknown
// browser gets an empty response, not an error.
func (s *Site) prove(w http.ResponseWriter, r *http.Request) error {
	s.signing.RLock() // a browser that signOut signs out meanwhile must get nothing of the next session
	defer s.signing.RUnlock()
	in, origin := s.session.Load(), s.keyOrigin(r)
	to, err := url.Parse(r.PostFormValue("to"))
	if err != nil || origin == "" || !s.proven(r, origin, in) {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if !s.guard.pagesAt(r) {
		return answerJSON(w, map[string]string{"go": s.door(r, localPath(to)).URL})
	}
	s.setCookie(w, in)
	return answerJSON(w, map[string]string{"go": localPath(to)})
}

// proven reports whether a request carries a valid signature of a known browser for a nonce of this
// session. Only such a signature uses up a nonce, so nobody else can fill our memory.
func (s *Site) proven(r *http.Request, origin string, in *session) bool {
	key, nonce := r.PostFormValue("key"), r.PostFormValue("nonce")
	known, err := s.BrowserKeys.Has(origin, key, s.Now())
	if known && browserkey.Proves(key, origin, nonce, r.PostFormValue("signature")) && s.codes.spend(nonce, in.nonceKey, s.Now()) {
		known, err = s.BrowserKeys.Use(origin, key, s.Now())
	} else {
		known = false
	}
	if err != nil {
		s.Logger.Warn("let a browser in again", "err", err)
	}
	return known
}

// listBrowsers shows each browser once: one that opened the link also has a key for the
// door, at a loopback name.
func (s *Site) listBrowsers(w http.ResponseWriter, r *http.Request) error {
	var all []browserkey.Browser
	var err error
	if s.BrowserKeys != "" {
		all, err = s.BrowserKeys.Browsers(s.Now())
		all = slices.DeleteFunc(all, func(b browserkey.Browser) bool {
			return slices.Contains(loopback, wire.HostName(strings.TrimPrefix(b.Origin, "http://")))
		})
	}
	return s.Morph(w, r, browserList(all, s.keyOrigin(r) != "", err, s.Now()))
}

// signOut invalidates the cookies, streams and keys of all browsers.
func (s *Site) signOut(w http.ResponseWriter, r *http.Request) error {
	s.signing.Lock()
	defer s.signing.Unlock()
	if s.BrowserKeys != "" {
		if err := s.BrowserKeys.Forget(); err != nil {
			return err
		}
	}
	s.session.Swap(s.newSession(randomToken())).end()
	return s.GoTo(w, r, "/")
}

func answerJSON(w http.ResponseWriter, v any) error {
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(v)
}
