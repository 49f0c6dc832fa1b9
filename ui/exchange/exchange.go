package exchange

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/models"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/talk"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
	"github.com/a2a-console/a2a-console/ui/why"
)

// detail is the data of an exchange's page.
type detail struct {
	X                wire.Exchange
	Query            link.Query // query of the list next to it
	Name             string
	Tab              string
	Now              time.Time
	Chart            *chart           // Timing tab
	Models           *models.Section  // Timing tab
	ModelCall        *models.View     // Messages tab of a call of a model; nil if it is not understood
	ModelParent      *modelcall.Child // the call with its parent, nil if it is no longer on record
	Head             *body            // Request and Response tabs
	Event            *event
	Findings         []placedFinding          // Findings tab
	Mutes            map[string]wire.Mute     // mutes that apply to the exchange, by check; Findings tab
	CrossFindings    []reading.Across         // findings that involve other exchanges
	RelatedExchanges map[string]wire.Exchange // the other exchanges in CrossFindings, by id; Findings tab
	Evidence         []a2a.Evidence
	Repeats          []wire.Exchange  // exchanges that repeat this one, newest first
	Failed           *why.Explanation // why it failed, nil if it did not
	Copy             bool             // Link is what it was copied from when its session was saved, not what it repeats

	Passages  []wire.Passage  // frames that were not forwarded unchanged
	CanHold   bool            // a rule can hold the next exchange like it
	HeldItems []wire.HeldItem // what rules are holding of it, oldest first

	mark         *part.Mark // finding that the URL points to; nil for none
	markable     bool       // the record takes pins and notes
	pages        bool       // it can be saved as a page
	isStandalone bool       // drawn for a file that has no other page
	tape         *tape.Tape // locked while the page is drawn
}

func (s *Screen) Routes() []web.Route {
	list := []web.Route{
		{Pattern: "GET /exchanges/{id}", Handle: s.exchange, Live: s.exchangeLive},
		{Pattern: "GET /exchanges/{id}/menu", Handle: s.rowMenu},
		{Pattern: "GET /exchanges/{id}/raw/{side}", Handle: s.rawBytes},
		{Pattern: "POST /exchanges/{id}/resend", Handle: s.resend},
		{Pattern: "POST /exchanges/{id}/edit", Handle: s.editInCompose},
		{Pattern: "GET /exchanges/{id}/code/{language}", Handle: s.codeText},
		{Pattern: "GET /sessions/{id}/export", Handle: s.exportSession},
		{Pattern: "POST /exchanges/export", Handle: s.exportChosen},
		{Pattern: "GET /exchanges/{id}/parts/{side}/{offset}", Handle: s.partsPage},
		{Pattern: "GET /exchanges/{id}/parts/{side}/{offset}/{n}", Handle: s.partBytes},
		{Pattern: "GET /exchanges/{id}/text/{block}/{piece}", Handle: s.artifactText},
	}
	if s.Files != nil {
		list = append(list, web.Route{Pattern: "GET /exchanges/{id}/page", Handle: s.savePage})
	}
	if s.Keeper != nil {
		list = append(list, web.Route{Pattern: "POST /exchanges/{id}/pin", Handle: s.pin}, web.Route{Pattern: "POST /exchanges/{id}/note", Handle: s.note})
	}
	return list
}

func exchangeTabs() [][2]string {
	return [][2]string{{"reading", "Messages"}, {"request", "Request"}, {"response", "Response"}, {"events", "Events"}, {"timing", "Timing"}, {"findings", "Findings"}}
}

func exchangeTab(r *http.Request) string {
	tab := r.URL.Query().Get("tab")
	if slices.ContainsFunc(exchangeTabs(), func(t [2]string) bool { return t[0] == tab }) {
		return tab
	}
	return "reading"
}

func (s *Screen) exchange(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	x, err := s.Library.Exchange(r.Context(), id)
	if err != nil {
		return record.ErrNoExchange()
	}
	q := s.Lists.QueryAround(r.URL.Query(), x)
	if web.FromDatastar(r) {
		d, release, err := s.detail(r, id, q)
		if err != nil {
			return err
		}
		defer release()
		p := web.NewPatches(w, r)
		p.Morph(detailPane(d))
		p.Replace(web.LiveElement(0, 0))
		release()
		return p.Flush()
	}
	pane, sessions, err := s.sidePane(r.Context(), q, x)
	if err != nil {
		return err
	}
	d, release, err := s.detail(r, id, q)
	if err != nil {
		return err
	}
	defer release()
	return s.Web.Page(w, r, web.Page{
		Title: part.Short(record.Row{Exchange: d.X}.Operation(), 60), Screen: "traffic", Styles: append(list.DetailStyles(), pane.Styles...),
		Body: list.Panes(pane.Title, pane.Body, detailPane(d)), Live: true, Since: pane.Since, Sessions: sessions, OnDrawn: release,
	})
}

// sidePane returns what is shown next to an exchange: the list, or another view in its place.
// sessions is the version of the sessions that the list shows.
func (s *Screen) sidePane(ctx context.Context, q link.Query, x wire.Exchange) (pane list.Pane, sessions int64, err error) {
	if v, ok := s.Lists.Views[q.View]; ok {
		pane, err = v.Pane(ctx, q)
		return pane, 0, err
	}
	l, err := s.Lists.Around(ctx, q, x)
	return list.Pane{Title: "Traffic", Body: list.ListPane(l), Since: l.Since}, l.Sessions, err
}

// detail reads what a tab of an exchange shows. Its tape stays locked until release is called.
func (s *Screen) detail(r *http.Request, id string, q link.Query) (d *detail, release func(), err error) {
	if _, err := s.Library.Exchange(r.Context(), id); err != nil {
		return nil, nil, record.ErrNoExchange()
	}
	t, release, err := s.Tapes.Get(r.Context(), id)
	if err != nil {
		return nil, nil, err
	}
	d = &detail{X: t.X, Query: q, Tab: exchangeTab(r), Now: s.Web.Now(), CanHold: s.Intercepts && t.X.IsForAgent(), markable: s.Keeper != nil, pages: s.Files != nil, isStandalone: s.isStandalone, tape: t}
	d.HeldItems = s.Lists.HeldOf(&d.X)
	if d.X.PassageKinds != 0 {
		d.Passages, err = s.Library.Passages(r.Context(), id)
	}
	if err == nil {
		err = s.fill(r, d)
	}
	if err != nil {
		release()
		return nil, nil, err
	}
	return d, release, nil
}

func (s *Screen) fill(r *http.Request, d *detail) error {
	names, err := s.Names(r.Context())
	if err != nil {
		return err
	}
	d.Name = cmp.Or(names[d.X.Agent], record.HostOf(d.X.Agent))
	if d.tape.Reader != nil {
		d.Evidence = d.tape.Reader.Identity().Evidence
	}
	found, err := s.Library.Findings(r.Context(), d.X.ID)
	if err != nil {
		return err
	}
	d.CrossFindings = reading.AcrossOf(found)
	d.Findings = append(findings(d.tape), placeCrossFindings(d)...)
	d.Failed = s.Causes.Explain(r.Context(), d.tape, nil)
	d.Repeats = s.findRepeats(r.Context(), d.X.ID)
	if d.X.Link != "" {
		in, err := s.Library.Session(r.Context(), d.X.Session)
		d.Copy = err == nil && in.Copied
	}
	switch event := d.selectFinding(r.URL.Query()); d.Tab {
	case "request", "response":
		d.Head, err = s.body(r, d)
	case "findings":
		d.RelatedExchanges = s.readRelated(r.Context(), d)
		d.Mutes, err = s.mutes(r.Context(), d.X.Session)
	case "timing":
		if d.Chart, err = s.chartOf(r.Context(), d); err == nil {
			d.Models, err = models.Read(r.Context(), s.Library, []wire.Exchange{d.X}, d.Now)
		}
	case "reading":
		err = s.readModelCall(r.Context(), d)
	case "events":
		if n, bad := strconv.Atoi(event); bad == nil {
			d.Event, err = s.event(r.Context(), d, n)
		}
	}
	return err
}

// readModelCall reads a call of a model, and finds the exchange beneath which the agent made it.
func (s *Screen) readModelCall(ctx context.Context, d *detail) (err error) {
	if d.X.Origin != wire.Model {
		return nil
	}
	if d.ModelCall, err = models.ReadCall(ctx, s.Library, d.X); err != nil {
		return err
	}
	all, err := modelcall.Load(ctx, s.Library, d.X.Started, d.X.Started.Add(time.Nanosecond))
	for i := range all {
		if all[i].ID == d.X.ID {
			d.ModelParent = &all[i]
		}
	}
	return err
}

// events returns the number of events in the response, -1 if it is not a stream.
func (d *detail) events() int {
	if !d.tape.Streams() {
		return -1
	}
	return d.tape.Events()
}

// placedFinding is a finding with its place in the exchange: the first place, if several events
// have it.
type placedFinding struct {
	a2a.Problem
	Place string // "request", "response", "event 3"
	Tab   string
	Event int
	Times int // number of documents of the response that have it

	Exchanges []string // ids of the other exchanges that it involves
}

// maxFindings bounds the findings that the Findings tab shows.
const maxFindings = 500

// findings lists the findings of an exchange in the order of the wire, with equal ones folded as
// the record counts them.
func findings(t *tape.Tape) []placedFinding {
	if t.X.Origin == wire.Model {
		return nil // the checks are about A2A
	}
	var out []placedFinding
	for _, p := range t.Call.Problems {
		out = append(out, placedFinding{Problem: p, Place: "request", Tab: "request", Times: 1})
	}
	if t.Fold == nil {
		return out
	}
	var folded dialect.Findings
	at := map[int]int{} // index in out, by the number of the folded finding
	add := func(f placedFinding, ps []a2a.Problem) {
		folded.Add(ps, func(n, times int, p a2a.Problem) {
			if i, ok := at[n]; ok && times > 1 {
				out[i].Times += f.Times
			} else if len(out) < maxFindings {
				at[n], f.Problem = len(out), p
				out = append(out, f)
			}
		})
	}
	for _, p := range t.HeadProblems {
		add(placedFinding{Place: "response", Tab: "response", Times: 1}, []a2a.Problem{p})
	}
	events := t.Framed()
	for i := range t.Fold.Rows {
		row := &t.Fold.Rows[i]
		f := placedFinding{Place: "response", Tab: "response", Times: 1 + row.To - row.From}
		if events {
			f.Place, f.Tab, f.Event = "event "+eventSpan(row), "events", row.From
		}
		add(f, row.Problems)
	}
	add(placedFinding{Place: "the end", Tab: "events", Event: t.Fold.Events, Times: 1}, t.EndProblems)
	return out
}

func (d *detail) tabURL(tab string) string { return d.Query.ExchangeURL(d.X.ID, tab) }

func (d *detail) parameterURL(key, value string) string {
	return d.tabURL(d.Tab) + "&" + key + "=" + value
}

// exchangeView keeps the page of an exchange current.
type exchangeView struct {
	s           *Screen
	r           *http.Request
	id          string
	q           link.Query
	gutter      talk.GutterView
	turn        web.Rows
	version     int64
	ended       bool
	changed     bool // the exchange changed since it was drawn
	heldChanged bool // what is held of it may have changed
	heldView    talk.HeldView
}

// Concerns implements web.Selective.
func (v *exchangeView) Concerns(n web.Notice) bool {
	x, known := n.About()
	v.changed = v.changed || n.Kind == web.Record && (!known && !v.ended || x.ID == v.id) || !v.ended && n.Matches()
	v.heldChanged = v.heldChanged || !v.ended && n.Matches(web.HeldItems)
	return v.changed || v.heldChanged
}

func (s *Screen) exchangeLive(r *http.Request, since int64) (web.View, error) {
	v := &exchangeView{s: s, r: r, id: r.PathValue("id"), q: s.Lists.Query(r.URL.Query()), changed: true}
	if x, err := s.Library.Exchange(r.Context(), v.id); err == nil {
		v.q = s.Lists.QueryAround(r.URL.Query(), x)
	}
	if other, ok := s.Lists.Views[v.q.View]; ok {
		return web.Together{other.Live(v.q), v}, nil
	}
	l := s.Lists.NewListView(r, since)
	l.Q, l.Selected = v.q, v.id
	return append(l.Live(), v), nil
}

func (v *exchangeView) Draw(ctx context.Context, p *web.Patches) error {
	if !v.changed && (!v.heldChanged || !v.heldView.Stale(v.s.Lists.HeldOf)) {
		v.heldChanged = false
		return nil
	}
	d, release, err := v.s.detail(v.r.WithContext(ctx), v.id, v.q)
	if err != nil {
		return err
	}
	defer release()
	v.changed, v.heldChanged = false, false
	v.heldView.Draw(p, "exchange-held", v.id, d.HeldItems, d.Now)
	if d.X.Version == v.version {
		return nil
	}
	first, over := v.version == 0, v.ended
	v.version, v.ended = d.X.Version, !d.X.Ended.IsZero()
	if over { // only its pin and its note can still change
		p.Changed("exchange-marks", marks(d.X, d.markable, d.pages))
		return nil
	}
	p.Changed("detail-head", detailHead(d))
	p.Changed("detail-why", why.Box("detail-why", d.Failed))
	p.Changed("detail-tabs", detailTabs(d))
	v.drawTab(p, d, first)
	return nil
}

// drawTab draws what changed in the tab. first means that nothing was drawn before.
func (v *exchangeView) drawTab(p *web.Patches, d *detail, first bool) {
	switch {
	case d.Tab == "events" && d.Event == nil:
		v.gutter.Draw(p, d.tape, d.HeldItems, d.Now)
	case d.Tab == "reading":
		turn := talk.TurnRow(d.tape, d.Name, nil, d.Now)
		v.turn.Draw(p, "#detail-body", turn.Cell, []web.Row{turn})
	case v.ended || first:
		p.Changed("detail-body", detailBody(d))
	}
}

// eventSpan formats the numbers of the events that a row covers: "3", or "3–4,998".
func eventSpan(r *stream.Row) string {
	if r.From == r.To {
		return part.Count(r.From)
	}
	return part.Count(r.From) + "–" + part.Count(r.To)
}
