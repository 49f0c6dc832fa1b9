package compose

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
	"github.com/a2a-console/a2a-console/ui/why"
)

func (s *Screen) Routes() []web.Route {
	return slices.Concat([]web.Route{
		{Pattern: "GET /compose", Handle: s.composePage, Live: s.live},
		{Pattern: "POST /compose/example", Handle: s.composeExample},
		{Pattern: "POST /compose/{draft}/file", Handle: s.composeFile, Limit: fileLimit},
	},
		web.Verbs(web.Route{Pattern: "POST /compose/{draft}/{do}", Handle: s.composeDo, Limit: web.UploadLimit},
			"change", "text", "data", "url", "remove", "up", "json", "as-form", "add-item", "drop-item", "form", "versus", "raw", "send", "retry", "again", "stop", "cancel", "get", "subscribe"),
		s.requestRoutes())
}

// composePage shows a draft. If the URL names none, it redirects to a new one, so that a reload
// finds it again.
func (s *Screen) composePage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	d, err := s.draftAt(r.Context(), q)
	if err != nil {
		return err
	}
	if q.Get("draft") == "" {
		http.Redirect(w, r, d.Address(), http.StatusSeeOther)
		return nil
	}
	v, err := s.Read(r.Context(), d)
	if err != nil {
		return err
	}
	defer v.Release()
	return s.Web.Page(w, r, web.Page{Title: "Compose", Screen: "compose", Styles: []string{"talk", "push", "compose", "signin"}, Body: composeBody(v, s.Web.Assets.URL), Live: true, OnDrawn: v.Release})
}

// View is the data of a draft's page.
type View struct {
	conversation
	Agents    []agents.Entry
	PageURL   string // the URL that the page should have
	Now       time.Time
	SignIn    *agents.SignIn   // nil without an agent to sign in to
	Challenge string           // the credentials that the last answer asks for
	Failed    *why.Explanation // why the last exchange failed, nil if it did not
	HeldItems []wire.HeldItem  // what rules hold back of the last exchange

	Saves        bool // messages can be saved
	KeepsSecrets bool // there may be a keyring

	RecordedEndpoint string // where recorded calls reached an agent whose endpoint is not known, "" for nowhere
	Receiver         bool   // this console receives push notifications
}

// Read reads the data of a draft's page. It locks tapes: call Release after drawing.
func (s *Screen) Read(ctx context.Context, d draft.Draft) (*View, error) {
	all, err := s.Agents.Entries(ctx)
	if err != nil {
		return nil, err
	}
	v := &View{Agents: all, Now: s.Web.Now(), Receiver: s.Webhooks != nil, Saves: s.Requests != nil, KeepsSecrets: s.Secrets != nil}
	if v.conversation, err = s.readConversation(ctx, d); err != nil {
		return nil, err
	}
	for _, a := range v.Agents {
		if a.Origin == v.Agent.Origin {
			v.Agent.UniqueName = a.UniqueName
		}
	}
	if v.Draft.Raw == nil && v.Target.Endpoint == "" && v.Agent.Origin != "" && !v.Agent.CardInfo.Busy {
		if v.RecordedEndpoint, err = s.Agents.RecordedEndpoint(ctx, v.Agent.Origin); err != nil {
			v.Release()
			return nil, err
		}
	}
	v.PageURL = v.Draft.Address()
	v.SignIn, v.Challenge = s.Agents.SignInOf(v.Agent), v.challenge()
	if v.SignIn != nil && v.Challenge != "" {
		v.SignIn.Retry = v.Draft.ID
	}
	if v.Last == nil {
		return v, nil
	}
	v.HeldItems = s.Lists.HeldOf(&v.Last.X)
	if !v.Busy && (v.SignIn == nil || v.Challenge == "") { // otherwise the sign-in form explains it
		v.Failed = s.Causes.Explain(ctx, v.Last, nil)
	}
	if v.SignIn != nil && !v.Busy {
		v.SignIn.Latest = &v.Last.X
	}
	return v, nil
}

// blockReason says why no message can be sent, whatever is written; "" if one can.
func (v *View) blockReason() string {
	switch {
	case v.Draft.Raw != nil || v.Target.Endpoint != "":
		return ""
	case v.Agent.Origin == "" && len(v.Agents) > 0:
		return "Choose an agent first."
	case v.Agent.Origin == "":
		return "Connect an agent first."
	case v.Agent.CardInfo.Busy && v.Agent.Card() == nil:
		return "Looking for the agent's card…"
	}
	return part.SentenceOf(v.Refusal)
}

// address returns the URL that the request goes to: an edited request has its own.
func (v *View) address() string {
	if v.Draft.Raw != nil {
		return v.Draft.Raw.URL
	}
	return v.Target.Endpoint
}

// hasContent reports whether the draft has a conversation or text, which a new draft would lack.
func (v *View) hasContent() bool {
	d := &v.Draft
	return len(v.Turns) > 0 || d.Task != "" || d.Raw != nil || len(d.Parts) > 1 || len(d.Parts) == 1 && (d.Parts[0].Kind != "text" || d.Parts[0].Text != "")
}

// overrun returns the streams that continued after the conversation's task was over, nil for none.
func (v *View) overrun() *tape.Overrun {
	if v.Last == nil || v.Last.Fold == nil {
		return nil
	}
	return tape.FindOverrun(v.Turns, v.Last.Fold.Task)
}

// refusal says why there is no request to preview. It is "" if the message is incomplete or the
// line above explains it.
func (v *View) refusal() string {
	if v.Draft.Raw == nil && (!v.Draft.IsComplete() || v.blockReason() != "") {
		return ""
	}
	return v.Refusal
}

// choices returns the protocols to choose from. A chosen one stays even if the card does not offer
// it; sending then says why it cannot be called.
func (v *conversation) choices() []agents.Protocol {
	out := agents.Protocols(v.Agent)
	if c := v.chosen(); c.Version != "" && !slices.Contains(out, c) {
		out = append(out, c)
	}
	return out
}

// chosen returns the chosen protocol, or else the one that the agent's card suggests.
func (v *conversation) chosen() agents.Protocol {
	if v.Draft.Version != "" {
		return v.Draft.Protocol()
	}
	return agents.Protocol{Version: v.Target.Version, Binding: v.Target.Binding}
}

// hasGenerations reports whether tasks have generations in the chosen version.
func (v *View) hasGenerations() bool {
	spoken, ok := registry.ByName(v.chosen().Version)
	return ok && spoken.Agent.Generations
}

func (v *View) plan() string {
	if v.Draft.Raw != nil {
		return "this request unmodified"
	}
	switch v.Draft.Destination(v.State) {
	case "task":
		return "to task " + part.ShortID(v.Draft.Task)
	case "context":
		return "as a new task in context " + part.ShortID(v.Draft.Context)
	}
	return "as a new task"
}

// draftDo returns the URL of an action on a draft. more holds alternating names and values for its
// query.
func draftDo(d draft.Draft, do string, more ...string) string {
	q := url.Values{}
	if d.Begin != "" {
		q.Set("begin", d.Begin)
	}
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	to := url.URL{Path: "/compose/" + d.ID + "/" + do, RawPath: "/compose/" + url.PathEscape(d.ID) + "/" + do, RawQuery: q.Encode()}
	return to.String()
}

func partDo(d draft.Draft, do string, p draft.Part) string {
	return draftDo(d, do, "part", part.Itoa(p.Num))
}

func partWord(p draft.Part) string {
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

// cardExamples returns the first examples of a card: one of each skill, then the second of each,
// and so on.
func cardExamples(c *a2a.Card) (out []string) {
	const most = 8
	for nth := 0; nth < most; nth++ {
		for _, sk := range c.Skills {
			if nth < len(sk.Examples) && len(out) < most {
				out = append(out, sk.Examples[nth])
			}
		}
	}
	return out
}
