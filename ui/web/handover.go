package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// A browser sends a cookie to every port of its host, and an agent may be on any
// of this machine's. So the pages have a host of their own, of a random name that
// resolves to this machine and that nobody is told but browsers that are signed
// in; the cookie is that host's. The way there begins at the printed address:
//
//	127.0.0.1/?token=T, 127.0.0.1/handover?code=C   the door: its script goes on
//	PRIVATE/handover?code=C                         sets the cookie
//	PRIVATE/                                        the page
//
// A SameSite=Strict cookie, and a Sec-Fetch-Site that is good, are had only by a
// request that a page of the same host makes: hence a page that refreshes, and no
// redirect, at the end. The door leaves a ticket in the browser's local storage,
// which is one origin's, port included: addresses at 127.0.0.1 find the pages by it.

// door is what the page at 127.0.0.1 hands over; empty for who has not shown
// anything yet.
type door struct {
	URL    string // address of the pages, with a one-time code
	Ticket string // to be asked with next time
	Keep   string // code to hand over a key with, see browsers.go
}

// handover is a one-time code that is traded for the cookie or, at this machine's
// usual names, for the door.
func (s *Site) handover(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet || strings.Contains(r.Header.Get("Sec-Purpose")+r.Header.Get("Purpose"), "prefetch") {
		s.writeBare(w, r, http.StatusServiceUnavailable, usedPage(s.Assets.URL)) // nobody has opened it yet
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

// handOver lets a browser that has shown the token or a code have a page.
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

// doorPolicy lets the door look whether the browser finds the pages' host. It
// does not name it: the door is shown to anybody.
const doorPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' http://*.localhost:*; " +
	"img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// showDoor answers who asks for a page at this machine's usual names.
func (s *Site) showDoor(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", doorPolicy)
	s.writeBare(w, r, http.StatusUnauthorized, doorPage(door{}, s.Assets.URL))
}

// trade gives the door's script the way on for its ticket.
func (s *Site) trade(w http.ResponseWriter, r *http.Request) error {
	to, err := url.Parse(r.PostFormValue("to"))
	if err != nil || s.guard.pagesAt(r) || !equalSecrets(r.PostFormValue("ticket"), s.session.Load().ticket) {
		w.WriteHeader(http.StatusNoContent) // a ticket of an earlier launch is no error
		return nil
	}
	return answerJSON(w, map[string]string{"go": s.door(r, localPath(to)).URL})
}

// noteHostFound tells the door's script that the browser finds the pages' host.
func (s *Site) noteHostFound(w http.ResponseWriter, r *http.Request) error {
	if s.guard.private == "" || wire.HostName(r.Host) != s.guard.private {
		w.WriteHeader(http.StatusNotFound)
		return nil
	}
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// privateAt is the origin of the pages as the browser that asks reaches them: the
// port may be another than ours where something forwards to it.
func (g guard) privateAt(r *http.Request) string {
	host := g.private
	if at := strings.LastIndexByte(r.Host, ':'); at > strings.LastIndexByte(r.Host, ']') {
		host += r.Host[at:]
	}
	return "http://" + host
}

// AllowLinks lets the pages at the private host link to where agents say. Elsewhere a
// link, or a redirect behind it, may lead to another port of the pages' host, which
// the browser would send the cookie to.
func (s *Site) AllowLinks(r *http.Request) *http.Request {
	if s.guard.private == "" || wire.HostName(r.Host) != s.guard.private {
		return r
	}
	return r.WithContext(part.WithLinks(r.Context()))
}
