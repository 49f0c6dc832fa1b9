package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/proxy"
)

// tapCmd records what passes between any client and one agent, without pages.
type tapCmd struct {
	dbFlag
	tlsFlags    `embed:"" group:"TLS to the agent"`
	URL         string   `arg:"" name:"url" help:"The agent to pass requests on to."`
	Listen      string   `placeholder:"HOST:PORT" help:"Where clients shall connect. Default: 127.0.0.1:7421."`
	Session     string   `placeholder:"ID" help:"Continue this session instead of starting one."`
	NoRewrite   bool     `help:"Leave the URLs in Agent Cards alone."`
	AllowHost   []string `sep:"none" placeholder:"NAME" help:"Answer to this host name too, such as host.docker.internal."`
	AllowOrigin []string `sep:"none" placeholder:"ORIGIN" help:"Let pages of this origin call through the tap."`
	KeepSecrets bool     `help:"Record secrets too. Without it they are replaced by filler."`
	syncFlag

	WebhookListen string `placeholder:"HOST:PORT" help:"Receive and record push notifications too, there."`
	WebhookURL    string `name:"webhook-url" placeholder:"URL" help:"How agents reach that, when it is not as this machine does."`
}

// Help is what --help says below the flags' table.
func (tapCmd) Help() string {
	return `Point your client at the address that is printed, instead of the agent's. Look at the record with "sessions show", or start the console on the same --db.

Examples:

    a2a-console tap http://127.0.0.1:9000 --db demo.db
    a2a-console tap https://agent.example --listen 127.0.0.1:8000 --no-rewrite
    a2a-console tap http://127.0.0.1:9000 --webhook-listen 127.0.0.1:7440 --json

With --webhook-listen push notifications are received and recorded too; "webhook" in the first line is an address to register.`
}

// Run passes requests on until Ctrl-C.
func (c *tapCmd) Run(ctx context.Context, p *program) error {
	upstream, err := agentOrigin(c.URL)
	if err != nil {
		return err
	}
	at, err := parseListen("--listen", c.Listen, proxy.FirstPort)
	if err != nil {
		return err
	}
	at.warn(p, "the tap")
	path, err := databasePath(c.DB)
	if err != nil {
		return err
	}
	flags := webhookFlags{c.WebhookListen, c.WebhookURL}
	hooks, err := c.hooks(ctx, p, flags)
	if err != nil {
		return err
	}
	b, err := plumb(p, plumbingOptions{
		db: path, session: c.Session, name: "tap " + upstream, keepSecrets: c.KeepSecrets, sync: c.Sync, noRewrite: c.NoRewrite,
		host: at.host, allowHosts: hostsFor(at, c.AllowHost), allowOrigins: c.AllowOrigin, ours: hooks.ours(),
	})
	if err != nil {
		return errors.Join(err, hooks.close())
	}
	said := announcement{DB: path, Session: b.store.Current().ID}
	if hooks != nil {
		hooks.serve(p, b.store, c.AllowHost, nil)
		said.Webhook = hooks.Make(upstream, "").URL
	}
	return errors.Join(c.pass(ctx, p, b, upstream, at, said), hooks.close(), b.close())
}

// pass opens the tap, says where it is, and waits for the end.
func (c *tapCmd) pass(ctx context.Context, p *program, b *plumbing, upstream string, at address, said announcement) error {
	if err := c.tlsFlags.apply(p, b.wallet, upstream); err != nil {
		return err
	}
	l, err := openTap(ctx, b, upstream, at)
	if err != nil {
		return err
	}
	words := ""
	if said.Webhook != "" {
		words = ", webhook " + said.Webhook
	}
	said.Taps = []tapLine{{l.Agent, l.URL}}
	if err := announce(p, said, fmt.Sprintf("tap %s → %s%s, recording into %s", l.URL, l.Agent, words, said.DB)); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// hooks opens the webhook receiver where one is wanted, else it is nil.
func (c *tapCmd) hooks(ctx context.Context, p *program, f webhookFlags) (*receiving, error) {
	if f == (webhookFlags{}) {
		return nil, nil
	}
	o, err := f.options("--webhook-listen")
	if err != nil {
		return nil, err
	}
	return o.listen(ctx, p)
}

// openTap opens a tap where it was told to listen, or where it may.
func openTap(ctx context.Context, b *plumbing, upstream string, at address) (proxy.Listening, error) {
	if !at.given {
		return b.taps.Open(ctx, upstream)
	}
	l, err := b.taps.OpenAt(ctx, upstream, at.at(at.port))
	if err != nil {
		return l, at.failure(err)
	}
	return l, nil
}

// agentOrigin is the origin of an agent's address, http unless it says else.
func agentOrigin(given string) (string, error) {
	origin, err := proxy.Origin(given)
	if err != nil {
		return "", fmt.Errorf("cannot use the agent address %q: %w", given, err)
	}
	return origin, nil
}
