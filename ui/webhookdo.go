package ui

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/jws"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// webhookRoutes are the addresses of the Webhooks screen.
func (s *Server) webhookRoutes() []route {
	all := []route{
		{pattern: "GET /webhooks", handle: s.webhooksPage, live: s.webhooksLive},
		{pattern: "GET /webhooks/{key}", handle: s.webhooksPage, live: s.webhooksLive},
		{pattern: "POST /webhooks/{key}/keys", handle: s.webhookKeys},
	}
	if s.Webhooks == nil {
		return all
	}
	return append(all,
		route{pattern: "POST /webhooks/new", handle: s.newWebhook},
		route{pattern: "POST /webhooks/example", handle: s.webhookExample})
}

// newWebhook makes an address for a client of the developer's own.
func (s *Server) newWebhook(w http.ResponseWriter, r *http.Request) error {
	h := s.Webhooks.Make("", s.Desk.Current().ID)
	s.hookbook.register(h.URL, "by hand")
	return s.goTo(w, r, hookPage(hookKey(h.URL)))
}

// webhookExample sends a task with push to the reference agent, which delivers
// in the manner asked for, and goes to what comes of it.
func (s *Server) webhookExample(w http.ResponseWriter, r *http.Request) error {
	e, ok := s.find(r.Context(), s.Reference)
	if !ok {
		return errNoAgent()
	}
	manner := r.FormValue("manner")
	if !slices.ContainsFunc(pushManners(), func(m [2]string) bool { return m[0] == manner }) {
		return fail(http.StatusBadRequest, "There is no such way to deliver.", "The page may be an old one.", "Reload it.")
	}
	text := "slow 4 chunks every 300ms"
	if manner != "" {
		text += " push " + manner
	}
	s.learnNow(r.Context(), e.Agent)
	id := wire.NewID()
	s.drafts.with(id, func(d *draft) {
		d.Agent, d.Push, d.PushScheme, d.PushCredentials = s.Reference, "console", "Bearer", "example-credentials"
		if manner == "signed" {
			d.PushScheme, d.PushCredentials = "", ""
		}
		d.Parts = nil
		d.add(draftPart{Kind: "text", Text: text})
	})
	url, err := s.sendPushed(r.Context(), id)
	if err != nil {
		return fail(http.StatusBadGateway, "The example was not sent.", err.Error()+".", "See the reference agent's page.")
	}
	return s.goTo(w, r, hookPage(hookKey(url)))
}

// webhookKeys takes the keys of an agent's signatures: pasted, or fetched from a
// URL that the developer gives.
func (s *Server) webhookKeys(w http.ResponseWriter, r *http.Request) error {
	v, err := s.readHooks(r.Context(), r.PathValue("key"), "")
	if err != nil {
		return err
	}
	if v.Open == nil {
		return s.notFound(w, r)
	}
	raw := []byte(strings.TrimSpace(r.FormValue("jwks")))
	if url := strings.TrimSpace(r.FormValue("url")); len(raw) == 0 && url != "" && s.Webhooks != nil {
		if raw, err = s.Webhooks.FetchKeys(r.Context(), url); err != nil {
			return fail(http.StatusBadGateway, "The keys were not fetched.", err.Error()+".", "Paste them instead.")
		}
	}
	keys, err := jws.ParseKeys(raw)
	if err != nil {
		return fail(http.StatusBadRequest, "These keys cannot be used.", err.Error()+".", "Paste the set that the agent publishes, usually at /.well-known/jwks.json.")
	}
	s.hookbook.setKeys(v.Open.Agent, keys)
	return s.done(w, r)
}
