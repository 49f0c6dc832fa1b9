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
	return slices.Concat(s.apiRoutes(), s.replayRoutes(), s.signInRoutes(), s.webhookRoutes(), s.doctorRoutes(), []route{
		{pattern: "GET /static/", handle: s.asset, access: byAnyone},
		{pattern: "GET /favicon.ico", handle: s.favicon, access: byAnyone},
		{pattern: "GET /handover", handle: s.handover, access: byAnyone},
		{pattern: "POST /handover", handle: s.trade, access: byAnyone},
		{pattern: "GET /handover/found", handle: s.found, access: byAnyone},

		{pattern: "GET /{$}", handle: s.home, live: s.homeLive},
		{pattern: "GET /palette", handle: s.paletteHits},
		{pattern: "GET /traffic", handle: s.traffic, live: s.trafficLive},
		{pattern: "GET /exchanges/{id}", handle: s.exchange, live: s.exchangeLive},
		{pattern: "GET /exchanges/{id}/raw/{side}", handle: s.rawBytes},
		{pattern: "POST /exchanges/{id}/resend", handle: s.resend},
		{pattern: "POST /exchanges/{id}/edit", handle: s.editAgain},
		{pattern: "GET /exchanges/{id}/curl", handle: s.curlText},

		{pattern: "/api/", handle: s.notFound, access: byBearer},

		{pattern: "GET /filter", handle: s.completeFilter},
		{pattern: "GET /filters", handle: s.filters},
		{pattern: "POST /filters", handle: s.saveFilter},
		{pattern: "POST /filters/drop", handle: s.dropFilter},
		{pattern: "POST /sessions/save", handle: s.saveSession},
		{pattern: "POST /sessions/{id}/marks", handle: s.markSession},
		{pattern: "GET /compare", handle: s.comparePage, live: s.compareLive},
		{pattern: "GET /compare/bytes", handle: s.compareBytes},
		{pattern: "POST /compare/{do}", handle: s.ignoreDifference},

		{pattern: "GET /sessions", handle: s.sessionsPage, live: s.sessionsLive},
		{pattern: "GET /sessions/{id}/export", handle: s.exportSession},
		{pattern: "POST /sessions/import", handle: s.importSession, limit: importLimit},
		{pattern: "GET /sessions/{id}", handle: s.sessionPage},
		{pattern: "POST /sessions/new", handle: s.newSession},
		{pattern: "POST /sessions/retention-preview", handle: s.previewRetention},
		{pattern: "POST /sessions/retention", handle: s.setRetention},
		{pattern: "POST /sessions/pause", handle: s.pauseRecording},
		{pattern: "POST /sessions/resume", handle: s.resumeRecording},
		{pattern: "POST /sessions/current/name", handle: s.renameCurrent},
		{pattern: "POST /sessions/{id}/name", handle: s.renameSession},
		{pattern: "POST /sessions/{id}/delete", handle: s.deleteSession},
		{pattern: "POST /sessions/{id}/undelete", handle: s.undeleteSession},

		{pattern: "GET /agents", handle: s.agentsPage, live: s.agentsLive},
		{pattern: "POST /agents/connect", handle: s.connectAgent, limit: 8 << 20},
		{pattern: "GET /agents/{id}", handle: s.agentPage, live: s.agentLive},
		{pattern: "POST /agents/{id}/{do}", handle: s.agentDo},
		{pattern: "GET /compose", handle: s.composePage, live: s.composeView},
		{pattern: "POST /compose/example", handle: s.composeExample},
		{pattern: "POST /compose/{draft}/file", handle: s.composeFile, limit: fileLimit},
		{pattern: "POST /compose/{draft}/{do}", handle: s.composeDo, limit: uploadLimit},
		{pattern: "GET /versus", handle: s.versusPage, live: s.versusLive},
		{pattern: "POST /versus", handle: s.versusOn},
		{pattern: "GET /tasks/{id}", handle: s.taskPage, live: s.taskLive},
		{pattern: "POST /tasks/{id}/{do}", handle: s.taskDo},
		{pattern: "GET /exchanges/{id}/parts/{side}/{offset}", handle: s.partsPage},
		{pattern: "GET /exchanges/{id}/parts/{side}/{offset}/{n}", handle: s.partBytes},
		{pattern: "GET /exchanges/{id}/text/{block}/{piece}", handle: s.artifactText},
	})
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
