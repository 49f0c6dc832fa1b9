package webhooks

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/jws"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) Routes() []web.Route {
	all := []web.Route{
		{Pattern: "GET /webhooks", Handle: s.webhooksPage, Live: s.webhooksLive},
		{Pattern: "GET /webhooks/{key}", Handle: s.webhooksPage, Live: s.webhooksLive},
		{Pattern: "POST /webhooks/{key}/keys", Handle: s.webhookKeys},
	}
	if s.Webhooks == nil {
		return all
	}
	return append(all,
		web.Route{Pattern: "POST /webhooks/new", Handle: s.newWebhook},
		web.Route{Pattern: "POST /webhooks/example", Handle: s.webhookExample})
}

// newWebhook creates an address for the developer's own client.
func (s *Screen) newWebhook(w http.ResponseWriter, r *http.Request) error {
	h := s.Webhooks.Make("", s.Desk.Current().ID)
	s.Pushes.Store.Register(h.URL, "by hand")
	return s.Web.GoTo(w, r, link.HookURL(link.HookKey(h.URL)))
}

// webhookExample sends a task with a push configuration to the reference agent, which delivers in
// the chosen mode, and opens the address.
func (s *Screen) webhookExample(w http.ResponseWriter, r *http.Request) error {
	e, ok := s.Agents.Find(r.Context(), s.Reference)
	if !ok {
		return agents.ErrNoAgent()
	}
	manner := r.FormValue("manner")
	if !slices.ContainsFunc(deliveryModes(), func(m [2]string) bool { return m[0] == manner }) {
		return web.Fail(http.StatusBadRequest, "Unknown push behavior.", "The page may be outdated.", "Reload the page.")
	}
	text := "slow 4 every 300ms"
	if manner != "" {
		text = "slow 4 push " + manner + " every 300ms"
	}
	s.mode.set(manner)
	s.Calls.LearnNow(r.Context(), e.Agent)
	id := wire.NewID()
	s.Drafts.Update(id, func(d *draft.Draft) {
		d.Agent, d.Push, d.PushScheme, d.PushCredentials = s.Reference, "console", "Bearer", "example-credentials"
		if manner == "signed" {
			d.PushScheme, d.PushCredentials = "", ""
		}
		d.Parts = nil
		d.Add(draft.Part{Kind: "text", Text: text})
	})
	url, err := s.SendPushed(r.Context(), id)
	if err != nil {
		return web.Fail(http.StatusBadGateway, "The example was not sent.", err.Error(), "See the reference agent's page.")
	}
	return s.Web.GoTo(w, r, link.HookURL(link.HookKey(url)))
}

// webhookKeys stores the keys of an agent's signatures, pasted or fetched from a URL
// that the developer gives.
func (s *Screen) webhookKeys(w http.ResponseWriter, r *http.Request) error {
	v, err := s.Read(r.Context(), r.PathValue("key"), "")
	if err != nil {
		return err
	}
	if v.Open == nil {
		return s.Web.NotFound(w, r)
	}
	raw := []byte(strings.TrimSpace(r.FormValue("jwks")))
	if url := strings.TrimSpace(r.FormValue("url")); len(raw) == 0 && url != "" && s.Webhooks != nil {
		if raw, err = s.Webhooks.FetchKeys(r.Context(), url); err != nil {
			return web.Fail(http.StatusBadGateway, "The keys were not fetched.", err.Error(), "Paste them instead.")
		}
	}
	keys, err := jws.ParseKeys(raw)
	if err != nil {
		return web.Fail(http.StatusBadRequest, "These keys cannot be used.", err.Error(), "Paste the set that the agent publishes, usually at /.well-known/jwks.json.")
	}
	s.Pushes.Store.SetKeys(v.Open.Agent, keys)
	return s.Web.Done(w, r, web.Anything)
}
