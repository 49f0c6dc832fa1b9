package ui

import (
	"net/http"
	"slices"
)

// handler draws a page or carries out an action. What it returns becomes the
// error the person or program reads; see fail.
type handler func(w http.ResponseWriter, r *http.Request) error

// access says who may use a route.
type access int

const (
	byCookie access = iota // a signed-in browser
	byBearer               // a program with the token; never the cookie
	byAnyone               // assets, and what looks at credentials itself: nothing of the user's is in them
)

// route is one address of the console.
type route struct {
	pattern string // as net/http.ServeMux takes it
	handle  handler
	live    openView // the page's live half, served under /live + path
	access  access
	limit   int64 // bytes of request body; 0 means defaultLimit
}

const (
	defaultLimit = 1 << 20
	uploadLimit  = 96 << 20 // a message with files in it, base64 included
)

// routes is every address there is.
func (s *Server) routes() []route {
	return slices.Concat(s.ownRoutes(), s.trafficRoutes(), s.exchangeRoutes(), s.taskRoutes(), s.composeRoutes(), s.agentRoutes(),
		s.signInRoutes(), s.doctorRoutes(), s.sessionRoutes(), s.compareRoutes(), s.replayRoutes(), s.webhookRoutes(), s.paletteRoutes(), s.apiRoutes())
}

// ownRoutes are the addresses that no screen has.
func (s *Server) ownRoutes() []route {
	return []route{
		{pattern: "GET /static/", handle: s.asset, access: byAnyone},
		{pattern: "GET /favicon.ico", handle: s.favicon, access: byAnyone},
		{pattern: "GET /handover", handle: s.handover, access: byAnyone},
		{pattern: "POST /handover", handle: s.trade, access: byAnyone},
		{pattern: "GET /handover/found", handle: s.found, access: byAnyone},
		{pattern: "/api/", handle: s.notFound, access: byBearer},
	}
}

// mux builds the table. Unknown addresses get an error page in the frame.
func (s *Server) mux() *http.ServeMux {
	m := http.NewServeMux()
	for _, rt := range s.routes() {
		m.Handle(rt.pattern, s.guarded(rt, rt.handle))
		if rt.live != nil {
			m.Handle(livePattern(rt.pattern), s.guarded(rt, s.live(rt.live)))
		}
	}
	m.Handle("/", s.guarded(route{}, s.notFound))
	return m
}

func (s *Server) asset(w http.ResponseWriter, r *http.Request) error {
	s.assets.ServeHTTP(w, r)
	return nil
}

func (s *Server) favicon(w http.ResponseWriter, r *http.Request) error {
	http.Redirect(w, r, s.assets.URL("icon.svg"), http.StatusFound)
	return nil
}

func (s *Server) notFound(w http.ResponseWriter, r *http.Request) error {
	return fail(http.StatusNotFound, "There is no page at this address.",
		"The link may be from another version of the console, or mistyped.",
		"Start from Traffic, or press Ctrl K and search.")
}
