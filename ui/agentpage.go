package ui

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// agentRoutes are the addresses of Agents.
func (s *Server) agentRoutes() []route {
	return []route{
		{pattern: "GET /agents", handle: s.agentsPage, live: s.agentsLive},
		{pattern: "POST /agents/connect", handle: s.connectAgent, limit: 8 << 20},
		{pattern: "GET /agents/{id}", handle: s.agentPage, live: s.agentLive},
		{pattern: "POST /agents/{id}/{do}", handle: s.agentDo},
	}
}

// agentTabs are the views of one agent, with their words.
func agentTabs() [][2]string {
	return [][2]string{{"card", "Card"}, {"raw", "Raw"}, {"discovery", "Discovery"}, {"versions", "Versions"}, {"tasks", "Tasks"}}
}

func agentTabOf(r *http.Request) string {
	switch t := r.URL.Query().Get("tab"); t {
	case "raw", "discovery", "versions", "tasks", "signin":
		return t
	}
	return "card"
}

func (s *Server) agentPage(w http.ResponseWriter, r *http.Request) error {
	a, ok := s.find(r.Context(), originOf(r.PathValue("id")))
	if !ok {
		return errNoAgent()
	}
	s.learn(a.Agent, false)
	a.Known = s.cards.get(a.Origin)
	v := s.fillTab(r.Context(), a, agentTabOf(r))
	return s.page(w, r, Page{Title: a.Title(), Screen: "agents", Styles: []string{"agents", "signin", "compare", "versions", "tasklist"}, Body: agentBody(v, agentTabOf(r), s.Now()), Live: true})
}

func (s *Server) agentLive(r *http.Request, _ int64) (View, error) {
	origin, tab := originOf(r.PathValue("id")), agentTabOf(r)
	if _, ok := s.find(r.Context(), origin); !ok {
		return nil, errNoAgent()
	}
	return viewFunc(func(ctx context.Context, p *Patches) error {
		if a, ok := s.find(ctx, origin); ok {
			p.Changed("agent", agentMain(s.fillTab(ctx, a, tab), tab, s.Now()))
		}
		return nil
	}), nil
}

// fillTab reads what a tab of the agent's page shows beside the card.
func (s *Server) fillTab(ctx context.Context, e agentEntry, tab string) agentView {
	a := agentView{agentEntry: e, agentAsked: s.asked.get(e.Origin)}
	if a.SignIn = s.signInOf(e); a.SignIn != nil {
		list, _ := s.Library.Exchanges(ctx, wire.Filter{Agents: []string{a.Origin}, Origins: []wire.Origin{wire.Compose}}, wire.Page{Limit: 1})
		if len(list) > 0 {
			a.SignIn.Latest = &list[0]
		}
	}
	switch tab {
	case "versions":
		a.Versioning = s.readVersions(ctx, e)
	case "tasks":
		a.Listing = readTasks(a)
	}
	return a
}

// agentDo carries out an action on an agent.
func (s *Server) agentDo(w http.ResponseWriter, r *http.Request) error {
	e, ok := s.find(r.Context(), originOf(r.PathValue("id")))
	if !ok {
		return errNoAgent()
	}
	a := e.Agent
	if a.Added.IsZero() {
		a.Added = s.Now()
	}
	switch r.PathValue("do") {
	case "read":
		s.learn(a, true)
		return s.done(w, r)
	case "try":
		return s.tryInterface(w, r, e)
	case "versions":
		return s.askCards(w, r, e)
	case "extended":
		return s.askExtended(w, r, e)
	case "tasks":
		return s.agentTasks(w, r, e)
	case "task":
		return s.agentTask(w, r, e)
	case "endpoint", "rename":
		return s.agentEdit(w, r, a)
	case "forget":
		return s.agentForget(w, r, a)
	}
	return errNoAgent()
}

// agentEdit changes what the person says of an agent.
func (s *Server) agentEdit(w http.ResponseWriter, r *http.Request, a wire.Agent) error {
	switch r.PathValue("do") {
	case "endpoint":
		to := strings.TrimSpace(r.FormValue("url"))
		if err := inspector.CheckURL(to); to != "" && err != nil {
			return fail(http.StatusBadRequest, "That endpoint cannot be called.", err.Error()+".", "Give an absolute http or https URL.")
		}
		a.Endpoint = to
	case "rename":
		if a.Name = strings.TrimSpace(r.FormValue("name")); len(a.Name) > 200 {
			return fail(http.StatusBadRequest, "That name is too long.", "A name has at most 200 characters.", "Shorten it.")
		}
	}
	if err := s.Directory.SaveAgent(r.Context(), a); err != nil {
		return err
	}
	return s.done(w, r)
}

// agentForget closes an agent's tap and takes it off the list; what is on record
// stays.
func (s *Server) agentForget(w http.ResponseWriter, r *http.Request, a wire.Agent) error {
	a.Hidden = true
	if err := s.Taps.Close(r.Context(), a.Origin); err != nil {
		s.Logger.Error("close a tap", "agent", a.Origin, "err", err)
	}
	if err := s.Directory.SaveAgent(r.Context(), a); err != nil {
		return err
	}
	s.bell.ring()
	return s.goTo(w, r, "/agents")
}

// tryInterface looks, because the developer asks, whether an interface that
// the card names on another origin answers.
func (s *Server) tryInterface(w http.ResponseWriter, r *http.Request, e agentEntry) error {
	to := r.FormValue("url")
	named := false
	if e.Card() != nil {
		for _, f := range e.Card().Interfaces {
			named = named || f.URL == to
		}
	}
	if !named {
		return fail(http.StatusBadRequest, "The card names no such interface.", "It may have changed.", "Reload the page.")
	}
	if err := inspector.CheckURL(to); err != nil {
		return fail(http.StatusBadRequest, "That URL is not tried.", err.Error()+".", "Only plain http and https addresses are.")
	}
	if _, err := s.Taps.Open(r.Context(), wire.OriginOf(to)); err != nil {
		return fail(http.StatusBadGateway, "That address was not tried.", err.Error()+".", "Check the address in the card.")
	}
	d, err := s.Caller.Discover(r.Context(), to)
	if d == nil {
		d = &inspector.Discovery{Input: to}
		if err != nil {
			d.Trail = []inspector.Probe{{URL: to, Note: err.Error()}}
		}
	}
	s.cards.edit(e.Origin, func(k *known) {
		tried := map[string]*inspector.Discovery{to: d}
		for u, o := range k.Tried {
			if u != to {
				tried[u] = o
			}
		}
		k.Tried = tried
	})
	return s.done(w, r)
}

// composeURL opens Compose for an agent with an example filled in.
func composeURL(origin, example string) string {
	q := url.Values{"agent": {origin}}
	if example != "" {
		q.Set("text", example)
	}
	return "/compose?" + q.Encode()
}

// severities counts findings by rank, worst first.
func severities(ps []a2a.Problem) (faults, warnings, infos int) {
	for _, p := range ps {
		switch p.Severity {
		case a2a.Fault:
			faults++
		case a2a.Warning:
			warnings++
		default:
			infos++
		}
	}
	return faults, warnings, infos
}

// unplaced are findings without a line of their own.
func unplaced(ps []a2a.Problem) (out []a2a.Problem) {
	for _, p := range ps {
		if p.Offset < 0 {
			out = append(out, p)
		}
	}
	return out
}
