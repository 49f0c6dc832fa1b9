package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/follow"
	"github.com/a2a-console/a2a-console/internal/cli/models"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/rules"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/recorder"
)

// tapFlags are the flags of commands that open a tap without pages.
type tapFlags struct {
	dbFlag
	Session     string      `placeholder:"ID" help:"Continue this session, given by its id or name, instead of starting a new one."`
	Model       models.Flag `sep:"none" placeholder:"NAME=URL" help:"Also tap a model API or MCP server that the agent calls. NAME is the variable in which the agent finds its URL. Ports count up from 7461."`
	NoRewrite   bool        `help:"Do not rewrite the URLs in Agent Cards."`
	AllowHost   hostNames   `sep:"none" placeholder:"NAME" help:"Also accept this host name, such as host.docker.internal."`
	AllowOrigin webOrigins  `sep:"none" placeholder:"ORIGIN" help:"Let web pages of this origin call through the tap."`
	KeepSecrets bool        `help:"Record secrets too. By default they are redacted."`
	syncFlag

	rules.Flags `embed:"" group:"Rules"`
}

// options returns the options of the plumbing for a session with a name.
func (c *tapFlags) options(at console.Address, name string) (console.PlumbingOptions, error) {
	db, err := console.RecordPath(c.DB)
	if err != nil {
		return console.PlumbingOptions{}, err
	}
	list, err := c.Flags.Read()
	return console.PlumbingOptions{DB: db, Session: c.Session, Name: name, KeepSecrets: c.KeepSecrets, Sync: c.Sync, NoRewrite: c.NoRewrite,
		Host: at.Host, TapPort: at.First(), AllowHosts: console.HostsFor(at, c.AllowHost), AllowOrigins: c.AllowOrigin, Rules: list}, err
}

type tapCmd struct {
	tapFlags
	calls.TLSFlags `embed:"" group:"TLS to the agent"`
	URL            string `arg:"" name:"url" help:"The agent to which the tap forwards requests."`
	Listen         string `placeholder:"HOST:PORT" help:"Address that clients connect to. Taps for other addresses in the agent's card get the next ports, or free ports with port 0. Default: 127.0.0.1:7421."`

	WebhookListen string `placeholder:"HOST:PORT" help:"Also receive and record push notifications, at this address."`
	WebhookURL    string `name:"webhook-url" placeholder:"URL" help:"Public URL of the receiver, if agents reach it at another address."`
}

func (tapCmd) Help() string {
	return `Point your client at the printed address instead of the agent's. On a terminal, the tap prints a line for each call that has ended. Look at the record with "sessions show", follow it in another terminal with "tail", or start the console on the same --db.

Examples:

    a2a-console tap http://127.0.0.1:9000 --db demo.db
    a2a-console tap https://agent.example --listen 127.0.0.1:8000 --no-rewrite
    a2a-console tap http://127.0.0.1:9000 --webhook-listen 127.0.0.1:7440 --json
    a2a-console tap http://127.0.0.1:9000 --rule 'state:completed => drop'

While the tap is running, the command "rules" lists, adds and removes rules, and releases what they hold. On a terminal, the tap says when a rule acts.

With --webhook-listen, the tap also receives and records push notifications. Register the address "webhook" of the first line.`
}

// Run forwards and records requests until Ctrl-C.
func (c *tapCmd) Run(ctx context.Context, p *stdio.Streams) error {
	upstream, path, err := inspector.SplitTapAddress(c.URL)
	if err != nil {
		return err
	}
	at, err := console.ParseListen("--listen", c.Listen, proxy.FirstPort)
	if err != nil {
		return err
	}
	o, err := c.options(at, "tap "+upstream+path)
	if err != nil {
		return err
	}
	hooks, err := c.openHooks(ctx, p, webhookFlags{c.WebhookListen, c.WebhookURL})
	if err != nil {
		return err
	}
	o.Listeners = hooks.Listeners()
	b, err := console.OpenPlumbing(p, o)
	if err != nil {
		return errors.Join(err, hooks.Close())
	}
	said := console.Announcement{DB: o.DB, Session: b.Store.Current().ID}
	if hooks != nil {
		hooks.Serve(p, b.Store, b.Rules.Intervener(), c.AllowHost, nil)
		said.Webhook = hooks.NewHook(upstream, "").URL
	}
	control, err := console.OpenControl(ctx, p, b, o.DB)
	if err == nil {
		err = c.runTap(ctx, p, b, upstream+path, at, said)
	}
	return errors.Join(err, control.Close(), hooks.Close(), b.Close())
}

func (c *tapCmd) runTap(ctx context.Context, p *stdio.Streams, b *console.Plumbing, agent string, at console.Address, said console.Announcement) error {
	if err := c.TLSFlags.Apply(p, b.Wallet, wire.OriginOf(agent)); err != nil {
		return err
	}
	before, err := b.Store.Versions(ctx) // a call may arrive as soon as the tap is open
	if err != nil {
		return err
	}
	l, err := console.OpenTap(ctx, b, agent, at)
	if err != nil {
		return err
	}
	at.Warn(p, "the tap")
	words := ""
	if said.Webhook != "" {
		words = ", webhook " + said.Webhook
	}
	said.Taps = []console.TapLine{l}
	list, err := c.Model.Read()
	if err != nil {
		return err
	}
	if said.Models, err = b.OpenModels(ctx, p, console.ModelPort, list); err != nil {
		return err
	}
	if err := announce(p, said, fmt.Sprintf("tap %s → %s%s, recording into %s", l.URL, l.Agent, words, said.DB)); err != nil {
		return err
	}
	if !p.JSON {
		models.Note(p, said.Models)
	}
	return c.followCalls(ctx, p, b, before.Exchanges)
}

// followCalls prints, on a terminal, each call that ended after the version since of the record,
// until ctx ends. Scripts read the record instead.
func (c *tapCmd) followCalls(ctx context.Context, p *stdio.Streams, b *console.Plumbing, since int64) error {
	if p.JSON || !stdio.IsTerminal(p.Stdout) {
		<-ctx.Done()
		return nil
	}
	p.Note("A line is printed for each call that has ended. To see all of a call: a2a-console sessions show ID. Press Ctrl-C to stop.")
	defer rules.Watch(ctx, p, b.Rules)()
	printCalls(ctx, p, b.Store, since)
	return nil
}

// printCalls prints each call that ended after the version since of the record, until ctx ends. If
// that fails, the tap continues, because its clients do not depend on the output.
func printCalls(ctx context.Context, p *stdio.Streams, store *recorder.Store, since int64) {
	if err := follow.Calls(ctx, store, since, print.NewTapFeedPrinter(p).Exchange); err != nil {
		p.Note("warning: calls are no longer shown here: %v; the tap continues; \"sessions show\" shows what it records", err)
	}
	<-ctx.Done()
}

// openHooks opens the webhook receiver if a flag asks for it, else it returns nil.
func (c *tapCmd) openHooks(ctx context.Context, p *stdio.Streams, f webhookFlags) (*console.Webhooks, error) {
	if f == (webhookFlags{}) {
		return nil, nil
	}
	o, err := f.options("--webhook-listen")
	if err != nil {
		return nil, err
	}
	return o.Listen(ctx, p)
}
