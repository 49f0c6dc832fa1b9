package cli

import (
	"cmp"
	"context"
	"net/http"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/doctor"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
)

// examine examines the connection to the agent and prints a line for each step. It returns
// ExitFindings if a step fails.
func (c *cardCmd) examine(ctx context.Context, p *stdio.Streams, way console.Route, header http.Header) error {
	if err := c.PrepareAuth(ctx, p, way.Wallet, c.URL, header); err != nil {
		return err
	}
	o := way.Options(p)
	o.Header = header
	var failed error
	ok := doctor.Run(ctx, doctor.Options{
		Input: c.URL, Client: console.NewCaller(inspector.New(o), way.Cards), AllowOtherOrigin: c.Elsewhere, Header: header,
		Version: a2a.Version(c.As), Binding: a2a.Binding(c.Binding), IsSignedIn: c.HasCredentials, TLS: way.Wallet.TLSConfig,
		SignIn: "Give credentials with --bearer, --basic, --api-key or --oauth, or store them with auth login.",
	}, func(s doctor.Step) { failed = cmp.Or(failed, print.Step(p, s)) })
	if failed != nil || ok {
		return failed
	}
	return stdio.ExitFindings
}
