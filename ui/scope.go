package ui

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// scopeAgent is the origin of the one agent that a page, or its live half, is
// about; "" when it is about none or several.
func (s *Server) scopeAgent(r *http.Request) string {
	path, id := strings.TrimPrefix(r.URL.Path, "/live"), r.PathValue("id")
	switch {
	case strings.HasPrefix(path, "/agents/") && id != "":
		return originOf(id)
	case path == "/compose":
		if draft := r.URL.Query().Get("draft"); s.drafts.has(draft) {
			return s.drafts.get(draft).Agent
		}
		return r.URL.Query().Get("agent")
	case strings.HasPrefix(path, "/exchanges/") && id != "":
		if x, err := s.Library.Exchange(r.Context(), id); err == nil {
			return x.Agent
		}
	case strings.HasPrefix(path, "/tasks/") && id != "":
		if xs, err := s.Library.Exchanges(r.Context(), wire.Filter{Task: id}, wire.Page{Limit: 1}); err == nil && len(xs) == 1 {
			return xs[0].Agent
		}
	case path == "/" || path == "/traffic":
		if agents := queryOf(r.URL.Query()).Filter.Agents; len(agents) == 1 {
			return agents[0]
		}
	}
	return ""
}

// here is the tap that the bar shows: the one of the agent in scope, else the
// first of the developer's own agents, else the reference agent's. It is the
// place in f.Taps, -1 when there is none to show.
func (f frame) here() int {
	if i := slices.IndexFunc(f.Taps, func(t frameTap) bool { return t.Agent == f.Scope }); i >= 0 {
		return i
	}
	if len(f.Taps) == 0 || f.Scope != "" && f.Other != "" {
		return -1
	}
	return 0 // they are in the order of rank
}
