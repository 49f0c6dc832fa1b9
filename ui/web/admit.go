package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"
)

// admit checks the credentials of a request. If they do not suffice, it answers the
// request and returns true.
func (s *Site) admit(w http.ResponseWriter, r *http.Request, rt Route) (done bool) {
	switch rt.Access {
	case ByAnyone:
		return false
	case ByBearer:
		return s.admitBearer(w, r, rt)
	}
	if r.Method == http.MethodGet && equalSecrets(r.URL.Query().Get("token"), s.Token) {
		s.handOver(w, r, localPath(r.URL))
		return true
	}
	switch {
	case !s.sameOrigin(r):
		s.rejectForeign(w, r, rt)
	case !s.guard.pagesAt(r) && r.Method == http.MethodGet && !FromDatastar(r):
		s.showDoor(w, r)
	case !s.guard.pagesAt(r) || !s.signedIn(r):
		s.writeBare(w, r, http.StatusUnauthorized, unauthenticatedPage(s.Assets.URL))
	default:
		return false
	}
	return true
}

func (s *Site) admitBearer(w http.ResponseWriter, r *http.Request, rt Route) (done bool) {
	given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if ok && equalSecrets(given, s.Token) {
		return false
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	s.writeError(w, r, rt, Fail(http.StatusUnauthorized, "The API needs the console's token.",
		"Programs sign in with this token; a browser's cookie does not work here.",
		"Send Authorization: Bearer with the token from the address that serve printed."))
	return true
}

// sameOrigin reports whether a request comes from one of our pages or from the person (a typed
// address, a bookmark). Browsers without Sec-Fetch-Site send Origin with every cross-origin request
// whose effect or response another page could use.
func (s *Site) sameOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return true
	case "":
		o := r.Header.Get("Origin")
		u, err := url.Parse(o)
		return o == "" || err == nil && strings.EqualFold(u.Host, r.Host)
	}
	return false
}

// rejectForeign answers a request that another page made. If a person followed a link, one more
// click makes it their own request.
func (s *Site) rejectForeign(w http.ResponseWriter, r *http.Request, rt Route) {
	switch {
	case rt.Access == ByBearer:
		s.writeError(w, r, rt, Fail(http.StatusForbidden, "Another web page sent this request.",
			"The console only accepts requests from its own pages.", "Send it from a program."))
	case r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Dest") == "document":
		s.writeBare(w, r, http.StatusForbidden, followedPage(s.Assets.URL))
	default:
		s.writeBare(w, r, http.StatusForbidden, foreignPage(s.Assets.URL))
	}
}

// writeBare answers a browser that is not signed in, with a page that shows nothing of the record.
func (s *Site) writeBare(w http.ResponseWriter, r *http.Request, status int, c templ.Component) {
	if err := s.writePage(w, r, status, c, nil); err != nil {
		s.Logger.Error("draw a page", "path", r.URL.Path, "err", err)
	}
}

// localPath returns path, query and fragment of u without the token.
func localPath(u *url.URL) string {
	// A browser would read a path with two leading slashes as another host.
	to := url.URL{Path: "/" + strings.TrimLeft(u.Path, "/\\"), RawQuery: u.RawQuery, Fragment: u.Fragment}
	q := to.Query()
	if q.Has("token") {
		q.Del("token")
		to.RawQuery = q.Encode()
	}
	return to.String()
}
