package guide

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strconv"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/examine/client"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/recorder"
)

// Offer is what the agent offers the client.
type Offer struct {
	Versions []*version.Version // newest first
	Bindings []a2a.Binding      // nil means all
}

// Examined is what came of an examination.
type Examined struct {
	Report  *examine.Report
	ID      string // by which the record keeps it
	Session string
	Asked   examine.AskedClient
}

// bench is the agent behind its tap.
type bench struct {
	*console.Plumbing
	stage         *client.Stage
	server        *console.Server
	upstream, url string // the agent's own address, and the one that the client is given
}

// open listens, first for the agent, then for the client.
func open(ctx context.Context, p *stdio.Streams, db string, port int) (*bench, error) {
	at, err := console.ParseListen("--port", strconv.Itoa(port), proxy.FirstPort)
	if err != nil {
		return nil, err
	}
	b := &bench{stage: &client.Stage{}}
	if b.server, b.upstream, err = console.ServeApart(ctx, p, b.stage); err != nil {
		return nil, err
	}
	b.Plumbing, err = console.OpenPlumbing(p, console.PlumbingOptions{DB: db, Name: Name, TapPort: at.First(), Reference: b.upstream})
	if err != nil {
		return nil, errors.Join(err, b.server.Shutdown())
	}
	tap, err := console.OpenTap(ctx, b.Plumbing, b.upstream, at)
	b.url = tap.URL
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

func (b *bench) close() error { return errors.Join(b.Close(), b.server.Shutdown()) }

// Name is what the session is called.
const Name = "check of a client"

// Examine has the client take the steps, and judges what is on record of them with judge.
func (f *Flags) Examine(ctx context.Context, p *stdio.Streams, db string, o Offer, judge func(context.Context, *recorder.Store, Examined) error) (Examined, error) {
	steps, err := f.steps()
	if err != nil {
		return Examined{}, err
	}
	limit, err := f.limit()
	if err != nil {
		return Examined{}, err
	}
	b, err := open(ctx, p, db, f.Port)
	if err != nil {
		return Examined{}, err
	}
	out := Examined{ID: wire.NewID(), Session: b.Store.Current().ID, Asked: examine.AskedClient{Program: program(f.Run), Steps: f.Step}}
	if err := console.KeepExamination(ctx, b.Store, out.ID, out.Session, examine.Asked{Client: &out.Asked}, nil); err != nil {
		return out, errors.Join(err, b.close())
	}
	opts := client.Options{
		Steps: steps, Stage: b.stage, Record: b.Store, Session: out.Session, Limit: limit, Await: f.Run == "",
		Agent: agent.Options{
			URL: b.upstream, Dialects: o.Versions, Bindings: o.Bindings, PushRecorder: b.Store, PushRefuse: b.ours, Logger: p.Log,
		},
		Arm: b.Rules.ReplaceRules,
	}
	f.prompts(p, b.url, &opts)
	out.Report, err = client.Run(ctx, opts)
	if err == nil {
		err = judge(context.WithoutCancel(ctx), b.Store, out)
	}
	return out, errors.Join(err, b.close())
}

// ours reports whether notifications would come back to us.
func (b *bench) ours(to netip.AddrPort) bool {
	return slices.Contains([]string{b.url, b.upstream}, "http://"+to.String())
}
