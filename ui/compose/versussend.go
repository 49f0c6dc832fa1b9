package compose

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// other is the second way to send in: the one chosen, else the first of another
// version, else of another binding.
func (v *conversation) other() agents.Protocol {
	all, first := v.choices(), v.chosen()
	if o := v.Draft.Other; o != first && slices.Contains(all, o) {
		return o
	}
	for _, o := range all {
		if o.Version != first.Version {
			return o
		}
	}
	for _, o := range all {
		if o != first {
			return o
		}
	}
	return agents.Protocol{}
}

// versus sends the draft's message in two ways, each as a task of its own, and
// returns the page that shows both.
func (s *Screen) versus(ctx context.Context, id string) (string, error) {
	v, err := s.current(ctx, id)
	if err != nil {
		return "", err
	}
	two := [2]agents.Protocol{v.chosen(), v.other()}
	if v.Draft.Raw != nil || two[1] == (agents.Protocol{}) {
		return "", errors.New("there is only one way to send this")
	}
	var drafts [2]draft.Draft
	for i, as := range two {
		drafts[i] = v.Draft
		d := &drafts[i]
		d.Version, d.Binding, d.Goes = as.Version, as.Binding, "new"
		d.Hook, d.MessageID, d.NewTask = nil, wire.NewID(), wire.NewID()
	}
	exchanges, err := s.sendBoth(ctx, drafts, [2]a2a.State{})
	if err != nil {
		return "", err
	}
	s.Drafts.With(id, func(d *draft.Draft) { d.Clear(); d.Shape++ })
	return versusURL(exchanges[0], exchanges[1]), nil
}

// sendBoth writes both drafts before it sends the first.
func (s *Screen) sendBoth(ctx context.Context, drafts [2]draft.Draft, states [2]a2a.State) (ids [2]string, err error) {
	var ready [2]inspector.Prepared
	for i := range drafts {
		d := &drafts[i]
		s.HandOut(d)
		if _, ready[i], err = s.write(d, s.agent(ctx, d.Agent), states[i], true); err != nil {
			return ids, fmt.Errorf("in %s: %w", d.As().Word(), err)
		}
	}
	for i := range drafts {
		m := wire.CallOptions{Origin: wire.Compose, Caller: "Compose", Link: ids[0]}
		if ids[i], err = s.Calls.SendAs(m, drafts[i].Agent, ready[i], nil); err != nil {
			return ids, err
		}
		s.Hooked(drafts[i].Hook, ids[i])
	}
	for _, id := range ids {
		s.Calls.Await(ctx, id)
	}
	return ids, nil
}

// versusOn sends a further message to both conversations.
func (s *Screen) versusOn(w http.ResponseWriter, r *http.Request) error {
	text := strings.ReplaceAll(r.FormValue("text"), "\r\n", "\n")
	if strings.TrimSpace(text) == "" {
		return web.Fail(http.StatusBadRequest, "Nothing was sent.", "The message is empty.", "Write something.")
	}
	v, release, err := s.readVersus(r.Context(), r.Form)
	if err != nil {
		return err
	}
	var drafts [2]draft.Draft
	var states [2]a2a.State
	for i, side := range v.Sides {
		drafts[i], states[i] = side.next(text), side.State
	}
	release()
	ids, err := s.sendBoth(r.Context(), drafts, states)
	if err != nil {
		return web.Fail(http.StatusConflict, "Nothing was sent.", part.Visible(err.Error())+".", "Open the conversations one by one in Compose.")
	}
	return s.Web.GoTo(w, r, versusURL(ids[0], ids[1]))
}

// next is a draft that goes on where the side is.
func (v versusSide) next(text string) draft.Draft {
	as := v.As()
	d := draft.Draft{Agent: v.X.Agent, Version: as.Version, Binding: as.Binding, Task: v.X.Labels.Task, Context: v.X.Labels.Context,
		MessageID: wire.NewID(), NewTask: wire.NewID(), Parts: []draft.Part{{Kind: "text", Text: text}}}
	t := v.last()
	if t == nil {
		return d
	}
	if t.Fold != nil {
		d.Task, d.Context = t.Fold.Task, t.Fold.Context
	}
	if c := t.Call.Call; c != nil {
		d.Tenant, d.Extensions = c.Tenant, strings.Join(c.Extensions, ", ")
	}
	return d
}

// continueURL opens Compose on the side's conversation.
func (v versusSide) continueURL() string {
	d := v.next("")
	if d.Task == "" {
		d.Exchange = v.X.ID
	}
	return d.Address()
}
