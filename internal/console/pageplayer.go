package console

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/replay"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/host"
)

// pagePlayer replays sessions and serves them as mocks, for the pages and the API.
type pagePlayer struct {
	p Env
	*Plumbing
	*mocks
	webhooks *Webhooks // nil: replays receive no push notifications
}

func (g pagePlayer) Plan(ctx context.Context, o host.ReplayOptions) (*replay.Replay, error) {
	ctx = wire.WithCallOptions(ctx, wire.CallOptions{Session: o.TargetSession})
	r, err := g.recording(ctx, o.Session, o.Agent, o.To, o.Note)
	if err != nil {
		return nil, err
	}
	transport := g.Taps.RoundTripper()
	client := Caller{inspector.New(inspector.Options{Transport: transport, Logger: g.p.Logger(), Header: o.Header, Authorizer: g.Wallet}), g.cards}
	where := ReplayOptions{URL: o.To, Dialect: o.Version, Header: o.Header}
	if o.Target, err = ReplayTargets(ctx, client, where, o.Note); err != nil {
		return nil, err
	}
	o.Exchanges, o.Source, o.Transport, o.LingerTimeout = r.Exchanges, g.Store, inspector.NewAuthorizingTransport(transport, g.Wallet), LingerTime
	if g.webhooks != nil {
		o.Webhooks = replayWebhooks{g.webhooks, cmp.Or(o.TargetSession, g.Store.Current().ID)}
	}
	return replay.New(ctx, o.Options)
}

func (g pagePlayer) Recorded(ctx context.Context, session string) ([]host.RecordedAgent, int, error) {
	list, err := ListExchanges(ctx, g.Store, wire.Filter{Session: session})
	all := len(list)
	own := wire.FilterOriginals(list)
	agents, left := countReplayed(own)
	return agents, left + all - len(own), err
}

// recording opens a session for a replay or a mock, reduced to one agent: want, else the agent to
// that the replay runs against.
func (g pagePlayer) recording(ctx context.Context, session, want, to string, note func(string)) (*Recording, error) {
	s, err := g.Store.Session(ctx, session)
	if err != nil {
		return nil, err
	}
	r := &Recording{Store: g.Store, Name: cmp.Or(words.SessionName(s), "The session")}
	if r.Exchanges, err = listRecording(ctx, g.Store, session); err != nil {
		return nil, err
	}
	chosen, err := r.KeepAgent(want, to)
	if chosen, _, _ = strings.Cut(chosen, " --agent"); chosen != "" {
		note(chosen)
	}
	return r, err
}

func (g pagePlayer) Mock(ctx context.Context, session, agent string, pace float64, asked func()) (host.Mock, error) {
	m := host.Mock{ID: wire.NewID(), Session: session, Agent: agent, Pace: pace}
	r, err := g.recording(ctx, session, agent, "", func(text string) { m.Notes = append(m.Notes, text) })
	if err != nil {
		return m, err
	}
	if note, err := r.AddCardFromRecord(ctx); err != nil {
		return m, err
	} else if note != "" {
		m.Notes = append(m.Notes, note)
	}
	m, err = g.start(ctx, g.p, r, m, asked)
	if err != nil {
		return m, fmt.Errorf("serve the session as a mock: %w", err)
	}
	return m, nil
}
