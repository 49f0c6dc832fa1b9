package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/proxy"
)

// way is one road to the agent.
type way struct {
	name string
	url  string // origin to call instead of the agent's; "" for the agent itself
}

// bench is an agent with the three ways to it.
type bench struct {
	url     string
	ways    []way
	dir     string // of the record
	servers []*console.Server
	done    func() // frees the bare proxy's connections
	agent   *agent.Agent
	*console.Plumbing
}

// openBench starts what is measured. What it starts, close stops.
func openBench(ctx context.Context, p *stdio.Streams, given string) (*bench, error) {
	b := &bench{url: given}
	err := b.open(ctx, p)
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

func (b *bench) open(ctx context.Context, p *stdio.Streams) error {
	if b.url == "" {
		l, err := b.listen(ctx)
		if err != nil {
			return err
		}
		b.url = console.Origin(l)
		b.agent = agent.New(agent.Options{URL: b.url, Logger: p.Log})
		b.serve(p, l, b.agent)
	}
	upstream, path, err := inspector.TapAddress(b.url)
	if err != nil {
		return err
	}
	target, err := url.Parse(upstream)
	if err != nil {
		return fmt.Errorf("read the agent's address: %w", err)
	}
	l, err := b.listen(ctx)
	if err != nil {
		return err
	}
	bare, done := proxy.Baseline(target)
	b.done = done
	b.serve(p, l, bare)
	if b.dir, err = os.MkdirTemp("", "a2a-console-bench-"); err != nil {
		return fmt.Errorf("make a folder for the record: %w", err)
	}
	if b.Plumbing, err = console.OpenPlumbing(p, console.PlumbingOptions{DB: filepath.Join(b.dir, "bench.db"), TapPort: -1, Name: "bench"}); err != nil {
		return err
	}
	tap, err := b.Taps.OpenAt(ctx, upstream, "127.0.0.1:0")
	if err != nil {
		return err
	}
	b.ways = []way{{"direct", ""}, {"bare reverse proxy", console.Origin(l) + path}, {"recording tap", tap.URL + path}}
	return nil
}

func (b *bench) listen(ctx context.Context) (net.Listener, error) {
	return console.Address{Host: "127.0.0.1", Flag: "the port"}.Open(ctx)
}

func (b *bench) serve(p *stdio.Streams, l net.Listener, h http.Handler) {
	s := console.NewServer(p, h)
	s.Serve(l)
	b.servers = append(b.servers, s)
}

func (b *bench) close() error {
	var errs []error
	if b.Plumbing != nil {
		errs = append(errs, b.Plumbing.Close())
	}
	if b.agent != nil {
		b.agent.Close()
	}
	for _, s := range b.servers {
		errs = append(errs, s.Shutdown())
	}
	if b.done != nil {
		b.done()
	}
	if b.dir != "" {
		errs = append(errs, os.RemoveAll(b.dir))
	}
	return errors.Join(errs...)
}
