package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/webhook"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

type pushListenCmd struct {
	Listen      string    `placeholder:"HOST:PORT" help:"Address that receives deliveries. Default: 127.0.0.1:7440."`
	URL         string    `name:"url" placeholder:"URL" help:"Public URL of the receiver, if agents reach it at another address."`
	Token       string    `placeholder:"SECRET" help:"The token that the registration gives, to compare with the token of each delivery. A secret is @FILE, @- for stdin, env:NAME, or the value itself. Default: a new token."`
	Scheme      []string  `sep:"none" placeholder:"NAME" help:"Authentication scheme that the registration asks for."`
	Credentials string    `placeholder:"SECRET" help:"Credentials that the registration gives."`
	Count       int       `placeholder:"N" help:"Stop after N deliveries."`
	AllowHost   hostNames `sep:"none" placeholder:"NAME" help:"Also accept this host name, such as host.docker.internal."`
	DB          string    `name:"db" placeholder:"PATH" help:"Record the deliveries in this file."`
}

func (pushListenCmd) Help() string {
	return `Prints a URL and a token to register, then each delivery as it arrives. Each line says whether the delivery's credentials are as registered.

Examples:

    a2a-console push listen
    a2a-console push listen --json --count 4
    a2a-console push set http://127.0.0.1:7430 TASK \
      http://127.0.0.1:7440/hook/… --token …`
}

type listenLine struct {
	Webhook string `json:"webhook"`
	Token   string `json:"token"`
}

// Run receives deliveries until Ctrl-C, or until it has received --count of them.
func (c *pushListenCmd) Run(ctx context.Context, p *stdio.Streams) error {
	if c.Count < 0 {
		return fmt.Errorf("--count is %d; give the number of deliveries to wait for, or leave out --count to receive until Ctrl-C", c.Count)
	}
	if err := c.secrets(p); err != nil {
		return err
	}
	flags := webhookFlags{c.Listen, c.URL}
	o, err := flags.options("--listen")
	if err != nil {
		return err
	}
	r, err := o.Listen(ctx, p)
	if err != nil {
		return err
	}
	rec, closing, err := c.openRecord(p)
	if err != nil {
		return errors.Join(err, r.Close())
	}
	ctx, enough := context.WithCancel(ctx)
	defer enough()
	came := make(chan webhook.Delivery, 64)
	r.Serve(p, rec, nil, c.AllowHost, func(d webhook.Delivery) {
		select {
		case came <- d:
		case <-ctx.Done():
		}
	})
	err = c.print(ctx, p, r.Receiver, came)
	enough() // nobody receives from came any more
	return errors.Join(err, r.Close(), closing())
}

func (c *pushListenCmd) secrets(p *stdio.Streams) (err error) {
	if c.Token, err = p.Secret("--token", c.Token); err == nil {
		c.Credentials, err = p.Secret("--credentials", c.Credentials)
	}
	return err
}

func (c *pushListenCmd) openRecord(p *stdio.Streams) (wire.Recorder, func() error, error) {
	if c.DB == "" {
		return nil, func() error { return nil }, nil
	}
	path, err := console.RecordPath(c.DB)
	if err != nil {
		return nil, nil, err
	}
	known := console.NewCards()
	store, err := recorder.Open(recorder.Options{Path: path, Name: "push listen", Secrets: known.Secrets, Label: known.Label, LateJudge: known, Progress: p.Progress(), Logger: p.Log})
	if err != nil {
		return nil, nil, err
	}
	return store, store.Close, nil
}

func (c *pushListenCmd) print(ctx context.Context, p *stdio.Streams, r *webhook.Receiver, came <-chan webhook.Delivery) error {
	hook := r.NewHook("", "")
	asked := delivery.Expected{IsKnown: true, Schemes: c.Scheme,
		Token:         delivery.Secret{Set: true, Value: hook.Token},
		Authorization: delivery.Secret{Set: c.Credentials != "", Value: c.Credentials}}
	if c.Token != "" {
		asked.Token.Value = c.Token
	}
	if err := announceHook(p, listenLine{hook.URL, asked.Token.Value}); err != nil {
		return err
	}
	started := time.Now()
	for n := 0; c.Count == 0 || n < c.Count; n++ {
		select {
		case d := <-came:
			if err := print.Delivery(p, d, asked, started); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

func announceHook(p *stdio.Streams, l listenLine) error {
	if p.JSON {
		return p.Line(l)
	}
	if _, err := fmt.Fprintf(p.Stdout, "%s\ntoken %s\n", l.Webhook, l.Token); err != nil {
		return err
	}
	p.Note("Register this webhook for a task. Deliveries are printed here until Ctrl-C:")
	p.Note("  a2a-console push set AGENT TASK \\\n    %s \\\n    --token %s", l.Webhook, l.Token)
	return nil
}
