package web

import (
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// policy is the Content-Security-Policy of every page that sets no other. Nothing inline runs, and
// no text becomes code: Datastar's expressions are compiled when the console is built.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' data:; media-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// guard decides which hosts and browsers are let in.
type guard struct {
	address     string   // host:port for links
	hosts       []string // accepted in the Host header, lower case
	private     string   // the pages' own host name; "" if they are served at all of hosts
	isExclusive bool     // nobody else can have our port at this machine's usual names or at private
	token       string
	cookie      string // one name per port, since cookies ignore ports
	cross       *http.CrossOriginProtection
}

// loopback names are accepted by every console.
var loopback = []string{"127.0.0.1", "localhost", "::1"}

func newGuard(o Options) (guard, error) {
	host, port, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return guard{}, fmt.Errorf("read the address: %w", err)
	}
	g := guard{
		hosts:   slices.Clone(loopback),
		private: wire.HostName(o.PrivateHost),
		token:   o.Token,
		cookie:  "a2a-console-" + port,
		cross:   http.NewCrossOriginProtection(),
	}
	ip := net.ParseIP(host)
	g.isExclusive = g.private != "" && ip.IsLoopback()
	if ip == nil || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	g.address = net.JoinHostPort(host, port)
	for _, h := range append(slices.Clone(o.AllowHosts), host) {
		g.hosts = append(g.hosts, wire.HostName(h))
	}
	if g.private != "" {
		g.hosts = append(g.hosts, g.private)
	}
	return g, nil
}

// host rejects requests for another host name. A hostile site can make its name resolve to
// this machine (DNS rebinding), but its requests then carry that name. host runs before
// routing, so that nothing is exempt.
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

// pagesAt reports whether the pages are served at the request's host. With a private host they are
// not served at this machine's usual names, whose cookies a browser sends to every port.
func (g guard) pagesAt(r *http.Request) bool {
	return g.private == "" || !thisMachine(wire.HostName(r.Host))
}

// thisMachine reports whether a host name, in lower case, is one of this
// machine's well-known names.
func thisMachine(name string) bool {
	ip, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

func headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // lets referrerPath find the page that a form without script came from
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// guarded checks a request's origin, its credentials and its size before h handles it.
func (s *Site) guarded(rt Route, h Handler) http.Handler {
	limit := rt.Limit
	if limit == 0 {
		limit = defaultLimit
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.guard.cross.Check(r); err != nil {
			s.rejectForeign(w, r, rt)
			return
		}
		if done := s.admit(w, r, rt); done {
			return
		}
		r = s.AllowLinks(r)
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		if err := h(w, r); err != nil {
			s.writeError(w, r, rt, err)
		}
	})
}

func equalSecrets(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
