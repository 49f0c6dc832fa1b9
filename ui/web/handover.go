package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// A browser sends a cookie to every port of its host, and an agent may listen on any port of this
// machine. So the pages have a host of their own, with a random name that resolves to this machine.
// Only browsers that are signed in learn the name, and the cookie belongs to that host. The way
// there begins at the printed address:
//
//	127.0.0.1/?token=T, 127.0.0.1/handover?code=C   the door: its script navigates on
//	PRIVATE/handover?code=C                         sets the cookie
//	PRIVATE/                                        the page
//
// Only a request that a page of the same host makes carries a SameSite=Strict cookie and an
// acceptable Sec-Fetch-Site. That is why the last step is a page that refreshes, not a redirect.
// The door leaves a ticket in the browser's local storage, which belongs to one origin including
// its port. With it, addresses at 127.0.0.1 find the pages again.

// door is what the page at 127.0.0.1 hands to its script. It is empty for a browser that has
// shown neither token nor code.
type door struct {
	URL    string // the pages' URL, with a one-time code
	Ticket string // for the next visit
	Keep   string // code to register a key with, see browsers.go
}

// handover trades a one-time code for the cookie or, at this machine's usual names, for the door.
func (s *Site) handover(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet || strings.Contains(r.Header.Get("Sec-Purpose")+r.Header.Get("Purpose"), "prefetch") {
		s.writeBare(w, r, http.StatusServiceUnavailable, usedPage(s.Assets.URL)) // a prefetch must not use up the code
		return nil
	}
	q := r.URL.Query()
	code, now := q.Get("code"), s.Now()
	if !s.codes.spend(code, s.Token, now) && !s.codes.spend(code, s.session.Load().doorKey, now) {
		s.writeBare(w, r, http.StatusUnauthorized, usedPage(s.Assets.URL))
		return nil
	}
	to, err := url.Parse(q.Get("to"))
	if err != nil {
		to = &url.URL{}
	}
	s.handOver(w, r, localPath(to))
	return nil
}

// handOver lets in a browser that has shown the token or a code.
func (s *Site) handOver(w http.ResponseWriter, r *http.Request, to string) {
	if !s.guard.pagesAt(r) {
		w.Header().Set("Content-Security-Policy", doorPolicy)
		s.writeBare(w, r, http.StatusOK, doorPage(s.door(r, to), s.Assets.URL))
		return
	}
	s.setCookie(w, s.session.Load())
	w.Header().Set("Refresh", "0; url="+to)
	s.writeBare(w, r, http.StatusOK, arrivalPage(to, s.keepCode(r), s.Assets.URL))
}

func (s *Site) door(r *http.Request, to string) door {
	in := s.session.Load()
	q := url.Values{"code": {newCode(in.doorKey, s.Now())}, "to": {to}}
	return door{URL: s.guard.privateAt(r) + "/handover?" + q.Encode(), Ticket: in.ticket, Keep: s.keepCode(r)}
}

// doorPolicy allows the door to test whether the browser resolves the pages' host. It does not name
// that host, because anybody can see the door.
const doorPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' http://*.localhost:*; " +
	"img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func (s *Site) showDoor(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", doorPolicy)
	s.writeBare(w, r, http.StatusUnauthorized, doorPage(door{}, s.Assets.URL))
}

// trade exchanges the door's ticket for the address of the pages.
func (s *Site) trade(w http.ResponseWriter, r *http.Request) error {
	to, err := url.Parse(r.PostFormValue("to"))
	if err != nil || s.guard.pagesAt(r) || !equalSecrets(r.PostFormValue("ticket"), s.session.Load().ticket) {
		w.WriteHeader(http.StatusNoContent) // a ticket of an earlier launch is not an error
		return nil
	}
	return answerJSON(w, map[string]string{"go": s.door(r, localPath(to)).URL})
}

// noteHostFound answers the door's test: the browser resolves the pages' host.
func (s *Site) noteHostFound(w http.ResponseWriter, r *http.Request) error {
	if s.guard.private == "" || wire.HostName(r.Host) != s.guard.private {
		w.WriteHeader(http.StatusNotFound)
		return nil
	}
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// privateAt returns the origin of the pages as this browser reaches them. Behind a port forward
// the port differs from ours.
func (g guard) privateAt(r *http.Request) string {
	host := g.private
	if at := strings.LastIndexByte(r.Host, ':'); at > strings.LastIndexByte(r.Host, ']') {
		host += r.Host[at:]
	}
	return "http://" + host
}

// AllowLinks enables links to addresses that agents name, on pages at the private host only.
// Elsewhere such a link, or a redirect behind it, may lead to another port of the pages' host, and
// the browser would send the cookie there.
func (s *Site) AllowLinks(r *http.Request) *http.Request {
	if s.guard.private == "" || wire.HostName(r.Host) != s.guard.private {
		return r
	}
	return r.WithContext(part.WithLinks(r.Context()))
}
