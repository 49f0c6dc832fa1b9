package ui

import (
	_ "embed"
	"errors"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// openapi describes the routes below to programs (OpenAPI 3.1). A test holds it
// against what is served.
//
//go:embed openapi.json
var openapi []byte

// importLimit bounds an uploaded session file, in bytes.
const importLimit = 4 << 30

// apiRoutes are the addresses for programs. All take the bearer only.
func (s *Server) apiRoutes() []route {
	list := []route{
		{pattern: "GET /api/openapi.json", handle: s.apiDescription},
		{pattern: "GET /api/exchanges", handle: s.apiExchanges},
		{pattern: "GET /api/exchanges/{id}", handle: s.apiExchange},
		{pattern: "GET /api/exchanges/{id}/{side}", handle: s.apiBytes},
		{pattern: "GET /api/sessions", handle: s.apiSessions},
		{pattern: "POST /api/sessions", handle: s.apiNewSession},
		{pattern: "GET /api/sessions/{id}", handle: s.apiSession},
		{pattern: "DELETE /api/sessions/{id}", handle: s.apiDelete},
		{pattern: "POST /api/sessions/{id}/undelete", handle: s.apiUndelete},
		{pattern: "GET /api/recording", handle: s.apiRecording},
		{pattern: "PUT /api/recording", handle: s.apiSetRecording},
		{pattern: "GET /api/taps", handle: s.apiTaps},
		{pattern: "POST /api/taps", handle: s.apiOpenTap},
		{pattern: "GET /api/tail", handle: s.tail},
	}
	if s.Keeper != nil {
		list = append(list, []route{
			{pattern: "GET /api/exchanges/{id}/frames", handle: s.apiFrames},
			{pattern: "PATCH /api/sessions/{id}", handle: s.apiEdit},
			{pattern: "POST /api/sessions/save", handle: s.apiSave},
			{pattern: "GET /api/filters", handle: s.apiFilters},
			{pattern: "PUT /api/filters/{name}", handle: s.apiSaveFilter},
			{pattern: "DELETE /api/filters/{name}", handle: s.apiDropFilter},
			{pattern: "GET /api/complete", handle: s.apiComplete},
			{pattern: "GET /api/retention", handle: s.apiRetention},
			{pattern: "PUT /api/retention", handle: s.apiSetRetention},
			{pattern: "POST /api/retention/prune", handle: s.apiPrune},
		}...)
	}
	if s.Files != nil {
		list = append(list, []route{
			{pattern: "GET /api/sessions/{id}/export", handle: s.apiExport},
			{pattern: "POST /api/sessions/import", handle: s.apiImport, limit: importLimit},
		}...)
	}
	if s.Player != nil {
		list = append(list, []route{
			{pattern: "GET /api/replays", handle: s.apiReplays},
			{pattern: "POST /api/replays", handle: s.apiStartReplay},
			{pattern: "GET /api/replays/{id}", handle: s.apiOneReplay},
			{pattern: "POST /api/replays/{id}/pause", handle: s.apiReplayDo(func(r *rerun) { r.pause(true) })},
			{pattern: "POST /api/replays/{id}/resume", handle: s.apiReplayDo(s.resume)},
			{pattern: "POST /api/replays/{id}/stop", handle: s.apiReplayDo(s.endRerun)},
			{pattern: "GET /api/mocks", handle: s.apiMocks},
			{pattern: "POST /api/mocks", handle: s.apiStartMock},
			{pattern: "DELETE /api/mocks/{id}", handle: s.apiStopMock},
		}...)
	}
	for i := range list {
		list[i].access = byBearer
	}
	return list
}

// apiError is an error as programs get it, under "error".
type apiError struct {
	What string `json:"what"`
	Why  string `json:"why"`
	Try  string `json:"try"`
}

func (s *Server) apiDescription(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	_, err := w.Write(openapi)
	return err
}

// apiFail gives what the record says of a request its HTTP status.
func apiFail(what string, err error) error {
	var filter *wire.FilterError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, wire.ErrNotFound):
		return fail(http.StatusNotFound, what, err.Error()+".", "List what there is: GET /api/sessions, GET /api/exchanges.")
	case errors.Is(err, wire.ErrRecording):
		return fail(http.StatusConflict, what, err.Error()+".", "Start a new session first: POST /api/sessions.")
	case errors.Is(err, wire.ErrExists):
		return fail(http.StatusConflict, what, err.Error()+".", "Do what it says, then try again.")
	case errors.As(err, &filter), errors.Is(err, wire.ErrBadEdit), errors.Is(err, wire.ErrNothing):
		return fail(http.StatusUnprocessableEntity, what, err.Error()+".", "See /api/openapi.json for what can be given.")
	}
	return err
}
