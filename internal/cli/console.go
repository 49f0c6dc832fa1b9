package cli

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"

	"github.com/a2a-console/a2a-console/internal/agent"
)

// maxReopened bounds the taps that are opened again from earlier launches.
const maxReopened = 16

// startAgent runs the reference agent on l. It must not push to the pages.
func (s *console) startAgent(l net.Listener) {
	s.reference = agent.New(agent.Options{
		URL: origin(l), AllowHosts: hostsFor(s.ref, s.cmd.AllowHost), Logger: s.p.log,
		PushRefuse: func(to netip.AddrPort) bool { return meetsAny(s.listeners, to) },
	})
	s.agentServer = newServer(s.p, s.reference)
	s.agentServer.serve(l)
}

// openTaps opens the reference agent's tap, those of the agents given, and
// those of agents known from before, so that clients find them where they were.
func (s *console) openTaps(ctx context.Context, refOrigin string) error {
	first := slices.Clone(s.origins)
	if refOrigin != "" && s.tapAt.given {
		first = append(first, refOrigin) // the port named is for the agent named
	} else if refOrigin != "" {
		first = slices.Insert(first, 0, refOrigin)
	}
	for i, o := range first {
		at := s.tapAt
		at.given = at.given && i == 0
		if _, err := openTap(ctx, s.plumbing, o, at); err != nil {
			return err
		}
	}
	known, err := s.store.Agents(ctx)
	if err != nil {
		return err
	}
	reopened := 0
	for _, a := range known {
		if a.Hidden || a.TapPort == 0 || slices.Contains(first, a.Origin) || reopened == maxReopened {
			continue
		}
		reopened++
		if _, err := s.taps.Open(ctx, a.Origin); err != nil {
			s.p.log.Warn("open the tap of a known agent", "agent", a.Origin, "error", err)
		}
	}
	return nil
}

// run says where everything is and waits for the end.
func (s *console) run(ctx context.Context) error {
	if err := s.p.announce(s.said, s.said.UI); err != nil {
		return err
	}
	if !s.p.json {
		s.explain()
	}
	if err := s.file.write(s.said); err != nil {
		s.p.note("warning: %v; tail and a second serve will not find this console", err)
	}
	go s.open(s.said.UI) // not waited for: it may last until the browser is closed
	var wait sync.WaitGroup
	wait.Go(func() { s.meet(ctx) })
	<-ctx.Done()
	wait.Wait()
	return nil
}

// explain tells people on stderr what was started.
func (s *console) explain() {
	rows := [][]string{}
	for _, t := range s.said.Taps {
		what := t.Agent
		if t.Agent == s.said.Agent {
			what += " (reference agent)"
		}
		rows = append(rows, []string{"  tap", t.URL, "→ " + what})
	}
	rows = append(rows, []string{"  webhook", s.said.Webhook}, []string{"  record", s.said.DB})
	table(s.p.stderr, rows)
	s.p.note("Ctrl-C stops it.")
}

// meet looks for the cards of the agents that taps were opened for, so that
// they have names, and their secrets and versions are known.
func (s *console) meet(ctx context.Context) {
	for _, t := range s.said.Taps {
		if ctx.Err() != nil {
			return
		}
		d, err := s.calls().Discover(ctx, t.Agent)
		if err != nil {
			if ctx.Err() == nil && slices.Contains(s.origins, t.Agent) {
				s.p.note("note: %s: %s", t.Agent, oneLine(err.Error()))
			}
			continue
		}
		s.pages.AgentDiscovered(ctx, t.Agent, d)
	}
}

// close stops everything: first the taps, so that what is under way ends on
// record as interrupted by the console and nobody's doing else, then callers
// before what they call, so that nobody waits for a connection that somebody else
// holds.
func (s *console) close() error {
	s.file.remove(s.said)
	var errs []error
	if s.plumbing != nil {
		errs = append(errs, s.plumbing.stop())
	}
	if s.pageServer != nil {
		errs = append(errs, s.pages.Close(), s.pageServer.shutdown())
	}
	errs = append(errs, s.webhooks.close())
	if s.plumbing != nil {
		errs = append(errs, s.mocks.close(), s.plumbing.close())
	}
	if s.agentServer != nil {
		s.reference.Close()
		errs = append(errs, s.agentServer.shutdown())
	}
	return errors.Join(errs...)
}
