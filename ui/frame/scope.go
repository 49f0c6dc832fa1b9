package frame

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

// tabAgent returns the agent that was chosen last in the tab. Only the tab's script knows it
// and sends it (switcher.js).
func tabAgent(r *http.Request) string { return r.Header.Get("Console-Agent") }

// current returns the origin of the agent to show on a page that is about no agent: the one chosen
// in the tab, else as agents.Directory.Chosen says; "" for none.
func (s *Frames) current(taps []frameTap, tab string, moved map[string]bool) string {
	ranks := map[string]int{}
	for _, t := range taps {
		ranks[t.Agent] = agents.Rank(t.Tap, moved[t.Agent])
	}
	if _, there := ranks[tab]; there {
		return tab
	}
	return s.Agents.Chosen(ranks)
}

// UseAgent makes an agent the current one of a tab. From a page about an agent it goes to that of
// the chosen one; Traffic is filtered to it, by a term that has a chip.
func (s *Frames) UseAgent(w http.ResponseWriter, r *http.Request) error {
	origin := r.FormValue("agent")
	if _, ok := s.Agents.Find(r.Context(), origin); !ok {
		return web.Fail(http.StatusNotFound, "There is no such agent.", "It may have been forgotten.", "Reload the page.")
	}
	s.Agents.Choose(origin)
	from, err := url.Parse(r.Referer())
	switch {
	case err == nil && from.Path == "/compose":
		return s.Web.GoTo(w, r, link.ComposeURL(origin, ""))
	case err == nil && (from.Path == "/" || from.Path == "/traffic" || strings.HasPrefix(from.Path, "/exchanges/")):
		return s.Web.GoTo(w, r, link.QueryOf(from.Query()).ForAgent(origin).URL("/traffic"))
	case err == nil && strings.HasPrefix(from.Path, "/agents/"):
		return s.Web.GoTo(w, r, link.AgentURL(origin))
	case !web.FromDatastar(r):
		return s.Web.Done(w, r, web.Agents)
	}
	f, err := s.Read(r.Context(), "", origin)
	if err != nil {
		return err
	}
	s.Web.Notify(web.Agents)
	p := web.NewPatches(w, r)
	p.Morph(switcher(f))
	p.Replace(web.LiveElement(0, 0)) // reopens the stream with the tab's new agent
	return p.Flush()
}

// TapIndex returns the index in f.Taps of the tap that the bar shows: that of the agent in scope,
// else of the chosen one. It is -1 if there is none.
func (f Frame) TapIndex() int {
	if i := slices.IndexFunc(f.Taps, func(t frameTap) bool { return t.Agent == f.Scope }); i >= 0 {
		return i
	}
	if f.Scope != "" {
		return -1
	}
	return slices.IndexFunc(f.Taps, func(t frameTap) bool { return t.Agent == f.Current })
}
