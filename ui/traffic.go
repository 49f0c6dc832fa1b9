package ui

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// otherView is a view of Traffic that another screen draws.
type otherView struct {
	page func(w http.ResponseWriter, r *http.Request, q query) error
	live func(r *http.Request) View
}

// trafficRoutes are the addresses of Traffic.
func (s *Server) trafficRoutes() []route {
	return []route{
		{pattern: "GET /{$}", handle: s.home, live: s.homeLive},
		{pattern: "GET /traffic", handle: s.traffic, live: s.trafficLive},
		{pattern: "GET /filter", handle: s.completeFilter},
		{pattern: "GET /filters", handle: s.filters},
		{pattern: "POST /filters", handle: s.saveFilter},
		{pattern: "POST /filters/drop", handle: s.dropFilter},
		{pattern: "POST /sessions/save", handle: s.saveSession},
		{pattern: "POST /sessions/{id}/marks", handle: s.markSession},
	}
}

// traffic is the list of all exchanges.
func (s *Server) traffic(w http.ResponseWriter, r *http.Request) error {
	q := queryOf(r.URL.Query())
	if v, ok := s.otherViews[q.View]; ok {
		return v.page(w, r, q)
	}
	if before, err := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64); err == nil {
		return s.olderRows(w, r, q, before)
	}
	if q.View == "tasks" {
		return s.byTask(w, r, q)
	}
	if fromDatastar(r) {
		return s.closeDetail(w, r)
	}
	l, err := s.list(r.Context(), q, "", 0)
	if err != nil {
		return err
	}
	return s.page(w, r, Page{Title: "Traffic", Screen: "traffic", Styles: detailStyles(), Body: trafficBody(l, noDetail()), Live: true, Since: l.Since})
}

// closeDetail answers a visit that goes back from an exchange to the list.
func (s *Server) closeDetail(w http.ResponseWriter, r *http.Request) error {
	p := newPatches(w, r)
	p.Morph(noDetail())
	p.Replace(liveElement(0))
	return p.Flush()
}

// olderRows answers the end of the list coming into view.
func (s *Server) olderRows(w http.ResponseWriter, r *http.Request, q query, before int64) error {
	l, err := s.list(r.Context(), q, "", before)
	if err != nil {
		return err
	}
	if !fromDatastar(r) {
		return s.page(w, r, Page{Title: "Traffic", Screen: "traffic", Styles: detailStyles(), Body: trafficBody(l, noDetail())})
	}
	p := newPatches(w, r)
	p.Append("#rows", olderGroups(l, before))
	p.Remove("#older")
	none := r.URL.Query().Get("none") != "" && len(l.Rows) == 0
	if l.Older > 0 {
		p.Append("#rows-after", older(l, none))
	} else if none {
		p.Append("#rows-after", noRows(l))
	}
	return p.Flush()
}

func (s *Server) trafficLive(r *http.Request, since int64) (View, error) {
	name := r.URL.Query().Get("view")
	if v, ok := s.otherViews[name]; ok {
		return v.live(r), nil
	}
	if name == "tasks" {
		return s.newTasksView(r), nil
	}
	return s.newListView(r, since), nil
}

// home is Start until something is on record, then Traffic.
func (s *Server) home(w http.ResponseWriter, r *http.Request) error {
	started, err := s.anything(r.Context())
	if err != nil {
		return err
	}
	if started || fromDatastar(r) {
		return s.traffic(w, r)
	}
	return s.start(w, r)
}

// anything reports whether a call of anyone but the console is on record.
func (s *Server) anything(ctx context.Context) (bool, error) {
	xs, err := s.Library.Exchanges(ctx, wire.Filter{Not: []wire.Origin{wire.Console}}, wire.Page{Limit: 1})
	return len(xs) > 0, err
}

// olderAt is where the list goes on; none says that nothing is listed so far.
func olderAt(q query, before int64, none bool) string {
	v := q.values()
	if none {
		v.Set("none", "1")
	}
	v.Set("before", strconv.FormatInt(before, 10))
	return "/traffic?" + v.Encode()
}

// trafficViews are the views over one filter.
func trafficViews() [][2]string {
	return [][2]string{{"", "List"}, {"tasks", "By task"}, {"sequence", "Sequence"}}
}

func otherProbes(q query) string {
	q.Probes = !q.Probes
	return q.at("/traffic")
}

// filterExamples completes the filter box.
func filterExamples() []string {
	return []string{
		"op:send", "op:get", "op:cancel", "op:subscribe", "state:working", "state:completed", "state:failed", "state:input_required",
		"dialect:0.1", "dialect:0.2", "dialect:0.3", "dialect:1.0", "binding:jsonrpc", "binding:rest", "binding:grpc", "op:list", "origin:client", "origin:compose", "origin:console", "outcome:cut", "outcome:refused",
		"status:4xx", "status:5xx", "dur:>500ms", "finding:any", "finding:error",
	}
}

func currentRow(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "true"}
}

// clock is the time of day of a row, in this machine's zone.
func clock(t time.Time) string { return t.Local().Format("15:04:05.000") }
