package ui

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/wire"
)

// policy is the Content-Security-Policy of every page. Nothing inline runs, and no
// text becomes code: Datastar's expressions are compiled when the console is built.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' data:; media-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// guard knows who may come in.
type guard struct {
	address string   // host:port for links
	hosts   []string // accepted in the Host header, lower case
	token   string
	cookie  string // name of the cookie: one per port, since cookies ignore ports
	pass    string // value of the cookie; not the token, because every port of this machine sees it
	cross   *http.CrossOriginProtection
}

func newGuard(listen, token string, allow []string) (guard, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return guard{}, fmt.Errorf("read the address: %w", err)
	}
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte("cookie"))
	g := guard{
		hosts:  []string{"127.0.0.1", "localhost", "::1"},
		token:  token,
		cookie: "a2a-console-" + port,
		pass:   hex.EncodeToString(mac.Sum(nil)),
		cross:  http.NewCrossOriginProtection(),
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	g.address = net.JoinHostPort(host, port)
	for _, h := range append(allow, host) {
		g.hosts = append(g.hosts, wire.HostName(h))
	}
	return g, nil
}

// host refuses requests that name another host than ours: a page of a hostile
// site whose name was made to point at this machine sends its own (DNS
// rebinding). It stands before routing, so that nothing is exempt.
func (g guard) host(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := wire.HostName(r.Host)
		if !slices.Contains(g.hosts, name) {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.WriteHeader(http.StatusMisdirectedRequest)
			fmt.Fprintf(w, "The console does not answer to the host name %q, because a hostile web page could use it to get in.\n"+
				"If the name is yours, start the console with --allow-host and that name.\n", name)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// headers sets what every response carries.
func headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // a form sent without script leads back; see Server.back
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// guarded applies a route's rules, in the order in which they are cheapest to
// break: origin, token, size.
func (s *Server) guarded(rt route, h handler) http.Handler {
	limit := rt.limit
	if limit == 0 {
		limit = defaultLimit
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.guard.cross.Check(r); err != nil {
			s.problem(w, r, rt, fail(http.StatusForbidden, "This request came from another web page.",
				"The console only takes orders from its own pages.", "Open the console itself and try there."))
			return
		}
		if done := s.admit(w, r, rt); done {
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		if err := h(w, r); err != nil {
			s.problem(w, r, rt, err)
		}
	})
}

// admit lets a request with the right credentials through; otherwise it has
// answered and reports true.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, rt route) (done bool) {
	switch rt.access {
	case byAnyone:
		return false
	case byBearer:
		given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if ok && same(given, s.Token) {
			return false
		}
		w.Header().Set("WWW-Authenticate", "Bearer")
		s.problem(w, r, rt, fail(http.StatusUnauthorized, "The API needs the console's token.",
			"Programs sign in with it; the browser's cookie does not count here.",
			"Send Authorization: Bearer with the token from the address that serve printed."))
		return true
	}
	if given := r.URL.Query().Get("token"); given != "" && r.Method == http.MethodGet {
		if same(given, s.Token) {
			s.signIn(w, r)
			return true
		}
	} else if c, err := r.Cookie(s.guard.cookie); err == nil && same(c.Value, s.guard.pass) {
		return false
	}
	s.stranger(w, r)
	return true
}

// signIn swaps the token in the address for a cookie.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: s.guard.cookie, Value: s.guard.pass, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	u := *r.URL
	q := u.Query()
	q.Del("token")
	u.RawQuery = q.Encode()
	u.Scheme, u.Host = "", ""
	// A path that begins with two slashes would be read as another host.
	u.Path = "/" + strings.TrimLeft(u.Path, "/\\")
	u.RawPath = ""
	http.Redirect(w, r, u.RequestURI(), http.StatusSeeOther)
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
