package ui

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
)

// scopes finds the agent that a page is about.
type scopes struct {
	library host.Library
	drafts  *draft.Store
}

// originOf returns the origin of the one agent that a page, or its live stream, is about; "" when
// it is about none or several.
func (s scopes) originOf(r *http.Request) string {
	path, id := strings.TrimPrefix(r.URL.Path, "/live"), r.PathValue("id")
	switch {
	case strings.HasPrefix(path, "/agents/") && id != "":
		return link.OriginOf(id)
	case path == "/compose":
		if draft := r.URL.Query().Get("draft"); s.drafts.Has(draft) {
			return s.drafts.Get(draft).Agent
		}
		return r.URL.Query().Get("agent")
	case strings.HasPrefix(path, "/tasks/") && id != "":
		if agent := r.URL.Query().Get("agent"); agent != "" {
			return agent
		}
		if xs, err := s.library.Exchanges(r.Context(), wire.Filter{Task: id}, wire.Page{Limit: 1}); err == nil && len(xs) == 1 {
			return xs[0].Agent
		}
	case strings.HasPrefix(path, "/exchanges/") && id != "":
		if x, err := s.library.Exchange(r.Context(), id); err == nil && x.Origin != wire.Model {
			return x.Agent
		}
	case path == "/" || path == "/traffic":
		if agents := link.QueryOf(r.URL.Query()).Filter.Agents; len(agents) == 1 && wire.OriginOf(agents[0]) == agents[0] {
			return agents[0] // not a name or a part of an address
		}
	}
	return ""
}
