package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/ui"
)

// consoleOptions say what a console is made of.
type consoleOptions struct {
	record       string   // path of its file
	session      string   // id of a session to continue, "" to start one
	agents       []string // origins that taps are opened for, in this order
	pages        address
	taps         address // of the first tap
	reference    address // of the reference agent
	noReference  bool    // there is none
	webhooks     hookOptions
	noRewrite    bool // cards go on as they came
	plainHost    bool // the pages have no host name of their own
	keepSecrets  bool
	sync         bool // each commit to the platter
	allowHosts   []string
	allowOrigins []string
}

// console is the running program: the record, the taps, the reference agent, the
// pages, webhooks and mocks.
type console struct {
	*plumbing
	p env
	o consoleOptions

	private   string         // host name of the pages, "" for none of their own
	listeners []net.Listener // of the pages

	pages       *ui.Server
	mocks       mocks
	pageServer  *server
	reference   *agent.Agent
	agentServer *server
	webhooks    *receiving

	said announcement
	file runtimeFile
}

// newConsole prepares a console. Nothing is opened yet.
func newConsole(p env, o consoleOptions) *console {
	return &console{p: p, o: o, file: runtimeFileFor(o.record)}
}

// start opens the record and the listeners first: what comes later may take a
// moment, but clients can connect already.
func (s *console) start(ctx context.Context) error {
	s.o.taps.warn(s.p, "the taps")
	s.private = s.privateHost()
	var err error
	if s.listeners, err = s.takePages(ctx); err != nil {
		return err
	}
	var al net.Listener
	refOrigin := ""
	if !s.o.noReference {
		if al, err = s.o.reference.take(ctx, s.p, "the reference agent"); err != nil {
			return errors.Join(err, closeAll(s.listeners...))
		}
		refOrigin = origin(al)
	}
	if s.webhooks, err = s.o.webhooks.listen(ctx, s.p); err != nil {
		return errors.Join(err, closeAll(append(s.listeners, al)...))
	}
	s.plumbing, err = plumb(s.p, plumbingOptions{
		db: s.o.record, session: s.o.session, keepSecrets: s.o.keepSecrets, sync: s.o.sync, noRewrite: s.o.noRewrite,
		host: s.o.taps.host, tapPort: s.o.taps.first(), allowHosts: hostsFor(s.o.taps, s.o.allowHosts), allowOrigins: s.o.allowOrigins,
		ours: append(slices.Clone(s.listeners), s.webhooks.listener), reference: refOrigin,
	})
	if err != nil {
		return errors.Join(err, closeAll(append(s.listeners, al)...))
	}
	s.webhooks.serve(s.p, s.store, s.o.allowHosts, nil)
	if al != nil {
		s.startAgent(al)
	}
	if err := s.startPages(refOrigin); err != nil {
		return errors.Join(err, closeAll(s.listeners...))
	}
	if err := s.openTaps(ctx, refOrigin); err != nil {
		return err
	}
	s.said = s.announcement(refOrigin)
	return nil
}

// announcement says where everything is.
func (s *console) announcement(refOrigin string) announcement {
	said := announcement{UI: s.pages.URL(), Agent: refOrigin, Webhook: s.webhooks.Make("", "").URL, DB: s.o.record, Session: s.store.Current().ID}
	for _, t := range s.taps.Taps() {
		said.Taps = append(said.Taps, tapLine{t.Agent, t.URL})
	}
	slices.SortStableFunc(said.Taps, func(a, b tapLine) int { return rank(a, refOrigin) - rank(b, refOrigin) })
	return said
}

// rank puts the reference agent's tap first, wherever it listens.
func rank(t tapLine, reference string) int {
	if t.Agent == reference {
		return 0
	}
	return 1
}

// calls is the client that the pages and the console itself call agents with.
func (s *console) calls() caller {
	return caller{inspector.New(inspector.Options{Transport: s.taps.RoundTripper(), Logger: s.p.logger(), Signer: s.wallet}), s.known}
}

func closeAll(listeners ...net.Listener) error {
	var errs []error
	for _, l := range listeners {
		if l != nil {
			errs = append(errs, l.Close())
		}
	}
	return errors.Join(errs...)
}

func (s *console) startPages(refOrigin string) (err error) {
	s.pages, err = ui.New(ui.Options{
		Library: s.store, Desk: s.store, Directory: s.store,
		Taps:   pageTaps{s.taps, refOrigin},
		Caller: s.calls(),
		Keeper: s.store,
		Files:  pageFiles{s.store, s.known},
		Player: pagePlayer{s.p, s.plumbing, &s.mocks}, Webhooks: pageWebhooks{s.webhooks}, Wallet: s.wallet, Doctor: pageDoctor{s.calls(), s.wallet},
		Listen: s.listeners[0].Addr().String(), PrivateHost: s.private, AllowHosts: s.o.allowHosts, Reference: refOrigin, TapListen: s.o.taps.host,
		Version: version(), Logger: s.p.logger(),
	})
	if err != nil {
		return fmt.Errorf("set up the pages: %w", err)
	}
	s.changed = s.pages.Changed
	s.pageServer = newServer(s.p, s.pages)
	for _, l := range s.listeners {
		s.pageServer.serve(l)
	}
	return nil
}
