package compose

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/link"
)

// secondProtocol returns the second protocol to send in: the chosen one, else the first with
// another version, else the first with another binding, else none.
func (v *conversation) secondProtocol() agents.Protocol {
	all, first := v.choices(), v.chosen()
	if o := v.Draft.SecondProtocol; o != first && slices.Contains(all, o) {
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

// sendVersus sends the draft's message in two protocols, each as a separate task, and returns the
// URL of the page that compares the answers. It builds both requests before it sends the first.
func (s *Screen) sendVersus(ctx context.Context, id string) (string, error) {
	v, err := s.current(ctx, id)
	if err != nil {
		return "", err
	}
	two := [2]agents.Protocol{v.chosen(), v.secondProtocol()}
	if v.Draft.Raw != nil || two[1] == (agents.Protocol{}) {
		return "", errors.New("the card offers no other version or binding")
	}
	drafts := [2]draft.Draft{v.Draft, v.Draft}
	var ready [2]inspector.PreparedRequest
	for i, as := range two {
		d := &drafts[i]
		d.Version, d.Binding, d.SendMode, d.Hook = as.Version, as.Binding, "new", nil
		d.MessageID, d.NewTask = wire.NewID(), wire.NewID()
		s.AssignHook(d)
		if _, ready[i], err = s.write(d, s.agent(ctx, d.Agent), "", true); err != nil {
			return "", fmt.Errorf("in %s: %w", as.Word(), err)
		}
	}
	var ids [2]string
	for i := range ready {
		m := wire.CallOptions{Origin: wire.Compose, Caller: "Compose", Link: ids[0]}
		if ids[i], err = s.Calls.SendAs(m, v.Draft.Agent, ready[i], nil); err != nil {
			return "", err
		}
		s.NoteHook(drafts[i].Hook, ids[i])
	}
	for _, id := range ids {
		s.Calls.Await(ctx, id)
	}
	s.Drafts.Update(id, func(d *draft.Draft) { d.Clear(); d.Shape++ })
	return link.CompareURL(ids[0], ids[1]), nil
}
