package api

import (
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

// apiTap is the JSON form of a tap, with the same members as the first line of serve.
type apiTap struct {
	Agent string `json:"agent"`
	URL   string `json:"url"`
}

func (s *Screen) apiTaps(w http.ResponseWriter, _ *http.Request) error {
	out := []apiTap{}
	for _, t := range s.Taps.Taps() {
		for _, path := range t.EachPath() {
			out = append(out, apiTap{t.Agent + path, t.URL + path})
		}
	}
	return web.WriteJSON(w, map[string]any{"taps": out})
}

// apiOpenTap opens a tap for an agent and lists the agent. If the tap is already open, it responds
// with that tap.
func (s *Screen) apiOpenTap(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Agent string `json:"agent"`
	}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	origin, path, err := inspector.SplitTapAddress(in.Agent)
	if err == nil {
		err = inspector.CheckURL(origin)
	}
	if err != nil {
		return web.Fail(http.StatusUnprocessableEntity, "The tap was not opened.", err.Error(), `Give the address of an agent, as in {"agent": "http://127.0.0.1:9000/a2a"}.`)
	}
	t, err := s.Taps.Open(r.Context(), origin+path)
	if err != nil {
		return web.Fail(http.StatusBadGateway, "The tap was not opened.", err.Error(), "Check the address, and that a port is free.")
	}
	if err := s.relistAgent(r, origin, path); err != nil {
		return err
	}
	return web.WriteJSON(w, apiTap{t.Agent + path, t.URL + path})
}

// relistAgent lists an agent, even one that was forgotten, and looks for its card: at the given
// path or, if that is "", where the card was before.
func (s *Screen) relistAgent(r *http.Request, origin, path string) error {
	all, err := s.Directory.Agents(r.Context())
	if err != nil {
		return err
	}
	a := wire.Agent{Origin: origin, Added: s.Web.Now()}
	if i := slices.IndexFunc(all, func(a wire.Agent) bool { return a.Origin == origin }); i >= 0 {
		a = all[i]
	}
	a.Hidden = false
	if err := s.Directory.SaveAgent(r.Context(), a); err != nil {
		return err
	}
	if path != "" {
		a.CardURL = origin + path
	}
	s.Agents.Learn(a, path != "")
	s.Web.Notify(web.Agents)
	return nil
}
