package compose

import (
	"context"

	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/host"
)

// AssignHook gives a draft with Push "console" its own webhook, which identifies the draft's
// deliveries. The draft keeps it until the message is sent, or the agent or the session changes.
func (s *Screen) AssignHook(d *draft.Draft) {
	if d.Push != "console" || s.Webhooks == nil {
		return
	}
	session := s.Desk.Current().ID
	if d.Hook == nil || d.Hook.Agent != d.Agent || d.Hook.Session != session {
		h := s.Webhooks.Make(d.Agent, session)
		d.Hook = &h
	}
}

// NoteHook records which exchange registers a webhook. h may be nil.
func (s *Screen) NoteHook(h *host.Hook, exchange string) {
	if h != nil {
		s.Pushes.Store.Register(h.URL, exchange)
	}
}

// SendWithHook sends a draft and returns the URL of its webhook (see AssignHook), "" for none.
func (s *Screen) SendWithHook(ctx context.Context, id string) (url string, err error) {
	s.Drafts.Update(id, func(d *draft.Draft) {
		if s.AssignHook(d); d.Hook != nil {
			url = d.Hook.URL
		}
	})
	return url, s.sendDraft(ctx, id)
}

// lacksPush reports whether the agent's card is known and does not offer push notifications.
func (v *View) lacksPush() bool {
	return v.Agent.Card() != nil && !v.Agent.Card().Capabilities.Push
}
