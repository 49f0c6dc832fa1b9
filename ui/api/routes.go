package api

import (
	_ "embed"
	"errors"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

// OpenAPI describes the routes below to programs (OpenAPI 3.1). A test compares it with what is
// served.
//
//go:embed openapi.json
var OpenAPI []byte

// Routes returns the routes of the API. All of them require the bearer token.
func (s *Screen) Routes() []web.Route {
	list := []web.Route{
		{Pattern: "GET /api/openapi.json", Handle: s.apiDescription},
		{Pattern: "GET /api/exchanges", Handle: s.apiExchanges},
		{Pattern: "GET /api/exchanges/{id}", Handle: s.apiExchange},
		{Pattern: "GET /api/exchanges/{id}/{side}", Handle: s.apiBytes},
		{Pattern: "GET /api/sessions", Handle: s.apiSessions},
		{Pattern: "POST /api/sessions", Handle: s.apiNewSession},
		{Pattern: "GET /api/sessions/{id}", Handle: s.apiSession},
		{Pattern: "DELETE /api/sessions/{id}", Handle: s.apiDelete},
		{Pattern: "POST /api/sessions/{id}/undelete", Handle: s.apiUndelete},
		{Pattern: "GET /api/recording", Handle: s.apiRecording},
		{Pattern: "PUT /api/recording", Handle: s.apiSetRecording},
		{Pattern: "GET /api/taps", Handle: s.apiTaps},
		{Pattern: "POST /api/taps", Handle: s.apiOpenTap},
		{Pattern: "GET /api/tail", Handle: s.tail},
	}
	list = append(append(list, s.Jobs...), s.checkRoutes()...)
	if s.Keeper != nil {
		list = append(list, s.keeperRoutes()...)
	}
	if s.Requests != nil {
		list = append(list, s.requestRoutes()...)
	}
	if s.Files != nil {
		list = append(list,
			web.Route{Pattern: "GET /api/sessions/{id}/export", Handle: s.apiExport},
			web.Route{Pattern: "POST /api/sessions/import", Handle: s.apiImport, Limit: web.ImportLimit})
	}
	list = append(list, s.backgroundRoutes()...)
	for i := range list {
		list[i].Access = web.ByBearer
		checkQuery(&list[i])
	}
	return list
}

// backgroundRoutes returns the routes of those of replays, mocks, examinations and rules that are
// available.
func (s *Screen) backgroundRoutes() (list []web.Route) {
	if s.Player != nil {
		list = append(list, s.playerRoutes()...)
	}
	if s.Examinations.Examiner != nil {
		list = append(list, s.examinationRoutes()...)
	}
	if s.Rules != nil {
		list = append(list, s.InterventionRoutes()...)
	}
	return list
}

func (s *Screen) keeperRoutes() []web.Route {
	return []web.Route{
		{Pattern: "GET /api/exchanges/{id}/frames", Handle: s.apiFrames},
		{Pattern: "PATCH /api/exchanges/{id}", Handle: s.apiMark},
		{Pattern: "PATCH /api/sessions/{id}", Handle: s.apiEdit},
		{Pattern: "POST /api/sessions/save", Handle: s.apiSave},
		{Pattern: "GET /api/filters", Handle: s.apiFilters},
		{Pattern: "PUT /api/filters/{name}", Handle: s.apiSaveFilter},
		{Pattern: "DELETE /api/filters/{name}", Handle: s.apiDropFilter},
		{Pattern: "GET /api/complete", Handle: s.apiComplete},
		{Pattern: "GET /api/retention", Handle: s.apiRetention},
		{Pattern: "PUT /api/retention", Handle: s.apiSetRetention},
		{Pattern: "POST /api/retention/prune", Handle: s.apiPrune},
	}
}

func (s *Screen) playerRoutes() []web.Route {
	return []web.Route{
		{Pattern: "GET /api/replays", Handle: s.apiReplays},
		{Pattern: "POST /api/replays", Handle: s.apiStartReplay},
		{Pattern: "GET /api/replays/{id}", Handle: s.apiOneReplay},
		{Pattern: "POST /api/replays/{id}/pause", Handle: s.apiReplayDo(func(r *rerun.Rerun) { r.Pause(true) })},
		{Pattern: "POST /api/replays/{id}/resume", Handle: s.apiReplayDo(s.resume)},
		{Pattern: "POST /api/replays/{id}/stop", Handle: s.apiReplayDo(s.Runs.End)},
		{Pattern: "GET /api/mocks", Handle: s.apiMocks},
		{Pattern: "POST /api/mocks", Handle: s.apiStartMock},
		{Pattern: "DELETE /api/mocks/{id}", Handle: s.apiStopMock},
	}
}

func (s *Screen) apiDescription(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	_, err := w.Write(OpenAPI)
	return err
}

// apiFail turns an error of the record into a failure with an HTTP status, and returns other
// errors.
func apiFail(what string, err error) error {
	var filter *filter.Error
	switch {
	case err == nil:
		return nil
	case errors.Is(err, wire.ErrNotFound):
		return web.Fail(http.StatusNotFound, what, err.Error(), "List what there is: GET /api/sessions, GET /api/exchanges, GET /api/requests.")
	case errors.Is(err, wire.ErrRecording):
		return web.Fail(http.StatusConflict, what, err.Error(), "Start a new session first: POST /api/sessions.")
	case errors.Is(err, wire.ErrExists):
		return web.Fail(http.StatusConflict, what, err.Error(), "Resolve this conflict, then try again.")
	case errors.As(err, &filter), errors.Is(err, wire.ErrBadEdit), errors.Is(err, wire.ErrEmptySelection):
		return web.Fail(http.StatusUnprocessableEntity, what, err.Error(), "See /api/openapi.json for the members and their values.")
	}
	return err
}
