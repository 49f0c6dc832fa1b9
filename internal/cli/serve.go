package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/static"
	"github.com/a2a-console/a2a-console/ui"
	"github.com/a2a-console/a2a-console/ui/web"
)

// serveCmd starts the console.
type serveCmd struct {
	dbFlag
	webhookFlags
	Agents      []string `arg:"" optional:"" name:"agent-url" help:"Agents to put a tap before."`
	Listen      string   `placeholder:"HOST:PORT" help:"Where the pages are. Default: 127.0.0.1:7420."`
	TapListen   string   `placeholder:"HOST:PORT" help:"Where the tap of the first agent given is, or with none the reference agent's; the others follow, with port 0 at free ones. Default: 127.0.0.1:7421, the reference agent's first."`
	AgentListen string   `placeholder:"HOST:PORT" help:"Where the reference agent is. Default: 127.0.0.1:7430."`
	NoAgent     bool     `help:"Do not start the reference agent."`
	NoOpen      bool     `help:"Do not open the browser."`
	Session     string   `placeholder:"ID" help:"Continue this session instead of starting one."`
	NoRewrite   bool     `help:"Leave the URLs in Agent Cards alone."`
	PlainHost   bool     `help:"Have the pages at the address of --listen instead of a host name of their own, for browsers that do not resolve names under localhost. Any program on this machine that you visit in that browser then gets its cookie; addresses that agents give are text, not links."`
	AllowHost   []string `sep:"none" placeholder:"NAME" help:"Answer to this host name too, such as host.docker.internal."`
	AllowOrigin []string `sep:"none" placeholder:"ORIGIN" help:"Let pages of this origin call through the taps."`
	KeepSecrets bool     `help:"Record secrets too. Without it they are replaced by filler."`
	syncFlag
}

// Help is what --help says below the flags' table.
func (serveCmd) Help() string {
	return `Opens the browser on the console. Point any A2A client at a tap's address to see and record what it says; the default ports move when they are taken.

Examples:

    a2a-console
    a2a-console http://127.0.0.1:9000
    a2a-console serve --no-open --json --db demo.db

The pages are at a random name under localhost, which browsers resolve to this machine: cookies are sent to every port of a host, so no agent may know it. The printed address leads there, as often as you like; the browser that is opened gets a link that works once.

The first stdout line says where everything is; with --json it is {"ui","taps":[{"agent","url"}],"agent","webhook","db","session"}. Agents may push to the address "webhook"; each that the console registers is its own.`
}

// console is everything that serve has started.
type console struct {
	*plumbing
	p       *program
	cmd     *serveCmd
	origins []string // of the agents given

	ui, ref, tapAt address

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

// Run starts the console and keeps it until Ctrl-C.
func (c *serveCmd) Run(ctx context.Context, p *program) error {
	if err := static.Check(); err != nil {
		return err
	}
	path, err := databasePath(c.DB)
	if err != nil {
		return err
	}
	s := &console{p: p, cmd: c, file: runtimeFileFor(path)}
	if err := s.read(); err != nil {
		return err
	}
	if running, ok := s.file.running(ctx); ok {
		return s.join(ctx, running)
	}
	err = s.start(ctx, path)
	if err == nil {
		err = s.run(ctx)
	}
	return errors.Join(err, s.close())
}

// read takes the addresses from the flags.
func (s *console) read() (err error) {
	for _, a := range s.cmd.Agents {
		if err := noCommand(a); err != nil {
			return err
		}
		o, err := agentOrigin(a)
		if err != nil {
			return err
		}
		s.origins = append(s.origins, o)
	}
	if s.ui, err = parseListen("--listen", s.cmd.Listen, uiPort); err != nil {
		return err
	}
	if s.tapAt, err = parseListen("--tap-listen", s.cmd.TapListen, tapPort); err != nil {
		return err
	}
	s.ref, err = parseListen("--agent-listen", s.cmd.AgentListen, agentPort)
	return err
}

// noCommand refuses what is more likely a mistyped command than an agent:
// serve, the default, would take any word for one.
func noCommand(word string) error {
	switch {
	case strings.ContainsAny(word, ".:/[") || word == "localhost":
		return nil
	case word == "help" || word == "version":
		return fmt.Errorf("no command %q; use --%s", word, word)
	}
	return fmt.Errorf("no command %q, and no agent's address either: --help lists the commands; an agent that is called so is http://%s", word, word)
}

// open opens the browser on the console at an address. Others on this machine may
// read it in the list of processes, so it is worth nothing once it was used.
func (s *console) open(at string) {
	if s.cmd.NoOpen || s.p.json {
		return
	}
	once, err := web.OneTime(at, time.Now())
	if err != nil {
		s.p.log.Debug("open the browser", "error", err)
		return
	}
	openBrowser(s.p, once)
}

// start opens the record and the listeners first: what comes later may take a
// moment, but clients can connect already.
func (s *console) start(ctx context.Context, path string) error {
	s.tapAt.warn(s.p, "the taps")
	s.private = s.privateHost()
	var err error
	if s.listeners, err = s.takePages(ctx); err != nil {
		return err
	}
	var al net.Listener
	refOrigin := ""
	if !s.cmd.NoAgent {
		if al, err = s.ref.take(ctx, s.p, "the reference agent"); err != nil {
			return errors.Join(err, closeAll(s.listeners...))
		}
		refOrigin = origin(al)
	}
	if s.webhooks, err = s.cmd.webhookFlags.listen(ctx, s.p, "--webhook-listen"); err != nil {
		return errors.Join(err, closeAll(append(s.listeners, al)...))
	}
	s.plumbing, err = s.p.plumb(plumbingOptions{
		db: path, session: s.cmd.Session, keepSecrets: s.cmd.KeepSecrets, sync: s.cmd.Sync, noRewrite: s.cmd.NoRewrite,
		host: s.tapAt.host, tapPort: s.tapAt.first(), allowHosts: hostsFor(s.tapAt, s.cmd.AllowHost), allowOrigins: s.cmd.AllowOrigin,
		ours: append(slices.Clone(s.listeners), s.webhooks.listener), reference: refOrigin,
	})
	if err != nil {
		return errors.Join(err, closeAll(append(s.listeners, al)...))
	}
	s.webhooks.serve(s.p, &s.cmd.webhookFlags, s.store, s.cmd.AllowHost, nil)
	if al != nil {
		s.startAgent(al)
	}
	if err := s.startPages(refOrigin); err != nil {
		return errors.Join(err, closeAll(s.listeners...))
	}
	if err := s.openTaps(ctx, refOrigin); err != nil {
		return err
	}
	s.said = s.announcement(refOrigin, path)
	return nil
}

// announcement says where everything is.
func (s *console) announcement(refOrigin, path string) announcement {
	said := announcement{UI: s.pages.URL(), Agent: refOrigin, Webhook: s.webhooks.Make("", "").URL, DB: path, Session: s.store.Current().ID}
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
	return caller{inspector.New(inspector.Options{Transport: s.taps.RoundTripper(), Logger: s.p.log, Signer: s.wallet}), s.known}
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
		Listen: s.listeners[0].Addr().String(), PrivateHost: s.private, AllowHosts: s.cmd.AllowHost, Reference: refOrigin, TapListen: s.tapAt.host,
		Version: version(), Logger: s.p.log,
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
