package compose

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"net/url"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/draft"
)

// A draft is stored only when it first changes. Until then, each request builds the page from its
// URL, so that opening Compose changes nothing. The URLs of the page's actions carry the same
// query, and the first action stores the draft.

// draftAt returns the draft that the query of Compose's URL names: the stored one, or a new one as
// the query begins it.
func (s *Screen) draftAt(ctx context.Context, q url.Values) (draft.Draft, error) {
	if id := q.Get("draft"); s.Drafts.Has(id) {
		return s.Drafts.Get(id), nil
	}
	d := draft.Draft{ID: cmp.Or(q.Get("draft"), wire.NewID())}
	d.Clear()
	d.MessageID, d.NewTask = idOf(d.ID, "message"), idOf(d.ID, "task")
	agent, task, exchange := q.Get("agent"), q.Get("task"), q.Get("exchange")
	if exchange != "" {
		x, err := s.Library.Exchange(ctx, exchange)
		if err != nil {
			exchange = ""
		} else {
			agent = cmp.Or(agent, x.Agent)
		}
	}
	if agent == "" {
		all, err := s.Agents.Entries(ctx)
		if err != nil {
			return d, err
		}
		agent = s.Agents.Chosen(agents.Ranks(all))
	}
	d.Agent, d.Exchange = agent, exchange
	if task != "" {
		d.Task, d.Context = task, q.Get("context")
	}
	d.Parts[0].Text = q.Get("text")
	as := agents.ProtocolOf(q.Get("as"))
	d.Version, d.Binding = as.Version, as.Binding
	if how := q.Get("delivery"); how == "stream" || how == "wait" {
		d.Delivery = how
	}
	s.beginSaved(ctx, &d, q.Get("saved"))
	q = maps.Clone(q)
	q.Set("draft", d.ID)
	d.Begin = q.Encode()
	return d, nil
}

// beginSaved begins a draft with a saved request, if there is one of that name.
func (s *Screen) beginSaved(ctx context.Context, d *draft.Draft, name string) {
	if name == "" {
		return
	}
	if r, err := s.savedRequest(ctx, name); err == nil {
		d.Agent = r.Agent
		d.TakeSaved(name, r)
	}
}

// keptDraft stores a draft that is about to change, if it is not stored yet, and reports whether it
// is stored. begin is the query that it began with; without it, the draft cannot be stored.
func (s *Screen) keptDraft(ctx context.Context, id, begin string) (bool, error) {
	q, err := url.ParseQuery(begin)
	if s.Drafts.Has(id) || err != nil || q.Get("draft") != id {
		return s.Drafts.Has(id), nil
	}
	d, err := s.draftAt(ctx, q)
	if err != nil {
		return false, err
	}
	v, err := s.readConversation(ctx, d) // includes what the last answer asks for, as it was shown
	if err != nil {
		return false, err
	}
	v.Release()
	s.Drafts.Keep(v.Draft)
	return true, nil
}

// idOf derives an identifier (a UUID of version 8) from the draft's id, so that a draft that is not
// stored has the same one on each request.
func idOf(draft, what string) string {
	b := sha256.Sum256([]byte(what + " " + draft))
	b[6], b[8] = b[6]&0x0f|0x80, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:16])
}
