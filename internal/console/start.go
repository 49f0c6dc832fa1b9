package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui"
	"github.com/a2a-console/a2a-console/ui/host"
)

// Start opens the record and the listeners first, so that clients can connect before the rest is
// ready.
func (s *Console) Start(ctx context.Context) error {
	s.private = s.privateHost()
	var err error
	if s.listeners, err = s.openPages(ctx); err != nil {
		return err
	}
	var al net.Listener
	refOrigin := ""
	if !s.o.NoReference {
		if al, err = s.o.Reference.OpenAndWarn(ctx, s.p, "the reference agent"); err != nil {
			return errors.Join(err, closeAll(s.listeners...))
		}
		refOrigin = Origin(al)
	}
	if s.webhooks, err = s.o.Webhooks.Listen(ctx, s.p); err != nil {
		return errors.Join(err, closeAll(append(s.listeners, al)...))
	}
	s.Plumbing, err = OpenPlumbing(s.p, PlumbingOptions{
		DB: s.o.Record, Session: s.o.Session, KeepSecrets: s.o.KeepSecrets, Sync: s.o.Sync, NoRewrite: s.o.NoRewrite,
		Host: s.o.Taps.Host, TapPort: s.o.Taps.First(), AllowHosts: HostsFor(s.o.Taps, s.o.AllowHosts), AllowOrigins: s.o.AllowOrigins,
		Listeners: append(slices.Clone(s.listeners), s.webhooks.listener), Reference: refOrigin, Rules: s.o.Rules,
	})
	if err != nil {
		return errors.Join(err, closeAll(append(s.listeners, al)...))
	}
	s.webhooks.Serve(s.p, s.Store, s.Rules.Intervener(), s.o.AllowHosts, s.hookWaiter.Receive)
	if al != nil {
		s.startAgent(al)
	}
	if err := s.startPages(refOrigin); err != nil {
		return errors.Join(err, closeAll(s.listeners...))
	}
	if err := s.openTaps(ctx, refOrigin); err != nil {
		return err
	}
	s.o.Taps.Warn(s.p, "the taps")
	s.Announcement = s.announcement(refOrigin)
	s.Announcement.Models, err = s.OpenModels(ctx, s.p, ModelPort, s.o.Models)
	return err
}

// maxReopened bounds the taps of earlier launches that are opened again.
const maxReopened = 16

// startAgent serves the reference agent on l. It must not push to the pages.
func (s *Console) startAgent(l net.Listener) {
	s.reference = agent.New(agent.Options{
		URL: Origin(l), AllowHosts: HostsFor(s.o.Reference, s.o.AllowHosts), Logger: s.p.Logger(),
		PushRefuse: func(to netip.AddrPort) bool { return meetsAny(s.listeners, to) },
	})
	s.agentServer = NewServer(s.p, s.reference)
	s.agentServer.Serve(l)
}

// openTaps opens the taps of the reference agent, of the agents given, and of agents known from before,
// so that clients find them at the same ports.
func (s *Console) openTaps(ctx context.Context, refOrigin string) error {
	first := slices.Clone(s.o.Agents)
	if refOrigin != "" && s.o.Taps.isPortFixed {
		first = append(first, refOrigin) // the port given is for the agent given
	} else if refOrigin != "" {
		first = slices.Insert(first, 0, refOrigin)
	}
	for i, o := range first {
		at := s.o.Taps
		at.isPortFixed = at.isPortFixed && i == 0
		if _, err := OpenTap(ctx, s.Plumbing, o, at); err != nil {
			return err
		}
	}
	known, err := s.Store.Agents(ctx)
	if err != nil {
		return err
	}
	reopened := 0
	for _, a := range known {
		if a.Hidden || a.TapPort == 0 || slices.ContainsFunc(first, func(f string) bool { return wire.OriginOf(f) == a.Origin }) || reopened == maxReopened {
			continue
		}
		reopened++
		if _, err := OpenTap(ctx, s.Plumbing, a.Origin+inspector.CardBase(a.CardURL), Address{}); err != nil {
			s.p.Logger().Warn("open the tap of a known agent", "agent", a.Origin, "error", err)
		}
	}
	return nil
}

func closeAll(listeners ...net.Listener) error {
	var errs []error
	for _, l := range listeners {
		if l != nil {
			errs = append(errs, l.Close())
		}
	}
	return errors.Join(errs...)
}

// settings returns the flags, with the effective values of those that have no fixed default.
func (s *Console) settings(refOrigin string) []host.Setting {
	effective := map[string]string{"db": s.o.Record, "listen": s.listeners[0].Addr().String(), "agent-listen": strings.TrimPrefix(refOrigin, "http://"), "webhook-listen": s.webhooks.listener.Addr().String()}
	out := slices.Clone(s.o.Settings)
	for i, x := range out {
		out[i].Value = cmp.Or(effective[x.Flag], x.Value)
	}
	return out
}

func (s *Console) startPages(refOrigin string) (err error) {
	s.pages, err = ui.New(ui.Options{
		Library: s.Store, Desk: pageRecord{s.Store, s.Rules}, Directory: s.Store,
		Taps:   pageTaps{s.Plumbing, refOrigin},
		Caller: s.newCaller(),
		Rules:  s.Rules, HoldQueue: s.HoldQueue,
		Keeper: s.Store, Requests: s.Store, Secrets: pageSecrets{RequestSecrets(), s.cards, s.Store},
		Files: pageFiles{s.Store, s.cards}, Examiner: pageExaminer{s.p, s.Plumbing, s.webhooks, &s.hookWaiter},
		Player: pagePlayer{s.p, s.Plumbing, &s.mocks, s.webhooks}, Webhooks: pageWebhooks{s.webhooks}, Wallet: s.Wallet, Doctor: pageDoctor{s.newCaller(), s.Wallet},
		Listen: s.listeners[0].Addr().String(), PrivateHost: s.private, AllowHosts: s.o.AllowHosts, BrowserKeys: s.browserKeys(), Reference: refOrigin, TapListen: s.o.Taps.Host,
		Version: Version(), Settings: s.settings(refOrigin), Logger: s.p.Logger(),
	})
	if err != nil {
		return fmt.Errorf("set up the pages: %w", err)
	}
	s.changed = s.pages.NotifyPages
	s.pageServer = NewServer(s.p, s.pages)
	for _, l := range s.listeners {
		s.pageServer.Serve(l)
	}
	return nil
}
