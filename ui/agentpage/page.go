package agentpage

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) agentRoutes() []web.Route {
	return slices.Concat([]web.Route{
		{Pattern: "GET /agents", Handle: s.agentsPage, Live: s.agentsLive},
		{Pattern: "POST /agents/connect", Handle: s.connectAgent, Limit: 8 << 20},
		{Pattern: "GET /agents/{id}", Handle: s.agentPage, Live: s.agentLive},
	},
		web.Verbs(web.Route{Pattern: "POST /agents/{id}/{do}", Handle: s.agentDo},
			"read", "try", "versions", "extended", "tasks", "task", "endpoint", "rename", "forget"))
}

// agentTabs returns the key and the word of each tab of an agent's page except Sign in, which needs
// a wallet.
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

func (s *Screen) agentPage(w http.ResponseWriter, r *http.Request) error {
	a, ok := s.Agents.Find(r.Context(), link.OriginOf(r.PathValue("id")))
	if !ok {
		return agents.ErrNoAgent()
	}
	s.Agents.Learn(a.Agent, false)
	a.CardInfo = s.Agents.Cards.Get(a.Origin)
	v := s.fillTab(r.Context(), a, agentTabOf(r))
	return s.Web.Page(w, r, web.Page{Title: v.DisplayName(), Screen: "agents", Styles: []string{"agents", "signin", "comparison", "versions", "tasklist"}, Body: agentBody(v, agentTabOf(r), s.Web.Now()), Live: true})
}

func (s *Screen) agentLive(r *http.Request, _ int64) (web.View, error) {
	origin, tab := link.OriginOf(r.PathValue("id")), agentTabOf(r)
	if _, ok := s.Agents.Find(r.Context(), origin); !ok {
		return nil, agents.ErrNoAgent()
	}
	return agentPageView{s, origin, tab}, nil
}

type agentPageView struct {
	s           *Screen
	origin, tab string
}

// Pace implements web.Paced: the figures are computed from many exchanges.
func (agentPageView) Pace() time.Duration { return time.Second }

// Concerns implements web.Selective.
func (v agentPageView) Concerns(n web.Notice) bool {
	x, known := n.About()
	return n.Matches(web.Agents, web.Sessions) || n.Kind == web.Record && (!known || x.Agent == v.origin)
}

func (v agentPageView) Draw(ctx context.Context, p *web.Patches) error {
	if a, ok := v.s.Agents.Find(ctx, v.origin); ok {
		filled := v.s.fillTab(ctx, a, v.tab)
		p.Changed("agent-head", agentHead(filled))
		p.Changed("agent", agentMain(filled, v.tab, v.s.Web.Now()))
	}
	return nil
}

func (s *Screen) fillTab(ctx context.Context, e agents.Entry, tab string) agentView {
	e.UniqueName = s.Agents.UniqueNameOf(ctx, e.Origin)
	a := agentView{Entry: e, agentResults: s.results.get(e.Origin), Standing: s.Agents.Standing(ctx, e)}
	if lines, err := s.measure(ctx, []agents.Entry{e}, wire.Filter{Agents: []string{e.Origin}}); err != nil {
		s.Web.Logger.Error("read an agent's figures", "origin", e.Origin, "err", err)
	} else {
		a.Line = &lines[0]
	}
	if a.SignIn = s.Agents.SignInOf(e); a.SignIn != nil {
		a.SignIn.Latest = s.Agents.LatestCall(ctx, a.Origin)
	}
	switch tab {
	case "versions":
		a.Versioning = s.readVersions(ctx, e)
	case "tasks":
		a.Listing = readTasks(a)
	}
	return a
}

func (s *Screen) agentDo(w http.ResponseWriter, r *http.Request) error {
	e, ok := s.Agents.Find(r.Context(), link.OriginOf(r.PathValue("id")))
	if !ok {
		return agents.ErrNoAgent()
	}
	a := e.Agent
	if a.Added.IsZero() {
		a.Added = s.Web.Now()
	}
	switch r.PathValue("do") {
	case "read":
		s.Agents.Learn(a, true)
		return s.Web.Done(w, r, web.Agents)
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
	return agents.ErrNoAgent()
}

func (s *Screen) agentEdit(w http.ResponseWriter, r *http.Request, a wire.Agent) error {
	switch r.PathValue("do") {
	case "endpoint":
		to := strings.TrimSpace(r.FormValue("url"))
		if err := inspector.CheckURL(to); to != "" && err != nil {
			return web.Fail(http.StatusBadRequest, "That endpoint cannot be called.", err.Error(), "Give an absolute http or https URL.")
		}
		a.Endpoint = to
	case "rename":
		if a.Name = strings.TrimSpace(r.FormValue("name")); len(a.Name) > 200 {
			return web.Fail(http.StatusBadRequest, "That name is too long.", "A name has at most 200 characters.", "Shorten it.")
		}
	}
	if err := s.Directory.SaveAgent(r.Context(), a); err != nil {
		return err
	}
	return s.Web.Done(w, r, web.Agents)
}

// agentForget closes an agent's tap and unlists the agent. Its exchanges stay on record.
func (s *Screen) agentForget(w http.ResponseWriter, r *http.Request, a wire.Agent) error {
	a.Hidden = true
	if err := s.Taps.Close(r.Context(), a.Origin); err != nil {
		s.Web.Logger.Error("close a tap", "agent", a.Origin, "err", err)
	}
	if err := s.Directory.SaveAgent(r.Context(), a); err != nil {
		return err
	}
	s.Web.Notify(web.Agents)
	return s.Web.GoTo(w, r, "/agents")
}

// tryInterface checks whether an interface that the card names on another origin answers, because
// the person asks for that.
func (s *Screen) tryInterface(w http.ResponseWriter, r *http.Request, e agents.Entry) error {
	to := r.FormValue("url")
	named := false
	if e.Card() != nil {
		for _, f := range e.Card().Interfaces {
			named = named || f.URL == to
		}
	}
	if !named {
		return web.Fail(http.StatusBadRequest, "The card names no such interface.", "It may have changed.", "Reload the page.")
	}
	if err := inspector.CheckURL(to); err != nil {
		return web.Fail(http.StatusBadRequest, "That URL was not called.", err.Error(), "Use an http or https URL.")
	}
	d, err := s.Caller.Discover(r.Context(), to)
	if d == nil {
		d = &inspector.Discovery{Input: to}
		if err != nil {
			d.Trail = []inspector.DiscoveryStep{{URL: to, Note: err.Error()}}
		}
	}
	s.Agents.Cards.Edit(e.Origin, func(k *agents.CardInfo) {
		tried := map[string]*inspector.Discovery{to: d}
		for u, o := range k.Tried {
			if u != to {
				tried[u] = o
			}
		}
		k.Tried = tried
	})
	return s.Web.Done(w, r, web.Agents)
}

// addressMismatch says that the card gives another address than the chosen one; "" without a card.
func addressMismatch(a agentView) string {
	if a.Card() == nil {
		return ""
	}
	return ", not to the address in its card"
}

func severities(ps []a2a.Problem) (faults, warnings, infos int) {
	for _, p := range ps {
		switch p.Severity {
		case a2a.SeverityError:
			faults++
		case a2a.SeverityWarning:
			warnings++
		default:
			infos++
		}
	}
	return faults, warnings, infos
}

// unplacedFindings returns the findings that are not about a line of the document.
func unplacedFindings(ps []a2a.Problem) (out []a2a.Problem) {
	for _, p := range ps {
		if p.Offset < 0 {
			out = append(out, p)
		}
	}
	return out
}
