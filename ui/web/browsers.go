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

// A browser that was signed in once is let in again after the console was started anew: it
// signs a nonce with a key that never leaves it. Cookies would not do: a program that took
// the port meanwhile was sent them. It can have the key used as well, by pages of its own at
// the port. So a signature counts for one nonce of this launch, and for the origin of its page,
// whose port must be ours: it gets that program in nowhere (SECURITY.md).

// keyOrigin is the origin of the pages that ask, as a browser has it, where a key counts: at
// names whose port nobody else can have while we have it. It is "" elsewhere.
func (s *Site) keyOrigin(r *http.Request) string {
	if s.BrowserKeys == "" || !s.guard.isExclusive {
		return "" // a plain host leaves [::1] to others, and 0.0.0.0 leaves them 127.0.0.1 on some systems
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

// keepCode lets a page that the link signed in hand over a key, once; "" where none counts.
func (s *Site) keepCode(r *http.Request) string {
	if s.keyOrigin(r) == "" {
		return ""
	}
	return newCode(s.session.Load().keepKey, s.Now())
}

// nonce gives a browser what it is to sign. It is kept by nobody until it is used.
func (s *Site) nonce(w http.ResponseWriter, r *http.Request) error {
	if s.keyOrigin(r) == "" {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return answerJSON(w, map[string]string{"nonce": newCode(s.session.Load().nonceKey, s.Now())})
}

// keepKey takes the key of a browser that has opened the link.
func (s *Site) keepKey(w http.ResponseWriter, r *http.Request) error {
	s.signing.RLock() // nobody signs all out meanwhile
	defer s.signing.RUnlock()
	origin := s.keyOrigin(r)
	if origin == "" || !s.codes.spend(r.PostFormValue("code"), s.session.Load().keepKey, s.Now()) {
		w.WriteHeader(http.StatusNoContent) // a page that was opened again is no error
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

// prove signs a browser in that has signed a nonce, or leads it from the door to the pages. An
// unknown browser is no error: it is told nothing.
func (s *Site) prove(w http.ResponseWriter, r *http.Request) error {
	s.signing.RLock() // who is signed out meanwhile gets nothing of the session that follows
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

// proven reports whether a request has the signature of a browser that is let in, for a nonce of
// this session. Only such a signature uses a nonce up, so nobody else can fill our memory.
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

// listBrowsers shows those that are let in again, each once: a browser that opened the link has a
// key for the door, too.
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

// signOut ends what every browser has of this console, and lets none in again.
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
