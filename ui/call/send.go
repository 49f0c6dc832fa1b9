package call

import (
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/web"
)

// TargetAs returns where to call an agent in the given protocol. If its card does not offer that,
// it returns another binding of the version.
func (s *Sender) TargetAs(a wire.Agent, as agents.Protocol) (inspector.Target, error) {
	t, err := s.Agents.Target(a, as.Version, as.Binding)
	if err != nil {
		t, err = s.Agents.Target(a, as.Version, "")
	}
	return t, err
}

// Send starts a call in the background and returns the id of its exchange. When the call ends, it
// calls done, which may be nil.
func (s *Sender) Send(origin string, p inspector.PreparedRequest, done func(inspector.Ending, error)) (string, error) {
	return s.SendAs(wire.CallOptions{Origin: wire.Compose, Caller: "Compose"}, origin, p, done)
}

// SendAs is like Send, with the call options m, whose ID it sets.
func (s *Sender) SendAs(m wire.CallOptions, origin string, p inspector.PreparedRequest, done func(inspector.Ending, error)) (string, error) {
	if s.Desk.Paused() {
		return "", fmt.Errorf("recording is paused, so there would be nothing to show; press Resume, then send again")
	}
	if p.Callee == (inspector.Callee{}) {
		p.Callee = s.Agents.Callee(origin, p)
	}
	id := wire.NewID()
	s.Background.Start(id, func(ctx context.Context) {
		defer s.Web.Notify(web.Drafts)
		m.ID = id
		ctx = wire.WithCallOptions(ctx, m)
		end, err := s.Caller.Send(ctx, p, func(inspector.Event) {})
		if err != nil {
			s.Web.Logger.Warn("send", "agent", origin, "err", err)
		}
		if done != nil {
			done(end, err)
		}
	})
	return id, nil
}
