package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/webhook"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// pushListenCmd receives push notifications and prints them.
type pushListenCmd struct {
	Listen      string   `placeholder:"HOST:PORT" help:"Where to receive. Default: 127.0.0.1:7440."`
	URL         string   `name:"url" placeholder:"URL" help:"How agents reach that, when it is not as this machine does."`
	Token       string   `placeholder:"SECRET" help:"The token that the registration gives; deliveries are compared with it. A secret is @FILE, @- for stdin, env:NAME, or as it stands. Default: one is made."`
	Scheme      []string `sep:"none" placeholder:"NAME" help:"Authentication scheme that the registration asks for."`
	Credentials string   `placeholder:"SECRET" help:"Credentials that the registration gives."`
	Count       int      `placeholder:"N" help:"Stop after N deliveries."`
	AllowHost   []string `sep:"none" placeholder:"NAME" help:"Answer to this host name too, such as host.docker.internal."`
	DB          string   `name:"db" placeholder:"PATH" help:"Record the deliveries in this file."`
}

// Help is what --help says below the flags' table.
func (pushListenCmd) Help() string {
	return `Prints an address and a token to register, then each delivery as it comes, with what its credentials are against what was asked for.

Examples:

    a2a-console push listen
    a2a-console push listen --json --count 4
    a2a-console push set http://127.0.0.1:7430 TASK http://127.0.0.1:7440/hook/… --token …`
}

// listenLine is the first line of push listen.
type listenLine struct {
	Webhook string `json:"webhook"`
	Token   string `json:"token"`
}

// deliveryLine is what scripts get of a delivery.
type deliveryLine struct {
	readingLine
	Dialect       string `json:"dialect,omitempty"`
	Method        string `json:"method"`
	ContentType   string `json:"content_type,omitempty"`
	Token         string `json:"token"`
	Authorization string `json:"authorization"`
	Status        int    `json:"http_status"`
	Problem       string `json:"problem,omitempty"`
	Exchange      string `json:"exchange,omitempty"`
}

// Run receives until Ctrl-C, or until enough came.
func (c *pushListenCmd) Run(ctx context.Context, p *program) error {
	if c.Count < 0 {
		return fmt.Errorf("--count %d: give the number of deliveries to wait for, or leave it out to receive until Ctrl-C", c.Count)
	}
	if err := c.secrets(p); err != nil {
		return err
	}
	flags := webhookFlags{c.Listen, c.URL}
	o, err := flags.options("--listen")
	if err != nil {
		return err
	}
	r, err := o.listen(ctx, p)
	if err != nil {
		return err
	}
	rec, closing, err := c.record(p)
	if err != nil {
		return errors.Join(err, r.close())
	}
	ctx, enough := context.WithCancel(ctx)
	defer enough()
	came := make(chan webhook.Delivery, 64)
	r.serve(p, rec, c.AllowHost, func(d webhook.Delivery) {
		select {
		case came <- d:
		case <-ctx.Done():
		}
	})
	err = c.print(ctx, p, r.Receiver, came)
	enough() // nobody tells of deliveries any more
	return errors.Join(err, r.close(), closing())
}

// secrets reads those of the flags.
func (c *pushListenCmd) secrets(p *program) (err error) {
	if c.Token, err = p.secret("--token", c.Token); err == nil {
		c.Credentials, err = p.secret("--credentials", c.Credentials)
	}
	return err
}

// record opens the record, when one is wanted.
func (c *pushListenCmd) record(p *program) (wire.Recorder, func() error, error) {
	if c.DB == "" {
		return nil, func() error { return nil }, nil
	}
	path, err := databasePath(c.DB)
	if err != nil {
		return nil, nil, err
	}
	known := newKnownCards()
	store, err := recorder.Open(recorder.Options{Path: path, Name: "push listen", Secrets: known.secrets, Label: known.label, Progress: p.progress(), Logger: p.log})
	if err != nil {
		return nil, nil, err
	}
	return store, store.Close, nil
}

// print says where to push, then what comes.
func (c *pushListenCmd) print(ctx context.Context, p *program, r *webhook.Receiver, came <-chan webhook.Delivery) error {
	hook := r.Make("", "")
	asked := push.Asked{Known: true, Schemes: c.Scheme,
		Token:         push.Secret{Set: true, Value: hook.Token},
		Authorization: push.Secret{Set: c.Credentials != "", Value: c.Credentials}}
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
			if err := printDelivery(p, d, asked, started); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

func announceHook(p *program, l listenLine) error {
	if p.json {
		return p.line(l)
	}
	_, err := fmt.Fprintf(p.stdout, "%s\ntoken %s\n", l.Webhook, l.Token)
	return err
}

// delivery prints one delivery.
func printDelivery(p *program, d webhook.Delivery, asked push.Asked, started time.Time) error {
	m := dialect.Message{Method: d.Method, URL: d.URL, Header: d.Header, Body: d.Body}
	id := dialect.Identify(m, dialect.Message{}, dialect.Hint{})
	e := inspector.Event{At: d.At, Reading: dialect.ReadRequest(id, m)}
	token, auth := push.Compare(asked, push.ReceivedBy(&wire.Exchange{Request: wire.Head{Header: d.Header}}))
	l := deliveryLine{readingLine: lineOf(e, started), Dialect: id.Label(), Method: d.Method, ContentType: d.Header.Get("Content-Type"),
		Token: string(token.Verdict), Authorization: string(auth.Verdict), Status: d.Status, Problem: d.Problem, Exchange: d.Exchange}
	if d.Method == http.MethodGet {
		l.Kind, l.Token, l.Authorization = "challenge", string(push.None), string(push.None)
	}
	if l.Raw == nil {
		l.Raw = json.RawMessage("null")
	}
	if p.json {
		return p.line(l)
	}
	what, text := (&answerPrinter{p: p}).words(e.Reading, l.readingLine)
	if d.Method == http.MethodGet {
		what, text = "? challenge", "echoed"
	}
	_, err := fmt.Fprintf(p.stdout, "%9s  %-16s  token %s, authorization %s  %s\n", "+"+short(d.At.Sub(started)), oneLine(what), l.Token, l.Authorization, oneLine(text+" "+d.Problem))
	return err
}
