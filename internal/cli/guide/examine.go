package guide

import (
	"context"
	"errors"
	"strconv"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// Examine examines a client against an agent with the given versions and bindings, and records that
// in db. It returns the report and the session's id.
func (f *Flags) Examine(ctx context.Context, p *stdio.Streams, db string, versions []*version.Version, bindings []a2a.Binding) (*examine.Report, string, error) {
	steps, err := f.steps()
	if err != nil {
		return nil, "", err
	}
	limit, err := f.limit()
	if err != nil {
		return nil, "", err
	}
	at, err := console.ParseListen("--port", strconv.Itoa(f.Port), proxy.FirstPort)
	if err != nil {
		return nil, "", err
	}
	b, err := console.OpenClientBench(ctx, p, at, func(upstream string) (*console.Plumbing, error) {
		return console.OpenPlumbing(p, console.PlumbingOptions{DB: db, Name: console.ClientSessionName, TapPort: at.First(), Reference: upstream})
	})
	if err != nil {
		return nil, "", err
	}
	o := b.Options(versions, bindings)
	o.Steps, o.TimeLimit, o.Await = steps, limit, f.Run == ""
	f.setPrompts(p, b.URL, &o)
	r, err := b.Examine(ctx, wire.NewID(), examine.Request{Client: &examine.ClientRequest{Program: programName(f.Run), Steps: f.Step}}, o, nil)
	return r, b.Session(), errors.Join(err, b.Close())
}
