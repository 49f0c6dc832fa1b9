package cli

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/cli/models"
	"github.com/a2a-console/a2a-console/internal/cli/rules"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/static"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

type serveCmd struct {
	dbFlag
	webhookFlags
	Agents      []string    `arg:"" optional:"" name:"agent-url" help:"Agents to tap."`
	Listen      string      `placeholder:"HOST:PORT" help:"Address of the pages. Default: 127.0.0.1:7420."`
	TapListen   string      `placeholder:"HOST:PORT" help:"Address of the first tap: that of the first agent given, or of the reference agent if none is given. Other taps get the next ports, or free ports with port 0. Default: 127.0.0.1:7421, with the reference agent first."`
	AgentListen string      `placeholder:"HOST:PORT" help:"Address of the reference agent. Default: 127.0.0.1:7430."`
	NoAgent     bool        `help:"Do not start the reference agent."`
	NoOpen      bool        `help:"Do not open the browser."`
	Session     string      `placeholder:"ID" help:"Continue this session, given by its id or name, instead of starting a new one."`
	Model       models.Flag `sep:"none" placeholder:"NAME=URL" help:"Also tap a model API or MCP server that agents call. NAME is the variable in which the agent finds its URL. Ports count up from 7461."`
	NoRewrite   bool        `help:"Do not rewrite the URLs in Agent Cards."`
	PlainHost   bool        `help:"Serve the pages at the address of --listen instead of under their own host name, for browsers that do not resolve names under localhost. The browser then sends the console's cookie to every program on this machine that you visit. So the pages show the URLs that agents give as text, not as links."`
	AllowHost   hostNames   `sep:"none" placeholder:"NAME" help:"Also accept this host name, such as host.docker.internal."`
	AllowOrigin webOrigins  `sep:"none" placeholder:"ORIGIN" help:"Let web pages of this origin call through the taps."`
	KeepSecrets bool        `help:"Record secrets too. By default they are redacted."`
	syncFlag
	rules.Flags `embed:"" group:"Rules"`

	commands *kong.Node // all commands, to recognize a mistyped one
}

func (serveCmd) Help() string {
	return `Opens the console in the browser. Point any A2A client at a tap's address to see and record what it sends and receives. If a default port is taken, the next free one is used.

Examples:

    a2a-console
    a2a-console http://127.0.0.1:9000
    a2a-console serve --no-open --json --db demo.db
    a2a-console http://127.0.0.1:9000 --preset lose-terminal-event

The pages are at a random name under localhost, which browsers resolve to this machine. No agent may know that name, because browsers send cookies to every port of a host. The printed address leads there and can be used repeatedly. The browser that the command opens gets a one-time link.

The first stdout line has all addresses; with --json it is {"ui","taps":[{"agent","url"}],"agent","webhook","db","session"}. Agents can push to the address "webhook"; each webhook that the console registers has its own address.`
}

// Run runs the console until Ctrl-C.
func (c *serveCmd) Run(ctx context.Context, p *stdio.Streams, parsed *kong.Context) error {
	c.commands = parsed.Model.Node
	if err := static.Check(); err != nil {
		return err
	}
	o, err := c.options()
	if err != nil {
		return err
	}
	o.Settings = settingsOf(parsed.Selected())
	s := console.New(p, o)
	if running, ok := s.Running(ctx); ok {
		return c.joinRunning(ctx, p, running, o)
	}
	err = s.Start(ctx)
	if err == nil {
		err = c.run(ctx, p, s)
	}
	return errors.Join(err, s.Close())
}

func (c *serveCmd) options() (o console.Options, err error) {
	o = console.Options{
		Session: c.Session, NoReference: c.NoAgent, NoRewrite: c.NoRewrite, PlainHost: c.PlainHost,
		KeepSecrets: c.KeepSecrets, Sync: c.Sync, AllowHosts: c.AllowHost, AllowOrigins: c.AllowOrigin,
	}
	if o.Record, err = console.RecordPath(c.DB); err != nil {
		return o, err
	}
	for _, a := range c.Agents {
		if isCommandWord(a) {
			return o, unknownCommandError(c.commands, a)
		}
		origin, path, err := inspector.SplitTapAddress(a)
		if err != nil {
			return o, err
		}
		o.Agents = append(o.Agents, origin+path)
	}
	if o.Models, err = c.Model.Read(); err != nil {
		return o, err
	}
	if o.Pages, err = console.ParseListen("--listen", c.Listen, console.UIPort); err != nil {
		return o, err
	}
	if o.Taps, err = console.ParseListen("--tap-listen", c.TapListen, console.TapPort); err != nil {
		return o, err
	}
	if o.Reference, err = console.ParseListen("--agent-listen", c.AgentListen, console.AgentPort); err != nil {
		return o, err
	}
	if o.Webhooks, err = c.webhookFlags.options("--webhook-listen"); err != nil {
		return o, err
	}
	o.Rules, err = c.Flags.Read()
	return o, err
}

// settingsOf returns a command's flags for the page that shows them, except those in groups: rules
// have their own page.
func settingsOf(command *kong.Node) (out []host.Setting) {
	for _, f := range command.Flags {
		if f.Hidden || f.Group != nil {
			continue
		}
		x := host.Setting{Flag: f.Name, Help: f.Help, IsGiven: f.Set}
		switch v := f.Target; {
		case f.IsBool():
			x.Value = map[bool]string{true: "on", false: "off"}[v.Bool()]
		case v.Kind() == reflect.Slice:
			for i := range v.Len() {
				x.Value += strings.Repeat(", ", min(i, 1)) + fmt.Sprint(v.Index(i))
			}
		default:
			x.Value = fmt.Sprint(v)
		}
		out = append(out, x)
	}
	return out
}

// run prints the addresses, opens the browser and waits until ctx ends.
func (c *serveCmd) run(ctx context.Context, p *stdio.Streams, s *console.Console) error {
	if err := announce(p, s.Announcement, s.Announcement.UI); err != nil {
		return err
	}
	if !p.JSON {
		printAnnouncement(p, s.Announcement)
	}
	s.Publish()
	go c.openPage(p, s.Announcement.UI) // may last until the browser is closed
	s.DiscoverAgents(ctx)
	<-ctx.Done()
	return nil
}

func printAnnouncement(p *stdio.Streams, said console.Announcement) {
	rows := append(tapRows(said), []string{"  webhook", said.Webhook}, []string{"  record", said.DB})
	stdio.Table{Rows: rows}.Write(p.Stderr)
	p.Note("Press Ctrl-C to stop the console.")
}

func tapRows(said console.Announcement) (rows [][]string) {
	for _, t := range said.Taps {
		what := t.Agent
		if t.Agent == said.Agent {
			what += " (reference agent)"
		}
		rows = append(rows, []string{"  tap", t.URL + " → " + what})
	}
	for _, m := range said.Models {
		rows = append(rows, []string{"  model", strings.TrimPrefix(m.Name+"=", "=") + m.URL + " → " + m.Model})
	}
	return rows
}

// openPage opens the browser at a one-time link to an address, because other users of this machine
// can see the link in the list of processes.
func (c *serveCmd) openPage(p *stdio.Streams, at string) {
	if c.NoOpen || p.JSON {
		return
	}
	once, err := web.OneTime(at, time.Now())
	if err != nil {
		p.Log.Debug("open the browser", "error", err)
		return
	}
	openBrowser(p, once)
}

// joinRunning handles a second serve on the same record: it passes the given agents and rules to
// the running console, and opens its page.
func (c *serveCmd) joinRunning(ctx context.Context, p *stdio.Streams, running console.Announcement, o console.Options) error {
	if _, err := rules.Add(ctx, running, o.Rules); err != nil {
		return fmt.Errorf("a console is already running on this record, at %s, and did not accept the rules: %w", running.UI, err)
	}
	var taken []string
	for _, agent := range o.Agents {
		t, err := running.OpenTap(ctx, agent)
		if err != nil {
			return fmt.Errorf("a console is already running on this record, at %s, and did not accept the agent %s: %w; connect to the agent on the console's Agents page, or give this console another record with --db",
				running.UI, agent, err)
		}
		if !slices.Contains(running.Taps, t) {
			running.Taps = append(running.Taps, t)
		}
		taken = append(taken, "the agent "+agent+" at the tap "+t.URL)
	}
	if len(o.Rules) > 0 {
		taken = append(taken, "the rules")
	}
	note := "note: a console is already running on this record, at the address below"
	if len(taken) > 0 {
		note += ". It accepted " + words.Join(taken, " and ")
	}
	p.Note("%s; the other flags of this command have no effect", note)
	if err := announce(p, running, running.UI); err != nil {
		return err
	}
	if !p.JSON {
		stdio.Table{Rows: tapRows(running)}.Write(p.Stderr)
	}
	c.openPage(p, running.UI)
	return nil
}

type syncFlag struct {
	Sync bool `help:"Sync to disk before passing anything on, so that a power failure loses nothing that was passed on. This is slower. Without it, what was passed on is lost only if the machine fails, not if the program does."`
}
