// Package console is the running program: the record, the taps, the reference agent,
// the pages, webhooks, mocks and the wallet, wired together. The packages that it
// joins do not know each other.
//
// Whoever starts a console hands in an Env, what it has of the outside, and Options.
// Commands that record without pages use a part of it: Plumbing, a record with its
// taps, and Way, how their calls leave.
package console

import (
	"context"
	"errors"
	"net"
	"slices"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui"
	"github.com/a2a-console/a2a-console/ui/host"
)

// Options say what a console is made of.
type Options struct {
	Record       string   // path of its file
	Session      string   // id of a session to continue, "" to start one
	Agents       []string // origins, with the agents' paths, that taps are opened for, in this order
	Pages        Address
	Taps         Address // of the first tap
	Reference    Address // of the reference agent
	NoReference  bool    // there is none
	Webhooks     WebhookOptions
	NoRewrite    bool // cards go on as they came
	PlainHost    bool // the pages have no host name of their own
	KeepSecrets  bool
	Sync         bool // each commit to the platter
	AllowHosts   []string
	AllowOrigins []string
	Rules        []wire.Rule    // in force from the start: their texts and presets
	Settings     []host.Setting // the flags, for the page that shows them
}

// Console is the running program: the record, the taps, the reference agent, the
// pages, webhooks and mocks.
type Console struct {
	*Plumbing
	p Env
	o Options

	private   string         // host name of the pages, "" for none of their own
	listeners []net.Listener // of the pages

	pages       *ui.Server
	mocks       mocks
	pageServer  *Server
	reference   *agent.Agent
	agentServer *Server
	webhooks    *Webhooks
	hookWaiter  HookWaiter

	Announcement Announcement // where everything is, once it is started
	file         RuntimeFile
}

// New prepares a console. Nothing is opened yet.
func New(p Env, o Options) *Console {
	return &Console{p: p, o: o, file: RuntimeFileFor(o.Record)}
}

// announcement says where everything is.
func (s *Console) announcement(refOrigin string) Announcement {
	return Announcement{UI: s.pages.URL(), Agent: refOrigin, Webhook: s.webhooks.NewHook("", "").URL, DB: s.o.Record, Session: s.Store.Current().ID, Taps: s.taps(refOrigin)}
}

// taps are the taps that listen, the reference agent's first, each with the paths that were
// given of its agents.
func (s *Console) taps(reference string) (all []TapLine) {
	for _, t := range s.Taps.Taps() {
		given := s.paths.get(t.Agent)
		if len(given) == 0 {
			given = []string{""} // a card names the origin
		}
		for _, path := range given {
			all = append(all, tapLine(t, path))
		}
	}
	slices.SortStableFunc(all, func(a, b TapLine) int { return tapRank(a, reference) - tapRank(b, reference) })
	return all
}

// tapRank puts the reference agent's tap first, wherever it listens.
func tapRank(t TapLine, reference string) int {
	if t.Agent == reference {
		return 0
	}
	return 1
}

// newCaller is the client that the pages and the console itself call agents with.
func (s *Console) newCaller() Caller {
	return Caller{inspector.New(inspector.Options{Transport: s.Taps.RoundTripper(), Logger: s.p.Logger(), Authorizer: s.Wallet}), s.cards}
}

// Running returns the console that runs on the same record already, if one does.
func (s *Console) Running(ctx context.Context) (Announcement, bool) { return s.file.Running(ctx) }

// Publish lets other commands find this console.
func (s *Console) Publish() {
	if err := s.file.write(s.Announcement); err != nil {
		s.p.Note("warning: %v; tail and a second serve will not find this console", err)
	}
}

// DiscoverAgents looks for the cards of the agents that taps were opened for, so that
// they have names, and their secrets and versions are known.
func (s *Console) DiscoverAgents(ctx context.Context) {
	for _, t := range s.Announcement.Taps {
		if ctx.Err() != nil {
			return
		}
		d, err := s.newCaller().Discover(ctx, t.Agent)
		if err != nil {
			if ctx.Err() == nil && slices.Contains(s.o.Agents, t.Agent) {
				s.p.Note("note: %s: %s", t.Agent, words.OneLine(err.Error()))
			}
			continue
		}
		s.pages.AgentDiscovered(ctx, wire.OriginOf(t.Agent), d)
	}
}

// Close stops everything: first examinations, whose last calls cancel the tasks that they
// left open, then the taps, so that what is under way ends on record as interrupted by
// the console and nobody's doing else, then callers before what they call, so that nobody
// waits for a connection that somebody else holds.
func (s *Console) Close() error {
	s.file.remove(s.Announcement)
	var errs []error
	if s.pages != nil {
		s.pages.EndExaminations()
	}
	if s.Plumbing != nil {
		errs = append(errs, s.Plumbing.stop())
	}
	if s.pageServer != nil {
		errs = append(errs, s.pages.Close(), s.pageServer.Shutdown())
	}
	errs = append(errs, s.webhooks.Close())
	if s.Plumbing != nil {
		errs = append(errs, s.mocks.close(), s.Plumbing.Close())
	}
	if s.agentServer != nil {
		s.reference.Close()
		errs = append(errs, s.agentServer.Shutdown())
	}
	return errors.Join(errs...)
}
