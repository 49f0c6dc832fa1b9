package compose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/saved"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) requestRoutes() []web.Route {
	list := web.Verbs(web.Route{Pattern: "POST /compose/{draft}/{do}", Handle: s.requestDo, Limit: web.UploadLimit}, "older", "newer", "recall")
	list = append(list, web.Route{Pattern: "GET /compose/{draft}/past", Handle: s.pastList})
	if s.Requests == nil {
		return list
	}
	return append(append(list, web.Route{Pattern: "GET /compose/{draft}/saved", Handle: s.savedList}),
		web.Verbs(web.Route{Pattern: "POST /compose/{draft}/{do}", Handle: s.requestDo, Limit: web.UploadLimit}, "use", "save", "rename", "forget")...)
}

// requestDo carries out an action on sent messages or saved requests, after storing what was typed.
func (s *Screen) requestDo(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("draft")
	if err := s.needDraft(r, id); err != nil {
		return err
	}
	if err := r.ParseForm(); err != nil {
		return fmt.Errorf("read the form: %w", err)
	}
	s.Drafts.Update(id, func(d *draft.Draft) { d.Take(r.PostForm, false) })
	do, q := r.PathValue("do"), r.URL.Query()
	var err error
	switch do {
	case "use":
		err = s.useSaved(r.Context(), id, q.Get("name"))
	case "save":
		err = s.saveRequest(r.Context(), id, r.PostForm.Get("save-name"))
	case "rename":
		err = s.renameRequest(r.Context(), id, q.Get("name"), r.PostForm.Get("rename-"+q.Get("n")))
	case "forget":
		if err = s.Requests.DropRequest(r.Context(), q.Get("name")); errors.Is(err, wire.ErrNotFound) {
			err = nil
		}
	default:
		err = s.recall(r.Context(), id, do, q.Get("exchange"))
	}
	return s.requestDone(w, r, do, err)
}

func (s *Screen) requestDone(w http.ResponseWriter, r *http.Request, do string, err error) error {
	if err != nil && do == "save" && !web.ByForm(r) {
		return s.Web.Morph(w, r, saveResult(err.Error(), 0))
	}
	if err != nil {
		return web.Fail(http.StatusConflict, requestFailure(do), err.Error(), "Change it and try again.")
	}
	rev := 0
	s.Drafts.Update(r.PathValue("draft"), func(d *draft.Draft) { d.Rev++; rev = d.Rev })
	if do == "save" {
		return s.Web.DoneWith(w, r, web.Drafts, saveResult("", rev))
	}
	if do == "rename" || do == "forget" {
		s.Web.Notify(web.Drafts)
		if !web.ByForm(r) {
			return s.savedList(w, r)
		}
	}
	return s.Web.Done(w, r, web.Drafts)
}

func requestFailure(do string) string {
	switch do {
	case "save":
		return "The message was not saved."
	case "rename":
		return "The saved request was not renamed."
	case "forget":
		return "The saved request was not deleted."
	}
	return "The message was not put into the form."
}

func (s *Screen) useSaved(ctx context.Context, id, name string) error {
	r, err := s.savedRequest(ctx, name)
	if err != nil {
		return err
	}
	s.Drafts.Update(id, func(d *draft.Draft) {
		if d.Agent != r.Agent {
			d.Agent, d.Task, d.Context, d.Exchange, d.EarlierExchanges = r.Agent, "", "", "", nil
		}
		d.TakeSaved(name, r)
	})
	return nil
}

func (s *Screen) savedRequest(ctx context.Context, name string) (*saved.Request, error) {
	if s.Requests == nil {
		return nil, wire.ErrNotFound
	}
	kept, err := s.Requests.SavedRequest(ctx, name)
	if errors.Is(err, wire.ErrNotFound) {
		return nil, fmt.Errorf("the saved request %q no longer exists", name)
	}
	if err != nil {
		return nil, err
	}
	return saved.Decode(name, kept.Body)
}

func (s *Screen) saveRequest(ctx context.Context, id, name string) error {
	d := s.Drafts.Get(id)
	name = cmp.Or(strings.TrimSpace(name), d.Saved)
	if name == "" {
		return errors.New("type a name for the request first")
	}
	if name != d.Saved {
		if _, err := s.Requests.SavedRequest(ctx, name); err == nil {
			return fmt.Errorf("another saved request is named %q: choose another name", name)
		}
	}
	r, err := s.toSave(ctx, d)
	if err != nil {
		return err
	}
	if len(r.Parts) == 0 {
		return errors.New("the message is empty: write something, or add a file or data")
	}
	body, err := r.Encode()
	if err == nil {
		err = s.Requests.SaveRequest(ctx, wire.SavedRequest{Name: name, Agent: d.Agent, Body: body})
	}
	if err != nil {
		return err
	}
	s.Drafts.Update(id, func(d *draft.Draft) {
		values := d.Vars
		d.TakeSaved(name, r)
		for i := range d.Vars { // typed secrets are not saved, but stay in the form
			v := &d.Vars[i]
			if k := slices.IndexFunc(values, func(o draft.Var) bool { return o.Name == v.Name }); k >= 0 {
				v.Value, v.Keep = values[k].Value, values[k].Keep
			}
		}
	})
	return nil
}

func (s *Screen) toSave(ctx context.Context, d draft.Draft) (*saved.Request, error) {
	hidden, err := s.hidden(ctx, d.Agent)
	if err != nil {
		return nil, err
	}
	return d.ToSave(hidden)
}

func (s *Screen) renameRequest(ctx context.Context, id, from, to string) error {
	to = strings.TrimSpace(to)
	if err := s.Requests.RenameRequest(ctx, from, to); err != nil {
		return err
	}
	s.Drafts.Update(id, func(d *draft.Draft) {
		if d.Saved == from {
			d.Saved = to
			d.Shape++
		}
	})
	return nil
}

func (s *Screen) savedList(w http.ResponseWriter, r *http.Request) error {
	list, err := s.Requests.SavedRequests(r.Context())
	if err != nil {
		return err
	}
	q := url.Values{"draft": {r.PathValue("draft")}}
	if begin, err := url.ParseQuery(r.URL.Query().Get("begin")); err == nil && begin.Get("draft") == q.Get("draft") {
		q = begin
	}
	d, err := s.draftAt(r.Context(), q)
	if err != nil {
		return err
	}
	slices.SortStableFunc(list, func(a, b wire.SavedRequest) int {
		return rank(a.Agent == d.Agent) - rank(b.Agent == d.Agent)
	})
	return s.Web.Morph(w, r, savedRequests(d, list))
}

func rank(first bool) int {
	if first {
		return 0
	}
	return 1
}

// fillVariables fills in the values of a draft's variables. With whole, it also fills in secrets,
// because the draft is about to be sent to endpoint.
func (s *Screen) fillVariables(d *draft.Draft, whole bool, endpoint string) (draft.Draft, error) {
	if !whole {
		return d.FillVariables(saved.Places{}, nil)
	}
	hidden, err := s.hidden(s.Web.Context(), d.Agent)
	if err != nil {
		return draft.Draft{}, err
	}
	return d.FillVariables(hidden, func(name string) (string, error) {
		if s.Secrets == nil {
			return "", nil
		}
		value, err := s.Secrets.Load(d.Agent, name)
		if err == nil && value != "" && !s.mayReceive(d, endpoint) {
			return "", fmt.Errorf("the value of {{%s}} is kept for %s, but this goes to %s: type the value to send it there", name, d.Agent, endpoint)
		}
		return value, err
	})
}

// hidden returns the places that the record redacts in an agent's exchanges.
func (s *Screen) hidden(ctx context.Context, agent string) (saved.Places, error) {
	if s.Secrets == nil {
		return saved.Places{}, nil
	}
	return s.Secrets.Places(ctx, agent)
}

// mayReceive reports whether an endpoint may receive the secrets stored for the draft's agent. The
// agent's card may have named the endpoint.
func (s *Screen) mayReceive(d *draft.Draft, endpoint string) bool {
	if d.Raw != nil {
		endpoint = d.Raw.URL
	}
	found := s.Agents.Cards.Get(d.Agent).Discovery
	return inspector.SameOrigin(d.Agent, endpoint) || found != nil && found.WithholdReason(endpoint) == ""
}

// keepSecrets stores those secrets of a draft in the keyring that the person wants kept.
func (s *Screen) keepSecrets(d *draft.Draft) error {
	for _, v := range d.Vars {
		if v.Secret && v.Keep && v.Value != "" && s.Secrets != nil {
			if err := s.Secrets.Save(d.Agent, v.Name, v.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

func (v *View) filledPart(p draft.Part) draft.Part {
	shown, err := v.Draft.FillVariables(saved.Places{}, nil)
	if err != nil {
		return p
	}
	for _, q := range shown.Parts {
		if q.Num == p.Num {
			return q
		}
	}
	return p
}

// varNames returns a text that changes when the fields of variables must be redrawn.
func varNames(v *View) string {
	var all []string
	for _, x := range v.Draft.Vars {
		all = append(all, fmt.Sprint(x.Name, x.Secret))
	}
	return strings.Join(all, " ")
}

func (v *View) secretWord(x draft.Var) string {
	switch {
	case x.Value != "":
		return "typed, not shown"
	case v.KeepsSecrets:
		return "from the keyring, or type it"
	}
	return "value"
}
