package ui

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// composeRoutes are the addresses of Compose.
func (s *Server) composeRoutes() []route {
	return []route{
		{pattern: "GET /compose", handle: s.composePage, live: s.composeView},
		{pattern: "POST /compose/example", handle: s.composeExample},
		{pattern: "POST /compose/{draft}/file", handle: s.composeFile, limit: fileLimit},
		{pattern: "POST /compose/{draft}/{do}", handle: s.composeDo, limit: uploadLimit},
		{pattern: "GET /versus", handle: s.versusPage, live: s.versusLive},
		{pattern: "POST /versus", handle: s.versusOn},
	}
}

// composePage shows a draft. Without one in the address it goes to a new one, so
// that a reload finds it again.
func (s *Server) composePage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	d, err := s.draftAt(r.Context(), q)
	if err != nil {
		return err
	}
	if q.Get("draft") == "" {
		http.Redirect(w, r, d.address(), http.StatusSeeOther)
		return nil
	}
	v, err := s.readCompose(r.Context(), d)
	if err != nil {
		return err
	}
	defer v.release()
	return s.page(w, r, Page{Title: "Compose", Screen: "compose", Styles: []string{"compose", "signin"}, Body: composeBody(v, s.assets.URL), Live: true})
}

// address is where the draft is edited; one without an id is begun there. It says
// enough to begin it anew when the console was started again.
func (d draft) address() string {
	q := url.Values{"agent": {d.Agent}}
	if d.ID != "" {
		q.Set("draft", d.ID)
	}
	switch {
	case d.Exchange != "":
		q.Set("exchange", d.Exchange)
	case d.Task != "":
		q.Set("task", d.Task)
		q.Set("context", d.Context)
	}
	if d.Version != "" {
		q.Set("as", d.as().Path())
	}
	if d.begin != "" && d.Parts[0].Text != "" {
		q.Set("text", d.Parts[0].Text)
	}
	return "/compose?" + q.Encode()
}

// composeView is everything the page shows of a draft.
type composeView struct {
	Draft  draft
	Agent  agentEntry
	Agents []agentEntry
	Turns  []*tape // oldest first, locked
	Last   *tape   // the one whose events stand beside, nil before the first
	State  a2a.State
	Target inspector.Target
	Here   string // address of the page
	Sent   *inspector.Prepared
	Refuse string // why nothing can be sent
	Busy   bool   // a call of ours is running
	Now    time.Time
	SignIn *signIn // nil when there is no signing in
	Wants  string  // what credentials the last answer asks for
	unlock []func()

	Receiver bool // this console receives push notifications
}

func (v *composeView) release() {
	for _, f := range v.unlock {
		f()
	}
}

// turnsShown is how many exchanges of a conversation are drawn.
const turnsShown = 20

// readCompose gathers a draft's page. Tapes are locked: call release after
// drawing.
func (s *Server) readCompose(ctx context.Context, d draft) (*composeView, error) {
	v := &composeView{Now: s.Now(), Receiver: s.Webhooks != nil}
	var err error
	if v.Agents, err = s.entries(ctx); err != nil {
		return nil, err
	}
	if e, ok := s.find(ctx, d.Agent); ok {
		s.learn(e.Agent, false)
		v.Agent = s.entry(e.Agent, s.Taps.Taps())
	} else {
		v.Agent = agentEntry{Agent: wire.Agent{Origin: d.Agent}}
	}
	s.converse(ctx, v, d)
	s.settle(v, &d)
	s.prepare(v, &d)
	v.Draft = s.drafts.now(d)
	v.Here = v.Draft.address()
	v.SignIn, v.Wants = s.signInOf(v.Agent), wants(v)
	if v.SignIn != nil && v.Last != nil && !v.Busy {
		v.SignIn.Latest = &v.Last.x
	}
	return v, nil
}

// converse reads the exchanges of the draft's conversation.
func (s *Server) converse(ctx context.Context, v *composeView, d draft) {
	var list []wire.Exchange
	if d.Task != "" || d.Context != "" {
		f := wire.Filter{Agents: []string{d.Agent}, Context: d.Context, Not: []wire.Origin{wire.Console}}
		if d.Context == "" {
			f.Task = d.Task
		}
		list, _ = s.Library.Exchanges(ctx, f, wire.Page{Limit: turnsShown})
	}
	if d.Exchange != "" && !slices.ContainsFunc(list, func(x wire.Exchange) bool { return x.ID == d.Exchange }) {
		if x, err := s.Library.Exchange(ctx, d.Exchange); err == nil {
			list = append([]wire.Exchange{x}, list...)
		}
	}
	slices.SortFunc(list, func(a, b wire.Exchange) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortStableFunc(list, func(a, b wire.Exchange) int { return a.Started.Compare(b.Started) })
	for _, x := range list {
		if t, release, err := s.tape(ctx, x.ID); err == nil {
			v.Turns = append(v.Turns, t)
			v.unlock = append(v.unlock, release)
		}
	}
	for _, t := range v.Turns {
		if t.x.ID == d.Exchange || d.Exchange == "" {
			v.Last = t
		}
		if t.fold != nil && t.fold.State != "" && (d.Task == "" || t.fold.Task == d.Task) {
			v.State = t.fold.State
		}
	}
	if v.Last != nil {
		v.Busy = s.calls.has(v.Last.x.ID)
	}
}

// settle takes over into the draft what the last answer says: ids, and a form
// for the input it asks for.
func (s *Server) settle(v *composeView, d *draft) {
	if v.Last == nil || v.Last.fold == nil {
		return
	}
	f := v.Last.fold
	s.drafts.on(d, func(d *draft) {
		if f.Task != "" && f.Task != d.Task || f.Context != "" && f.Context != d.Context {
			d.Task, d.Context = cmp.Or(f.Task, d.Task), cmp.Or(f.Context, d.Context)
			d.Rev++
		}
		if f.State != a2a.InputRequired || d.Answered == v.Last.x.ID || f.Status == nil {
			return
		}
		d.Answered = v.Last.x.ID
		if fields := fieldsOf(schemaOf(f.Status.Message)); len(fields) > 0 {
			p := draftPart{Kind: "form", Fields: fields}
			for _, a := range fields {
				p.Values = append(p.Values, a.Default)
			}
			d.add(p)
			d.up(d.nextNum)
			d.Rev++
		}
	})
}

// prepare writes the request of the draft, once for each revision, so that
// what is shown is what is sent.
func (s *Server) prepare(v *composeView, d *draft) {
	s.drafts.on(d, func(d *draft) {
		t, err := s.target(v.Agent.Agent, d.Version, d.Binding)
		v.Target = t
		if err != nil && d.Raw == nil {
			v.Refuse = err.Error()
			return
		}
		// Until the card is known what fits it is not either.
		if d.prepared == nil && d.refusal == "" || d.rev != d.Rev || d.at != v.Agent.Known.At {
			d.at = v.Agent.Known.At
			d.prepared, d.refusal, d.rev = nil, "", d.Rev
			p, err := s.write(d, t, v.State)
			if err != nil {
				d.refusal = err.Error()
			} else {
				d.prepared = &p
			}
		}
		v.Sent, v.Refuse = d.prepared, d.refusal
	})
}

func (s *Server) write(d *draft, t inspector.Target, state a2a.State) (inspector.Prepared, error) {
	if d.Raw != nil {
		return d.Raw.request(inspector.Prepared{Version: t.Version, Binding: t.Binding, Op: a2a.SendMessage})
	}
	h, err := headersOf(d.Headers)
	if err != nil {
		return inspector.Prepared{}, err
	}
	t.Header = h
	s.handOut(d)
	k := s.cards.get(d.Agent)
	streams := k.Discovery == nil || k.Discovery.Card == nil || k.Discovery.Card.Capabilities.Streaming
	c, err := d.call(t.Version, state, streams)
	if err != nil {
		return inspector.Prepared{}, err
	}
	c.Extensions, err = d.activated(extensionsOf(agentEntry{Known: k}))
	if err != nil {
		return inspector.Prepared{}, err
	}
	return s.Caller.Prepare(t, c)
}

// blocked says why no message of any kind can be sent, "" when one can.
func (v *composeView) blocked() string {
	switch {
	case v.Draft.Raw != nil || v.Target.Endpoint != "":
		return ""
	case v.Agent.Origin == "":
		return "Connect an agent first."
	case v.Agent.Known.Busy && v.Agent.Card() == nil:
		return "Looking for the agent's card…"
	}
	return sentenceOf(v.Refuse)
}

// begun reports whether there is anything to leave: something said, or written.
func (v *composeView) begun() bool {
	d := &v.Draft
	return len(v.Turns) > 0 || d.Task != "" || d.Raw != nil || len(d.Parts) > 1 || len(d.Parts) == 1 && (d.Parts[0].Kind != "text" || d.Parts[0].Text != "")
}

// checked reports whether there is anything to get wrong in a part.
func (p draftPart) checked() bool { return p.Kind == "data" || p.Kind == "url" || p.Kind == "form" }

// wrong says why a part kept the message from being sent, "" when it did not.
// Nobody is told while writing.
func (v *composeView) wrong(p draftPart) string {
	if v.Draft.Problem == "" || v.Draft.Raw != nil {
		return ""
	}
	if _, err := p.part(); err != nil {
		return sentenceOf(err.Error())
	}
	return ""
}

// choices are the ways that can be chosen. One that was chosen stays, offered or
// not: why it cannot be called is said where the message is sent.
func (v *composeView) choices() []tongue {
	out := tongues(v.Agent)
	if c := v.chosen(); c.Version != "" && !slices.Contains(out, c) {
		out = append(out, c)
	}
	return out
}

// chosen is the choice that counts.
func (v *composeView) chosen() tongue {
	if v.Draft.Version != "" {
		return v.Draft.as()
	}
	return tongue{v.Target.Version, v.Target.Binding}
}

// plan says in a line what sending will do.
func (v *composeView) plan() string {
	switch v.Draft.goes(v.State) {
	case "task":
		return "continues task " + part.ShortID(v.Draft.Task)
	case "context":
		return "begins a new task in context " + part.ShortID(v.Draft.Context)
	}
	return "begins a new task"
}

// selected marks the option that counts.
func selected(is bool) templ.Attributes {
	if is {
		return templ.Attributes{"selected": true}
	}
	return nil
}

// draftDo is the address of an action on a draft. more is names and values of
// its query.
func draftDo(d draft, do string, more ...string) string {
	q := url.Values{}
	if d.begin != "" {
		q.Set("begin", d.begin)
	}
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	to := url.URL{Path: "/compose/" + d.ID + "/" + do, RawPath: "/compose/" + url.PathEscape(d.ID) + "/" + do, RawQuery: q.Encode()}
	return to.String()
}

// partDo is the address of an action on a draft's part.
func partDo(d draft, do string, p draftPart) string { return draftDo(d, do, "part", itoa(p.Num)) }

func partWord(p draftPart) string {
	switch p.Kind {
	case "data":
		return "Data, JSON"
	case "file":
		return "File"
	case "url":
		return "File by URL"
	case "form":
		return "Answer"
	}
	return "Text"
}

// cardExamples are the first examples of a card, one or two a skill.
func cardExamples(c *a2a.Card) (out []string) {
	for _, sk := range c.Skills {
		for _, x := range sk.Examples[:min(len(sk.Examples), 1)] {
			out = append(out, x)
		}
		if len(out) >= 8 {
			break
		}
	}
	return out
}
