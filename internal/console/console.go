// Package console is the running program. It connects the record, the taps, the reference agent,
// the pages, webhooks, mocks and the wallet.
//
// The caller passes an Env, which is the console's link to the outside, and Options.
// Commands that record without pages use parts of it: Plumbing, a record with its taps,
// and Route, which carries their calls.
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

// Options configures a Console.
type Options struct {
	Record       string   // path of the record's file
	Session      string   // id of a session to continue, "" to start one
	Agents       []string // origins of the agents to open taps for, in this order, with the agents' paths
	Models       []Model  // to open taps for
	Pages        Address
	Taps         Address // of the first tap
	Reference    Address // of the reference agent
	NoReference  bool    // do not start the reference agent
	Webhooks     WebhookOptions
	NoRewrite    bool // forward cards unchanged
	PlainHost    bool // do not give the pages their own host name
	KeepSecrets  bool
	Sync         bool // flush each commit to the disk
	AllowHosts   []string
	AllowOrigins []string
	Rules        []wire.Rule    // in force from the start; only their texts and presets are read
	Settings     []host.Setting // the flags, for the page that shows them
}

// Console is the running program.
type Console struct {
	*Plumbing
	p Env
	o Options

	private   string         // the pages' own host name, "" if they have none
	listeners []net.Listener // of the pages

	pages       *ui.Server
	mocks       mocks
	pageServer  *Server
	reference   *agent.Agent
	agentServer *Server
	webhooks    *Webhooks
	hookWaiter  HookWaiter

	Announcement Announcement // the addresses, once started
	file         RuntimeFile
}

// New prepares a console. It opens nothing; Start does.
func New(p Env, o Options) *Console {
	return &Console{p: p, o: o, file: RuntimeFileFor(o.Record)}
}

func (s *Console) announcement(refOrigin string) Announcement {
	return Announcement{UI: s.pages.URL(), Agent: refOrigin, Webhook: s.webhooks.NewHook("", "").URL, DB: s.o.Record, Session: s.Store.Current().ID, Taps: s.taps(refOrigin)}
}

// taps lists the listening taps, the reference agent's first, one line for each path given for the agent.
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

func tapRank(t TapLine, reference string) int {
	if t.Agent == reference {
		return 0
	}
	return 1
}

// newCaller returns a client with which the pages and the console itself call agents.
func (s *Console) newCaller() Caller {
	return Caller{inspector.New(inspector.Options{Transport: s.Taps.RoundTripper(), Logger: s.p.Logger(), Authorizer: s.Wallet}), s.cards}
}

// Running returns the console that already runs on the same record, if any.
func (s *Console) Running(ctx context.Context) (Announcement, bool) { return s.file.Running(ctx) }

// Publish lets other commands find this console.
func (s *Console) Publish() {
	if err := s.file.write(s.Announcement); err != nil {
		s.p.Note("warning: %v; tail and a second serve will not find this console", err)
	}
}

// DiscoverAgents fetches the cards of the agents behind the taps, so that the console knows their names,
// secrets and versions.
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

// Close stops everything, in an order that matters. Examinations end first, because their last
// calls cancel the tasks that they left open. The taps follow, so that open exchanges are recorded
// as interrupted by the console. Then callers close before what they call, so that no shutdown
// waits for a connection that a caller holds.
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
