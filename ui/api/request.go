package api

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/saved"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) requestRoutes() []web.Route {
	return []web.Route{
		{Pattern: "GET /api/requests", Handle: s.apiRequests},
		{Pattern: "GET /api/requests/{name}", Handle: s.apiRequest},
		{Pattern: "PUT /api/requests/{name}", Handle: s.apiSaveRequest, Limit: web.UploadLimit},
		{Pattern: "DELETE /api/requests/{name}", Handle: s.apiDropRequest},
	}
}

// apiRequestLine is the JSON form of a saved request. Lists leave out Request.
type apiRequestLine struct {
	Name    string         `json:"name"`
	Agent   string         `json:"agent"`
	Saved   string         `json:"saved"`
	Request *saved.Request `json:"request,omitempty"`
}

func (s *Screen) apiRequests(w http.ResponseWriter, r *http.Request) error {
	list, err := s.Requests.SavedRequests(r.Context())
	if err != nil {
		return err
	}
	return writeList(w, "requests", list, func(v wire.SavedRequest) apiRequestLine {
		return apiRequestLine{Name: v.Name, Agent: v.Agent, Saved: apiTime(v.Saved)}
	})
}

func (s *Screen) apiRequest(w http.ResponseWriter, r *http.Request) error {
	v, err := s.Requests.SavedRequest(r.Context(), r.PathValue("name"))
	if err != nil {
		return apiFail("There is no such saved request.", err)
	}
	req, err := saved.Decode(v.Name, v.Body)
	if err != nil {
		return err
	}
	if err := s.dropSecrets(r.Context(), req); err != nil { // an older version of the console may have stored secrets
		return err
	}
	return web.WriteJSON(w, apiRequestLine{Name: v.Name, Agent: v.Agent, Saved: apiTime(v.Saved), Request: req})
}

// apiSaveRequest saves a request without its secrets. It replaces one of the same name.
func (s *Screen) apiSaveRequest(w http.ResponseWriter, r *http.Request) error {
	var in saved.Request
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	const what = "The request was not saved."
	const try = "See /api/openapi.json for the members and their values."
	if in.Agent = wire.OriginOf(in.Agent); !strings.HasPrefix(in.Agent, "http://") && !strings.HasPrefix(in.Agent, "https://") {
		return web.Fail(http.StatusUnprocessableEntity, what, "agent is not an http or https address.", try)
	}
	odd := func(p saved.Part) bool { return !slices.Contains([]string{"text", "file", "url", "data"}, p.Kind) }
	if len(in.Parts) == 0 || slices.ContainsFunc(in.Parts, odd) {
		return web.Fail(http.StatusUnprocessableEntity, what, "parts must hold at least one part, each of kind text, file, url or data.", try)
	}
	if err := s.dropSecrets(r.Context(), &in); err != nil {
		return err
	}
	body, err := in.Encode()
	if err != nil {
		return err
	}
	if err := s.Requests.SaveRequest(r.Context(), wire.SavedRequest{Name: r.PathValue("name"), Agent: in.Agent, Body: body}); err != nil {
		return apiFail(what, err)
	}
	s.Web.Notify(web.Drafts)
	return s.apiRequest(w, r)
}

// dropSecrets removes from a request what the record redacts in its agent's exchanges.
func (s *Screen) dropSecrets(ctx context.Context, r *saved.Request) (err error) {
	if s.Secrets != nil {
		if r.Places, err = s.Secrets.Places(ctx, r.Agent); err != nil {
			return err
		}
	}
	r.DropSecrets()
	return nil
}

func (s *Screen) apiDropRequest(w http.ResponseWriter, r *http.Request) error {
	if err := s.Requests.DropRequest(r.Context(), r.PathValue("name")); err != nil {
		return apiFail("No saved request was deleted.", err)
	}
	s.Web.Notify(web.Drafts)
	return noContent(w)
}
