package ui

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/stream"
)

// detail is an exchange as its page shows it.
type detail struct {
	X     wire.Exchange
	Query query // of the list beside it
	Name  string
	Tab   string
	Now   time.Time
	Head  *body // Request and Response tabs
	Event *event
	Probs []placed // Findings tab
	Why   []a2a.Evidence
	Again []wire.Exchange // that repeat this one, newest first
	Copy  bool            // it was copied when its session was saved, not sent again
	tape  *tape           // locked while the page is drawn
}

// exchangeRoutes are the addresses of an exchange.
func (s *Server) exchangeRoutes() []route {
	return []route{
		{pattern: "GET /exchanges/{id}", handle: s.exchange, live: s.exchangeLive},
		{pattern: "GET /exchanges/{id}/raw/{side}", handle: s.rawBytes},
		{pattern: "POST /exchanges/{id}/resend", handle: s.resend},
		{pattern: "POST /exchanges/{id}/edit", handle: s.editAgain},
		{pattern: "GET /exchanges/{id}/curl", handle: s.curlText},
		{pattern: "GET /sessions/{id}/export", handle: s.exportSession},
		{pattern: "GET /exchanges/{id}/parts/{side}/{offset}", handle: s.partsPage},
		{pattern: "GET /exchanges/{id}/parts/{side}/{offset}/{n}", handle: s.partBytes},
		{pattern: "GET /exchanges/{id}/text/{block}/{piece}", handle: s.artifactText},
	}
}

// tabs are the views of an exchange, in order.
func exchangeTabs() [][2]string {
	return [][2]string{{"reading", "Reading"}, {"request", "Request"}, {"response", "Response"}, {"events", "Events"}, {"timing", "Timing"}, {"findings", "Findings"}}
}

func exchangeTab(r *http.Request) string {
	tab := r.URL.Query().Get("tab")
	if slices.ContainsFunc(exchangeTabs(), func(t [2]string) bool { return t[0] == tab }) {
		return tab
	}
	return "reading"
}

func errNoExchange() error {
	return fail(http.StatusNotFound, "There is no such exchange on record.",
		"It may have been deleted with its session, or the link is from another record.",
		"Look for it in Traffic, or for its session in Sessions.")
}

// exchange shows one exchange beside the list it is in.
func (s *Server) exchange(w http.ResponseWriter, r *http.Request) error {
	q := queryOf(r.URL.Query())
	id := r.PathValue("id")
	if fromDatastar(r) {
		d, release, err := s.detail(r, id, q)
		if err != nil {
			return err
		}
		defer release()
		p := newPatches(w, r)
		p.Morph(detailPane(d))
		p.Replace(liveElement(0))
		return p.Flush()
	}
	l, err := s.list(r.Context(), q, id, 0)
	if err != nil {
		return err
	}
	d, release, err := s.detail(r, id, q)
	if err != nil {
		return err
	}
	defer release()
	return s.page(w, r, Page{
		Title: part.Short(row{Exchange: d.X}.Operation(), 60), Screen: "traffic", Styles: detailStyles(),
		Body: trafficBody(l, detailPane(d)), Live: true, Since: l.Since,
	})
}

// detailStyles are the sheets of list and detail.
func detailStyles() []string { return []string{"traffic", "exchange", "compose"} }

// detail reads what a tab of an exchange shows. The tape in it is locked until
// release.
func (s *Server) detail(r *http.Request, id string, q query) (d *detail, release func(), err error) {
	if _, err := s.Library.Exchange(r.Context(), id); err != nil {
		return nil, nil, errNoExchange()
	}
	t, release, err := s.tape(r.Context(), id)
	if err != nil {
		return nil, nil, err
	}
	d = &detail{X: t.x, Query: q, Tab: exchangeTab(r), Now: s.Now(), tape: t}
	if err := s.fill(r, d); err != nil {
		release()
		return nil, nil, err
	}
	return d, release, nil
}

// fill reads what the tab needs beside the tape.
func (s *Server) fill(r *http.Request, d *detail) error {
	names, err := s.names(r.Context())
	if err != nil {
		return err
	}
	if d.Name = names[d.X.Agent]; d.Name == "" {
		d.Name = hostOf(d.X.Agent)
	}
	if d.tape.reader != nil {
		d.Why = d.tape.reader.Identity().Evidence
	}
	d.Probs = findings(d.tape)
	d.Again = s.again(r.Context(), d.X.ID)
	if d.X.Link != "" {
		in, err := s.Library.Session(r.Context(), d.X.Session)
		d.Copy = err == nil && in.Copied
	}
	switch d.Tab {
	case "request", "response":
		d.Head, err = s.body(r, d)
	case "events":
		if err := s.readPassed(r.Context(), d.tape); err != nil {
			return err
		}
		if n, bad := strconv.Atoi(r.URL.Query().Get("event")); bad == nil {
			d.Event, err = s.event(r.Context(), d, n)
		}
	}
	return err
}

// placed is a finding with where in the exchange it is.
type placed struct {
	a2a.Problem
	Where string // "request", "response", "event 3"
	Tab   string
	Event int
}

// maxFindings bounds the Findings tab.
const maxFindings = 500

// findings lists all problems of an exchange in the order of the wire.
func findings(t *tape) []placed {
	var out []placed
	for _, p := range t.call.Problems {
		out = append(out, placed{Problem: p, Where: "request", Tab: "request"})
	}
	if t.fold == nil {
		return out
	}
	events := t.x.Response.Framing() != wire.Body
	for i := range t.fold.Rows {
		row := &t.fold.Rows[i]
		for _, p := range row.Problems {
			if len(out) == maxFindings {
				return out
			}
			f := placed{Problem: p, Where: "response", Tab: "response"}
			if events {
				f.Where, f.Tab, f.Event = "event "+eventSpan(row), "events", row.From
			}
			out = append(out, f)
		}
	}
	for _, p := range t.ended {
		out = append(out, placed{Problem: p, Where: "the end", Tab: "events", Event: t.fold.Events})
	}
	return out[:min(len(out), maxFindings)]
}

// tabURL is the address of another tab of the exchange.
func (d *detail) tabURL(tab string) string { return d.Query.exchangeAt(d.X.ID, tab) }

// more is the address of the current tab with one more parameter.
func (d *detail) more(key, value string) string {
	return d.tabURL(d.Tab) + "&" + key + "=" + value
}

// exchangeView keeps list and detail current.
type exchangeView struct {
	s       *Server
	r       *http.Request
	id      string
	list    *listView
	gutter  gutterView
	turn    turnView
	version int64
	ended   bool
}

func (s *Server) exchangeLive(r *http.Request, since int64) (View, error) {
	l := s.newListView(r, since)
	l.selected = r.PathValue("id")
	return &exchangeView{s: s, r: r, id: l.selected, list: l}, nil
}

func (v *exchangeView) Draw(ctx context.Context, p *Patches) error {
	if err := v.list.Draw(ctx, p); err != nil {
		return err
	}
	if v.ended {
		return nil
	}
	d, release, err := v.s.detail(v.r.WithContext(ctx), v.id, v.list.q)
	if err != nil {
		return err
	}
	defer release()
	if d.X.Version == v.version {
		return nil
	}
	first := v.version == 0
	v.version, v.ended = d.X.Version, !d.X.Ended.IsZero()
	p.Changed("detail-head", detailHead(d))
	p.Changed("detail-tabs", detailTabs(d))
	switch {
	case d.Tab == "events" && d.Event == nil:
		v.gutter.draw(p, d.tape, d.Now)
	case d.Tab == "reading":
		if first && d.tape.fold != nil {
			// The page was drawn a moment ago, from the same tape or an older one.
			p.Replace(turn(d.tape, d.Name, d.Now))
			v.turn.note(d.tape.fold.Blocks, 0)
			return nil
		}
		v.turn.draw(p, d.tape, d.Name, d.Now)
	case v.ended || first:
		p.Changed("detail-body", detailBody(d))
	}
	return nil
}

// eventSpan is the events a row stands for: "3", or "3–4,998".
func eventSpan(r *stream.Row) string {
	if r.From == r.To {
		return part.Count(r.From)
	}
	return part.Count(r.From) + "–" + part.Count(r.To)
}
