package web

import (
	"net/http"
	"strings"
)

// Handler draws a page or performs an action. An error made with Fail is shown to the person or
// program; any other error becomes a 500 with its text.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Access says who may use a route.
type Access int

const (
	ByCookie Access = iota // a signed-in browser
	ByBearer               // a program with the token; a cookie does not count
	ByAnyone               // assets, and handlers that check credentials themselves; they reveal no data of the user
)

// Route is an address of the console.
type Route struct {
	Pattern string // as net/http.ServeMux takes it
	Handle  Handler
	Live    OpenView // the page's live half, served under /live + path
	Access  Access
	Limit   int64 // bytes of request body; 0 means defaultLimit
}

// Verbs returns a route for each verb, which replaces {do} in the pattern. The handler finds the
// verb in r.PathValue("do").
func Verbs(rt Route, verbs ...string) []Route {
	out := make([]Route, len(verbs))
	for i, verb := range verbs {
		out[i] = rt
		out[i].Pattern = strings.Replace(rt.Pattern, "{do}", verb, 1)
		out[i].Handle = func(w http.ResponseWriter, r *http.Request) error {
			r.SetPathValue("do", verb)
			return rt.Handle(w, r)
		}
	}
	return out
}

const (
	defaultLimit = 1 << 20
	UploadLimit  = 96 << 20 // a message with files in it, base64 included
)

// Routes returns the addresses that belong to no screen.
func (s *Site) Routes() []Route {
	return []Route{
		{Pattern: "GET /static/", Handle: s.asset, Access: ByAnyone},
		{Pattern: "GET /favicon.ico", Handle: s.favicon, Access: ByAnyone},
		{Pattern: "GET /handover", Handle: s.handover, Access: ByAnyone},
		{Pattern: "POST /handover", Handle: s.trade, Access: ByAnyone},
		{Pattern: "POST /browser/nonce", Handle: s.nonce, Access: ByAnyone},
		{Pattern: "POST /browser/prove", Handle: s.prove, Access: ByAnyone},
		{Pattern: "POST /browser/keep", Handle: s.keepKey, Access: ByAnyone},
		{Pattern: "GET /browsers", Handle: s.listBrowsers},
		{Pattern: "POST /browsers/sign-out", Handle: s.signOut},
		{Pattern: "GET /handover/found", Handle: s.noteHostFound, Access: ByAnyone},
		{Pattern: "/api/", Handle: s.NotFound, Access: ByBearer},
	}
}

func (s *Site) asset(w http.ResponseWriter, r *http.Request) error {
	s.Assets.ServeHTTP(w, r)
	return nil
}

func (s *Site) favicon(w http.ResponseWriter, r *http.Request) error {
	http.Redirect(w, r, s.Assets.URL("icon.svg"), http.StatusFound)
	return nil
}

func (s *Site) NotFound(w http.ResponseWriter, r *http.Request) error {
	return Fail(http.StatusNotFound, "There is no page at this address.",
		"The link may be from another version of the console, or mistyped.",
		"Start from Traffic, or press Ctrl K and search.")
}
