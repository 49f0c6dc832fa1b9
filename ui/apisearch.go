package ui

import (
	"context"
	"net/http"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// apiFrames answers with the frames of a side, a page at a time.
func (s *Server) apiFrames(w http.ResponseWriter, r *http.Request) error {
	x, err := s.Library.Exchange(r.Context(), r.PathValue("id"))
	if err != nil {
		return errNoExchange()
	}
	q := r.URL.Query()
	side, name := wire.Response, "response"
	if v := q.Get("side"); v != "" {
		var ok bool
		if side, ok = sideNamed(v); !ok {
			return fail(http.StatusBadRequest, "An exchange has a request and a response.", "side names another.", "Use request, response, request-sent or response-sent.")
		}
		name = v
	}
	from, limit := 0, 200
	for key, to := range map[string]*int{"from": &from, "limit": &limit} {
		if v := q.Get(key); v != "" {
			if *to, err = strconv.Atoi(v); err != nil || *to < 0 || *to > 1<<40 || key == "limit" && (*to < 1 || *to > 1000) {
				return badNumber(key)
			}
		}
	}
	frames, err := s.Keeper.Frames(r.Context(), x.ID, side, from, limit)
	if err != nil {
		return apiFail("The frames could not be read.", err)
	}
	out := struct {
		Frames []apiFrame `json:"frames"`
		Next   *int       `json:"next,omitempty"` // where the next page begins
	}{Frames: []apiFrame{}}
	err = tell(x.ID, frames, func(v any) error {
		f := v.(apiFrame)
		f.Side = name
		out.Frames = append(out.Frames, f)
		return nil
	})
	if len(frames) == limit {
		next := frames[len(frames)-1].Index + 1
		out.Next = &next
	}
	if err != nil {
		return err
	}
	return writeJSON(w, out)
}

// apiFilterLine is a saved filter as programs get it.
type apiFilterLine struct {
	Name   string `json:"name"`
	Filter string `json:"filter"`
}

func (s *Server) apiFilters(w http.ResponseWriter, r *http.Request) error {
	list, err := s.Keeper.Filters(r.Context())
	if err != nil {
		return err
	}
	out := struct {
		Filters []apiFilterLine `json:"filters"`
	}{Filters: []apiFilterLine{}}
	for _, f := range list {
		out.Filters = append(out.Filters, apiFilterLine{f.Name, f.Text})
	}
	return writeJSON(w, out)
}

func (s *Server) apiSaveFilter(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Filter string `json:"filter"`
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	f := wire.SavedFilter{Name: r.PathValue("name"), Text: in.Filter}
	if err := s.Keeper.SaveFilter(r.Context(), f); err != nil {
		return apiFail("The filter was not saved.", err)
	}
	return writeJSON(w, apiFilterLine{f.Name, f.Text})
}

func (s *Server) apiDropFilter(w http.ResponseWriter, r *http.Request) error {
	if err := s.Keeper.DropFilter(r.Context(), r.PathValue("name")); err != nil {
		return apiFail("No filter was removed.", err)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// apiComplete suggests how to go on with a filter.
func (s *Server) apiComplete(w http.ResponseWriter, r *http.Request) error {
	text := r.URL.Query().Get("filter")
	cursor := len(text)
	if v := r.URL.Query().Get("cursor"); v != "" {
		var err error
		if cursor, err = strconv.Atoi(v); err != nil || cursor < 0 || cursor > len(text) {
			return badNumber("cursor")
		}
	}
	list, err := s.suggest(r.Context(), text, cursor)
	if err != nil {
		return err
	}
	return writeJSON(w, map[string][]wire.Suggestion{"suggestions": append([]wire.Suggestion{}, list...)})
}

// suggest completes a filter with values from the record.
func (s *Server) suggest(ctx context.Context, text string, cursor int) ([]wire.Suggestion, error) {
	var failed error
	list := wire.Complete(text, cursor, func(key, prefix string) []string {
		values, err := s.Keeper.Values(ctx, key, prefix, 20)
		failed = err
		return values
	})
	return list, failed
}

// apiRetentionLine is how much is kept, as programs get it.
type apiRetentionLine struct {
	KeepBytes int64 `json:"keep_bytes"` // 0: no limit
	KeepDays  int   `json:"keep_days"`  // 0: no limit
}

func (s *Server) apiRetention(w http.ResponseWriter, r *http.Request) error {
	v, err := s.Keeper.Retention(r.Context())
	if err != nil {
		return err
	}
	return writeJSON(w, apiRetentionLine{v.Bytes, v.Days})
}

func (s *Server) apiSetRetention(w http.ResponseWriter, r *http.Request) error {
	var in apiRetentionLine
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if err := s.Keeper.SetRetention(r.Context(), wire.Retention{Bytes: in.KeepBytes, Days: in.KeepDays}); err != nil {
		return apiFail("The limits were not set.", err)
	}
	return s.apiRetention(w, r)
}

// apiPrune removes what the stored limits do not keep, and answers with it.
func (s *Server) apiPrune(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		DryRun bool `json:"dry_run"`
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	limits, err := s.Keeper.Retention(r.Context())
	if err != nil {
		return err
	}
	gone, err := s.Keeper.Prune(r.Context(), limits, in.DryRun)
	if err != nil {
		return apiFail("Not all was removed.", err)
	}
	return s.writeSessions(w, r, gone)
}
