package traffic

import (
	"context"
	"net/http"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) Routes() []web.Route {
	return []web.Route{
		{Pattern: "GET /{$}", Handle: s.home, Live: s.trafficLive},
		{Pattern: "GET /start", Handle: s.start, Live: s.startLive},
		{Pattern: "GET /traffic", Handle: s.traffic, Live: s.trafficLive},
		{Pattern: "GET /filter", Handle: s.Lists.Complete},
		{Pattern: "GET /filter/rows", Handle: s.Lists.Typed},
		{Pattern: "GET /filters", Handle: s.Lists.Filters},
		{Pattern: "POST /filters", Handle: s.Lists.SaveFilter},
		{Pattern: "POST /filters/drop", Handle: s.Lists.DropFilter},
		{Pattern: "POST /sessions/save", Handle: s.saveSession},
		{Pattern: "GET /saving/{id}", Handle: s.savingPage, Live: s.savingLive},
		{Pattern: "POST /saving/{id}/stop", Handle: s.stopSaving},
		{Pattern: "POST /sessions/{id}/marks", Handle: s.markSession},
	}
}

func (s *Screen) traffic(w http.ResponseWriter, r *http.Request) error {
	q := s.Lists.Query(r.URL.Query())
	if v, ok := s.Lists.Views[q.View]; ok {
		return s.otherView(w, r, v, q)
	}
	if before, err := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64); err == nil && !q.Sorted() {
		return s.olderRows(w, r, q, before)
	}
	if after, err := strconv.ParseInt(r.URL.Query().Get("after"), 10, 64); err == nil && !q.Sorted() {
		return s.newerRows(w, r, q, after)
	}
	if web.FromDatastar(r) {
		return s.closeDetail(w, r)
	}
	l, err := s.Lists.List(r.Context(), q, "", 0)
	if err != nil {
		return err
	}
	return s.Web.Page(w, r, web.Page{Title: "Traffic", Screen: l.Screen(), Styles: list.DetailStyles(), Body: list.TrafficBody(l, list.NoDetail()), Live: true, Since: l.Since, Sessions: l.Sessions})
}

func (s *Screen) otherView(w http.ResponseWriter, r *http.Request, v list.View, q link.Query) error {
	if web.FromDatastar(r) && q.View == "tasks" && r.URL.Query().Has("rows") {
		return s.taskRows(w, r, q, taskKey{r.URL.Query().Get("rows"), r.URL.Query().Get("of")})
	}
	if web.FromDatastar(r) {
		return s.closeDetail(w, r)
	}
	pane, err := v.Pane(r.Context(), q)
	if err != nil {
		return err
	}
	return s.Web.Page(w, r, web.Page{Title: pane.Title, Screen: pane.Bar.Screen(), Styles: append(list.DetailStyles(), pane.Styles...), Body: list.Panes(pane.Title, pane.Body, list.NoDetail()), Live: true, Since: pane.Since})
}

// closeDetail answers a visit that returns from an exchange to the list.
func (s *Screen) closeDetail(w http.ResponseWriter, r *http.Request) error {
	p := web.NewPatches(w, r)
	p.Morph(list.NoDetail())
	p.Replace(web.LiveElement(0, 0))
	return p.Flush()
}

// olderRows serves the next page of rows, which the page asks for when the end of the list comes
// into view.
func (s *Screen) olderRows(w http.ResponseWriter, r *http.Request, q link.Query, before int64) error {
	l, err := s.Lists.List(r.Context(), q, "", before)
	if err != nil {
		return err
	}
	if !web.FromDatastar(r) {
		return s.Web.Page(w, r, web.Page{Title: "Traffic", Screen: "traffic", Styles: list.DetailStyles(), Body: list.TrafficBody(l, list.NoDetail())})
	}
	p := web.NewPatches(w, r)
	p.Append(list.RowsOf(q), list.ListRows(l.Rows))
	p.RemoveAny(list.AfterOf(q) + " > #older")
	none := r.URL.Query().Get("none") != "" && len(l.Rows) == 0
	p.Append(list.AfterOf(q), list.Older(l, none))
	if l.Older == 0 && none {
		p.RemoveAny(list.AfterOf(q) + " > #rows-empty") // the stream may have added it meanwhile
		p.Append(list.AfterOf(q), list.NoRows(l))
	}
	return p.Flush()
}

// newerRows serves newer rows, which a list that dropped its newest rows asks for when its top
// comes into view.
func (s *Screen) newerRows(w http.ResponseWriter, r *http.Request, q link.Query, after int64) error {
	l, all, err := s.Lists.Newer(r.Context(), q, after)
	if err != nil {
		return err
	}
	if !web.FromDatastar(r) {
		return s.Web.Page(w, r, web.Page{Title: "Traffic", Screen: "traffic", Styles: list.DetailStyles(), Body: list.TrafficBody(l, list.NoDetail())})
	}
	return s.Web.Morph(w, r, list.NewerRows(l, all))
}

func (s *Screen) trafficLive(r *http.Request, since int64) (web.View, error) {
	q := s.Lists.Query(r.URL.Query())
	if v, ok := s.Lists.Views[q.View]; ok {
		return v.Live(q), nil
	}
	return s.Lists.NewListView(r, since).Live(), nil
}

// home serves Traffic. Until something is on record, it redirects to Start.
func (s *Screen) home(w http.ResponseWriter, r *http.Request) error {
	started, err := s.hasTraffic(r.Context())
	if err != nil {
		return err
	}
	if started || web.FromDatastar(r) {
		return s.traffic(w, r)
	}
	http.Redirect(w, r, "/start", http.StatusSeeOther)
	return nil
}

// hasTraffic reports whether a call by anyone but the console is on record.
func (s *Screen) hasTraffic(ctx context.Context) (bool, error) {
	xs, err := s.Library.Exchanges(ctx, wire.Filter{ExcludedOrigins: wire.NotConversation()}, wire.Page{Limit: 1})
	return len(xs) > 0, err
}
