package compose

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// conversation is a draft with its agent and with the exchanges before it.
type conversation struct {
	Draft   draft.Draft
	Agent   agents.Entry
	Turns   []*tape.Tape // oldest first, locked
	Last    *tape.Tape   // the exchange whose events are shown, nil before the first
	State   a2a.State
	Busy    bool   // a call of this draft is running
	Release func() // unlocks the tapes
	draft.Rendering
}

// maxTurns bounds the exchanges of a conversation that are drawn.
const maxTurns = 20

// current reads the conversation of a stored draft, without locking its tapes.
func (s *Screen) current(ctx context.Context, id string) (conversation, error) {
	v, err := s.readConversation(ctx, s.Drafts.Get(id))
	if err == nil {
		v.Release()
	}
	return v, err
}

// readConversation reads the conversation of a draft and builds its request. Tapes stay locked
// until Release.
func (s *Screen) readConversation(ctx context.Context, d draft.Draft) (v conversation, err error) {
	v.Agent = s.agent(ctx, d.Agent)
	if err := s.readTurns(ctx, &v, d); err != nil {
		return v, err
	}
	s.adoptAnswer(&v, &d)
	s.prepare(&v, &d)
	return v, nil
}

// agent returns the agent at origin, even if it is no longer known.
func (s *Screen) agent(ctx context.Context, origin string) agents.Entry {
	e, ok := s.Agents.Find(ctx, origin)
	if !ok {
		return agents.Entry{Agent: wire.Agent{Origin: origin}, CardInfo: s.Agents.Cards.Get(origin)}
	}
	s.Agents.Learn(e.Agent, false)
	e.CardInfo = s.Agents.Cards.Get(origin)
	return e
}

// readTurns reads the exchanges of the draft's conversation, and locks their tapes.
func (s *Screen) readTurns(ctx context.Context, v *conversation, d draft.Draft) (err error) {
	var list []wire.Exchange
	if d.Task != "" || d.Context != "" {
		f := wire.Filter{Agents: []string{d.Agent}, Context: d.Context, ExcludedOrigins: []wire.Origin{wire.Console}}
		if d.Context == "" {
			f.Task = d.Task
		}
		if list, err = s.Library.Exchanges(ctx, f, wire.Page{Limit: maxTurns}); err != nil {
			return fmt.Errorf("read the conversation: %w", err)
		}
	}
	for _, id := range append(slices.Clone(d.EarlierExchanges), d.Exchange) {
		if id == "" || slices.ContainsFunc(list, func(x wire.Exchange) bool { return x.ID == id }) {
			continue
		}
		if x, err := s.Library.Exchange(ctx, id); err == nil {
			list = append(list, x)
		}
	}
	v.Turns, v.Release = s.Tapes.ForExchanges(ctx, list)
	for _, t := range v.Turns {
		if t.X.ID == d.Exchange || d.Exchange == "" {
			v.Last = t
		}
		if t.Fold != nil && t.Fold.State != "" && (d.Task == "" || t.Fold.Task == d.Task) {
			v.State = t.Fold.State
		}
	}
	if v.Last != nil {
		v.Busy = s.Background.IsRunning(v.Last.X.ID)
	}
	return nil
}

// adoptAnswer updates the draft from the last answer: ids, and a form for the input that it asks
// for.
func (s *Screen) adoptAnswer(v *conversation, d *draft.Draft) {
	if v.Last == nil || v.Last.Fold == nil {
		return
	}
	f := v.Last.Fold
	s.Drafts.Apply(d, func(d *draft.Draft) {
		if f.Task != "" && f.Task != d.Task || f.Context != "" && f.Context != d.Context {
			d.Task, d.Context = cmp.Or(f.Task, d.Task), cmp.Or(f.Context, d.Context)
			d.Rev++
		}
		if f.State != a2a.InputRequired || d.Answered == v.Last.X.ID || f.Status == nil {
			return
		}
		d.Answered = v.Last.X.ID
		if q := draft.QuestionOf(draft.SchemaOf(f.Status.Message)); len(q.Fields) > 0 && !d.HasQuestion(q) {
			p := draft.Part{Kind: "form", Fields: q.Fields, Title: q.Title, About: q.Description, OmittedMembers: q.OmittedMembers}
			for _, a := range q.Fields {
				p.Values = append(p.Values, a.Default)
			}
			d.Add(p)
			d.MoveUp(d.NextNum)
			d.Rev++
		}
	})
}

// prepare builds the draft's request again if anything that it depends on has changed. What is shown is thus
// what is sent.
func (s *Screen) prepare(v *conversation, d *draft.Draft) {
	s.Drafts.Apply(d, func(d *draft.Draft) {
		if d.Raw == nil {
			s.AssignHook(d)
		}
	})
	v.Draft = s.Drafts.Current(*d)
	now := draft.Basis{Rev: v.Draft.Rev, Message: v.Draft.MessageID, Hook: v.Draft.Hook, State: v.State, Card: v.Agent.CardInfo.SearchedAt, Endpoint: v.Agent.Endpoint}
	if v.Rendering = v.Draft.Rendering; v.Basis == now && (v.Sent != nil || v.Refusal != "") {
		return
	}
	t, p, err := s.write(&v.Draft, v.Agent, v.State, false)
	if v.Rendering = (draft.Rendering{Basis: now, Target: t}); err != nil {
		v.Refusal = err.Error()
		if sketch, is := v.Draft.WithPlaceholder(); is {
			if _, p, err := s.write(&sketch, v.Agent, v.State, false); err == nil {
				v.Sketch = &p
			}
		}
	} else {
		v.Sent = &p
	}
	s.Drafts.Apply(d, func(d *draft.Draft) { d.Rendering = v.Rendering })
}

// write builds the request of a draft. With whole, the request is for sending and contains secrets;
// otherwise it is only shown.
func (s *Screen) write(d *draft.Draft, to agents.Entry, state a2a.State, whole bool) (t inspector.Target, p inspector.PreparedRequest, err error) {
	if t, err = to.Target(d.Version, d.Binding); err != nil && d.Raw == nil {
		return t, p, err
	}
	full, err := s.fillVariables(d, whole, t.Endpoint)
	if err != nil {
		return t, p, err
	}
	if full.Raw != nil {
		p, err = full.Raw.Request(inspector.PreparedRequest{Version: t.Version, Binding: t.Binding, Op: a2a.SendMessage})
		return t, p, err
	}
	t, c, err := full.Call(to, state)
	if err == nil {
		p, err = s.Caller.Prepare(t, c)
	}
	return t, p, err
}
