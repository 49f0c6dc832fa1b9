package compose

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/talk"
	"github.com/a2a-console/a2a-console/ui/web"
	"github.com/a2a-console/a2a-console/ui/why"
)

// composeLive keeps a draft's page current. It redraws the form only when its shape changed, so
// that it never overwrites what is being typed.
type composeLive struct {
	s       *Screen
	q       url.Values // query of the page's URL
	shape   int
	pageURL string

	declared    string // extensions whose checkboxes are on the page
	quirks      string // quirks whose checkboxes are on the page
	generations bool   // the field for the task's generation is on the page
	vars        string // variables whose fields are on the page
	turns       web.Rows
	gutter      talk.GutterView
	heldView    talk.HeldView

	last, task, context string // exchange, task and context of the draft when it was last drawn
}

func (s *Screen) live(r *http.Request, _ int64) (web.View, error) {
	q := r.URL.Query()
	if q.Get("draft") == "" {
		return nil, web.Fail(http.StatusNotFound, "There is no draft at this address.", "The address names no draft.", "Open Compose again.")
	}
	d, err := s.draftAt(r.Context(), q)
	if err != nil {
		return nil, err
	}
	return &composeLive{s: s, q: q, shape: min(d.Shape, shapeShown(r, d.Shape)), pageURL: addressOf(q)}, nil
}

// shapeShown returns the shape of the form that the page shows, or now if the page does not say. A
// part may have been added since. A page that is ahead of the draft was drawn by an earlier run of
// the program, and keeps what is written there.
func shapeShown(r *http.Request, now int) int {
	shown, err := strconv.Atoi(r.Header.Get("Console-Shown"))
	if err != nil {
		return now
	}
	return shown
}

func addressOf(q url.Values) string {
	q = maps.Clone(q)
	q.Del("datastar")
	return "/compose?" + q.Encode()
}

// Concerns implements web.Selective.
func (l *composeLive) Concerns(n web.Notice) bool {
	if n.Kind != web.Record {
		return n.Matches(web.Drafts, web.Agents, web.Sessions) || n.Matches(web.HeldItems) && l.heldView.Stale(l.s.Lists.HeldOf)
	}
	x, known := n.About()
	return !known || l.turns.Has(talk.TurnID(x.ID)) || x.ID == l.last || x.Labels.Task != "" && x.Labels.Task == l.task ||
		x.Labels.Context != "" && x.Labels.Context == l.context
}

func (l *composeLive) Draw(ctx context.Context, p *web.Patches) error {
	d, err := l.s.draftAt(ctx, l.q)
	if err != nil {
		return err
	}
	if d.Retry.Exchange != "" {
		if err := l.s.retrySigned(ctx, d.ID); err != nil {
			l.s.Web.Logger.Warn("retry after a sign-in", "err", err)
		}
		d = l.s.Drafts.Current(d)
	}
	v, err := l.s.Read(ctx, d)
	if err != nil {
		return err
	}
	defer v.Release()
	l.last, l.task, l.context = v.Draft.Exchange, v.Draft.Task, v.Draft.Context
	l.turns.Draw(p, "#turns", turns(v), turnRows(v))
	last := ""
	if v.Last != nil {
		last = v.Last.X.ID
		l.gutter.Draw(p, v.Last, v.HeldItems, v.Now)
	}
	l.heldView.Draw(p, "compose-held", last, v.HeldItems, v.Now)
	l.drawForm(p, v)
	if v.PageURL != l.pageURL {
		l.pageURL = v.PageURL
		p.Replace(currentAddress(v.PageURL))
	}
	return nil
}

func turnRows(v *View) (rows []web.Row) {
	if len(v.Turns) == 0 && v.Draft.Raw == nil {
		rows = append(rows, web.Row{ID: "turns-empty", Cell: noTurns(v)})
	}
	return append(append(rows, talk.TurnRows(v.Turns, v.Agent.Title(), v.Now)...),
		web.Row{ID: "compose-over", Cell: talk.OverrunNote("compose-over", v.overrun())},
		web.Row{ID: "compose-why", Cell: why.Box("compose-why", v.Failed)},
		web.Row{ID: "compose-held", Cell: talk.HeldNow("compose-held", v.HeldItems, v.Now), Basis: true}) // see talk.HeldView
}

func (l *composeLive) drawForm(p *web.Patches, v *View) {
	if v.Draft.Shape != l.shape {
		l.shape = v.Draft.Shape
		p.Morph(composerForm(v))
	}
	if v.SignIn != nil {
		p.Changed("signin", composeSignIn(v))
	}
	p.Changed("plan", planLine(v))
	p.Changed("interface", interfaceChoice(v))
	p.Changed("version-note", versionNote(v))
	p.Changed("quirk-note", quirkNote(v))
	p.Changed("versus-choice", versusChoice(v))
	if d := declared(v.Agent); d != l.declared && v.Draft.Raw == nil {
		// Not when a checkbox was ticked: the page is then ahead of the draft.
		l.declared = d
		p.Morph(extensionOptions(v))
	}
	if q := quirkOffers(v); q != l.quirks && v.Draft.Raw == nil {
		l.quirks = q
		p.Morph(quirkOptions(v))
	}
	if at := v.hasGenerations(); at != l.generations && v.Draft.Raw == nil {
		l.generations = at
		p.Morph(generationOption(v))
	}
	if names := varNames(v); names != l.vars {
		l.vars = names
		p.Morph(variables(v))
	}
	p.Changed("actions", composeActions(v))
	p.Changed("send", composeSend(v))
	p.Changed("preview", preview(v))
	if v.Draft.Raw != nil {
		p.Changed("raw-unseen", rawUnseen(v))
	}
	p.Changed("problem", composeProblem(v))
	p.Changed("compose-agent", composeAgent(v))
	l.drawTrouble(p, v)
}

func (l *composeLive) drawTrouble(p *web.Patches, v *View) {
	if v.Draft.Raw != nil {
		return
	}
	for _, one := range v.Draft.Parts {
		if one.Kind == "form" {
			for i := range one.Fields {
				p.Changed(fieldID(one, i)+"-bad", fieldTrouble(v, one, i))
			}
		} else if one.CanFail() {
			p.Changed(one.ID()+"-bad", partTrouble(v, one))
		}
	}
}

// declared returns a text that changes when the checkboxes of extensions must be redrawn.
func declared(a agents.Entry) string {
	var out strings.Builder
	for _, x := range agents.ExtensionsOf(a) {
		fmt.Fprintln(&out, x.URI, x.Required)
	}
	return out.String()
}

func headLines(p inspector.PreparedRequest) (out [][2]string) {
	for _, k := range part.SortedKeys(p.Header) {
		for _, val := range p.Header[k] {
			out = append(out, [2]string{k, part.Short(val, 300)})
		}
	}
	return out
}
