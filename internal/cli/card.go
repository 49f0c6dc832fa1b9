package cli

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/words"
)

type cardCmd struct {
	calls.AuthFlags `embed:"" group:"Signing in"`
	signatureFlags

	URL      string   `arg:"" name:"url" help:"The agent: host, origin, path, its card's URL, or the card's JSON."`
	Header   []string `sep:"none" placeholder:"NAME:VALUE" help:"Add a header to the requests."`
	As       string   `placeholder:"VERSION" complete:"versions" help:"Ask for the card of this version (header A2A-Version): ${dialects}. One address can serve several."`
	Extended bool     `help:"Ask for the extended card, which agents show only to signed-in clients."`
	Binding  string   `placeholder:"NAME" enum:"${bindings}," default:"" help:"Binding to fetch the extended card with: jsonrpc, rest or grpc."`
	Raw      bool     `help:"Write only the card's bytes, as the agent served them."`
	DB       string   `name:"db" placeholder:"PATH" help:"Record the requests in this file."`

	Doctor    bool `help:"Examine the connection step by step: DNS, TCP, TLS, HTTP, card, interface, authentication, first call."`
	Elsewhere bool `help:"With --doctor, also call an interface on another origin than the card's."`
}

func (cardCmd) Help() string {
	return `Examples:

    a2a-console card 127.0.0.1:7430
    a2a-console card https://agent.example/.well-known/agent-card.json --json
    a2a-console card 127.0.0.1:7430 --as 0.3 --raw | jq .url
    a2a-console card 127.0.0.1:7430 --extended --bearer env:TOKEN
    a2a-console card agent.example --doctor
    a2a-console card agent.example --verify-signature --jwks signer.json

Exit code: 0 for a card without findings, 1 with findings (errors or warnings), 2 if no card was found. With --doctor: 0 if the agent answers, 1 if a step fails.`
}

func (c *cardCmd) Run(ctx context.Context, p *stdio.Streams) error {
	if err := calls.CheckSpeakable(c.As, c.Binding, "--as", "--binding"); err != nil {
		return err
	}
	header, err := calls.ParseHeaders(c.Header)
	if err != nil {
		return err
	}
	way, err := console.OpenRoute(p, c.DB, "card "+c.URL)
	if err != nil {
		return err
	}
	if c.Doctor {
		return cmp.Or(c.examine(ctx, p, way, header), way.Close())
	}
	d, err := c.discover(ctx, p, way, header)
	if err == nil {
		err = c.verify(ctx, way.Wallet, d)
	}
	return c.report(p, d, cmp.Or(err, way.Close()))
}

// report prints the discovery, and returns the command's error. err is the error of the discovery,
// which may have found something nevertheless.
func (c *cardCmd) report(p *stdio.Streams, d *inspector.Discovery, err error) error {
	if err == nil && c.Raw {
		_, err = p.Stdout.Write(d.Raw)
	} else if p.JSON {
		line := print.CardLineOf(d)
		line.Signatures = c.signatures
		err = cmp.Or(p.Line(line), err)
	} else {
		print.Discovery(p, d)
		c.show(p)
		if d.Card != nil && d.Card.Signatures > 0 && !c.mustVerify() {
			p.Note("note: the signatures were not verified; verify them with --verify-signature")
		}
	}
	if err != nil {
		return err
	}
	for _, f := range d.Findings {
		if f.Severity != a2a.SeverityInfo {
			return stdio.ExitFindings
		}
	}
	return nil
}

func (c *cardCmd) discover(ctx context.Context, p *stdio.Streams, way console.Route, header http.Header) (*inspector.Discovery, error) {
	if err := c.PrepareAuth(ctx, p, way.Wallet, c.URL, header); err != nil {
		return &inspector.Discovery{Input: c.URL}, err
	}
	o := way.Options(p)
	o.Header, o.CardVersion = header, a2a.Version(c.As)
	client := console.NewCaller(inspector.New(o), way.Cards)
	d, err := client.Discover(ctx, c.URL)
	if err == nil {
		err = c.CompleteAuth(ctx, d, d.CardURL)
	}
	if err != nil {
		return d, err
	}
	if c.As != "" && !slices.Contains(d.Versions, a2a.Version(c.As)) {
		p.Note("note: requested the card of A2A %s, but received one for A2A %s", c.As, words.Versions(d.Versions))
	}
	if c.Extended {
		return c.fetchExtended(ctx, p, client, d, header)
	}
	return d, nil
}
