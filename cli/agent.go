package cli

import (
	"context"
	"fmt"
	"net"

	"github.com/a2a-console/a2a-console/agent"
)

// agentCmd runs the reference agent alone.
type agentCmd struct {
	Listen       string   `placeholder:"HOST:PORT" help:"Where to listen. Default: 127.0.0.1:7430."`
	AllowHost    []string `sep:"none" placeholder:"NAME" help:"Answer to this host name too, such as host.docker.internal."`
	PushAnywhere bool     `help:"Post push notifications to other machines too, not only to this one."`
}

// Help is what --help says below the flags' table.
func (agentCmd) Help() string {
	return `The agent is deterministic and needs no language model. It speaks every version on one port; its card lists its skills with examples.

Example:

    a2a-console agent --listen 127.0.0.1:9000`
}

// Run serves until Ctrl-C.
func (c *agentCmd) Run(ctx context.Context, p *program) error {
	at, err := parseListen("--listen", c.Listen, agentPort)
	if err != nil {
		return err
	}
	at.warn(p, "the reference agent")
	l, err := at.open(ctx)
	if err != nil {
		return err
	}
	url := origin(l)
	a := agent.New(agent.Options{URL: url, AllowHosts: hostsFor(at, c.AllowHost), PushAnywhere: c.PushAnywhere, Logger: p.log})
	s := newServer(p, a)
	s.serve(l)
	if err := p.announce(announcement{Agent: url}, "reference agent "+url); err != nil {
		return err
	}
	<-ctx.Done()
	a.Close()
	return s.shutdown()
}

// hostsFor adds to the allowed names the address that was given to listen on.
func hostsFor(at address, allow []string) []string {
	if ip := net.ParseIP(at.host); ip != nil && ip.IsUnspecified() {
		return allow
	}
	return append([]string{at.host}, allow...)
}

// announce prints the one stdout line of a serving command.
func (p *program) announce(a announcement, text string) error {
	if p.json {
		return p.line(a)
	}
	if _, err := fmt.Fprintln(p.stdout, text); err != nil {
		return fmt.Errorf("write to stdout: %w", err)
	}
	return nil
}
