package api

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

type framePage struct {
	side        wire.Side
	from, limit int
}

func framePageOf(q url.Values) (framePage, error) {
	p := framePage{side: wire.Response, limit: 200}
	if v := q.Get("side"); v != "" {
		var ok bool
		if p.side, ok = tape.SideNamed(v); !ok {
			return p, web.Fail(http.StatusBadRequest, "An exchange has no such side.", "Its sides are the request and the response, each as it arrived and as it was sent.", "Use request, response, request-sent or response-sent.")
		}
	}
	for key, to := range map[string]*int{"from": &p.from, "limit": &p.limit} {
		if v := q.Get(key); v != "" {
			var err error
			if *to, err = strconv.Atoi(v); err != nil || *to < 0 || *to > 1<<40 || key == "limit" && (*to < 1 || *to > 1000) {
				return p, badNumber(key)
			}
		}
	}
	return p, nil
}

func (s *Screen) apiFrames(w http.ResponseWriter, r *http.Request) error {
	x, err := s.Library.Exchange(r.Context(), r.PathValue("id"))
	if err != nil {
		return record.ErrNoExchange()
	}
	p, err := framePageOf(r.URL.Query())
	if err != nil {
		return err
	}
	frames, err := Frames(r.Context(), s.Library, s.Keeper, &x, p.side, p.from, p.limit)
	if err != nil {
		return apiFail("The frames could not be read.", err)
	}
	passed, err := s.Library.Passages(r.Context(), x.ID)
	if err != nil {
		return apiFail("The frames could not be read.", err)
	}
	out := struct {
		Frames []Frame `json:"frames"`
		Next   *int    `json:"next,omitempty"` // parameter from for the next page, absent for the last
	}{Frames: FramesOf(x.ID, p.side, frames, passed)}
	if len(frames) == p.limit {
		next := frames[len(frames)-1].Index + 1
		out.Next = &next
	}
	return web.WriteJSON(w, out)
}

type apiFilterLine struct {
	Name   string `json:"name"`
	Filter string `json:"filter"`
}

func (s *Screen) apiFilters(w http.ResponseWriter, r *http.Request) error {
	list, err := s.Keeper.Filters(r.Context())
	if err != nil {
		return err
	}
	return writeList(w, "filters", list, func(f wire.SavedFilter) apiFilterLine { return apiFilterLine{f.Name, f.Text} })
}

func (s *Screen) apiSaveFilter(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Filter string `json:"filter"`
	}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	f := wire.SavedFilter{Name: r.PathValue("name"), Text: in.Filter}
	if err := s.Keeper.SaveFilter(r.Context(), f); err != nil {
		return apiFail("The filter was not saved.", err)
	}
	return web.WriteJSON(w, apiFilterLine{f.Name, f.Text})
}

func (s *Screen) apiDropFilter(w http.ResponseWriter, r *http.Request) error {
	if err := s.Keeper.DropFilter(r.Context(), r.PathValue("name")); err != nil {
		return apiFail("No filter was removed.", err)
	}
	return noContent(w)
}

func (s *Screen) apiComplete(w http.ResponseWriter, r *http.Request) error {
	text := r.URL.Query().Get("filter")
	cursor := len(text)
	if v := r.URL.Query().Get("cursor"); v != "" {
		var err error
		if cursor, err = strconv.Atoi(v); err != nil || cursor < 0 || cursor > len(text) {
			return badNumber("cursor")
		}
	}
	list, err := s.Lists.Suggest(r.Context(), text, cursor)
	if err != nil {
		return err
	}
	return web.WriteJSON(w, map[string][]filter.Suggestion{"suggestions": append([]filter.Suggestion{}, list...)})
}

type apiRetentionLine struct {
	KeepBytes int64 `json:"keep_bytes"` // 0 for no limit
	KeepDays  int   `json:"keep_days"`  // 0 for no limit
}

func (s *Screen) apiRetention(w http.ResponseWriter, r *http.Request) error {
	v, err := s.Keeper.Retention(r.Context())
	if err != nil {
		return err
	}
	return web.WriteJSON(w, apiRetentionLine{v.Bytes, v.Days})
}

func (s *Screen) apiSetRetention(w http.ResponseWriter, r *http.Request) error {
	var in apiRetentionLine
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	if err := s.Keeper.SetRetention(r.Context(), wire.Retention{Bytes: in.KeepBytes, Days: in.KeepDays}); err != nil {
		return apiFail("The limits were not set.", err)
	}
	return s.apiRetention(w, r)
}

func (s *Screen) apiPrune(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		DryRun bool `json:"dry_run"`
	}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	limits, err := s.Keeper.Retention(r.Context())
	if err != nil {
		return err
	}
	gone, err := s.Keeper.Prune(r.Context(), limits, in.DryRun)
	if err != nil {
		return apiFail("Not all sessions were removed.", err)
	}
	return s.writeSessions(w, r, gone)
}
