package cli

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/wire"
)

// plumbing is a record with the taps that write to it.
type plumbing struct {
	store *recorder.Store
	taps  *proxy.Taps
	known *knownCards
}

// plumbingOptions are what the commands that record differ in.
type plumbingOptions struct {
	db           string // path of the record
	session      string // id of a session to continue, "" to start one
	name         string // of a session that is started
	keepSecrets  bool
	noRewrite    bool
	host         string // that taps listen on, "" for 127.0.0.1
	allowHosts   []string
	allowOrigins []string
	ours         []net.Listener // that no tap may connect to
	reference    string         // origin of the reference agent, ""
}

// plumb opens the record and makes the taps, none of them listening yet.
func (p *program) plumb(o plumbingOptions) (*plumbing, error) {
	known := newKnownCards()
	store, err := recorder.Open(recorder.Options{
		Path: o.db, Session: o.session, Name: o.name, Raw: o.keepSecrets,
		Secrets: known.secrets, Label: known.label, Logger: p.log,
	})
	if err != nil {
		return nil, err
	}
	b := &plumbing{store: store, known: known}
	options := proxy.TapsOptions{
		Host: o.host,
		Tap: proxy.Options{
			Recorder: store, AllowHosts: o.allowHosts, AllowOrigins: o.allowOrigins, Logger: p.log,
			Forbidden: func(to netip.AddrPort) bool { return meetsAny(o.ours, to) },
		},
		Port: b.port,
		Opened: func(ctx context.Context, origin string, port int) {
			if origin == o.reference && port != proxy.FirstPort {
				return // an agent that moves with each launch is not worth a port of its own
			}
			if err := b.keepPort(ctx, origin, port); err != nil {
				p.log.Warn("remember the tap's port", "error", err)
			}
		},
	}
	if !o.noRewrite {
		options.Tap.Splice = &splicer{plumbing: b, log: p.log}
	}
	b.taps = proxy.NewTaps(options)
	return b, nil
}

func meetsAny(ours []net.Listener, to netip.AddrPort) bool {
	for _, l := range ours {
		if proxy.Meets(l.Addr(), to) {
			return true
		}
	}
	return false
}

// port is the port that an agent's tap had before, 0 for none.
func (b *plumbing) port(ctx context.Context, origin string) int {
	a, _ := b.agent(ctx, origin)
	return a.TapPort
}

func (b *plumbing) agent(ctx context.Context, origin string) (wire.Agent, error) {
	list, err := b.store.Agents(ctx)
	if err != nil {
		return wire.Agent{}, err
	}
	for _, a := range list {
		if a.Origin == origin {
			return a, nil
		}
	}
	return wire.Agent{Origin: origin, Added: time.Now().UTC()}, nil
}

func (b *plumbing) keepPort(ctx context.Context, origin string, port int) error {
	a, err := b.agent(ctx, origin)
	if err != nil {
		return err
	}
	a.TapPort, a.Hidden = port, false
	return b.store.SaveAgent(ctx, a)
}

// close ends what passes through the taps, then closes the record.
func (b *plumbing) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return errors.Join(b.taps.Shutdown(ctx), b.store.Close())
}

// caller is the inspector of a serving console: it remembers the cards it finds
// before anything is sent by them, so that the secrets they name are known.
type caller struct {
	*inspector.Client
	known *knownCards
}

// Discover finds a card and remembers it.
func (c caller) Discover(ctx context.Context, input string) (*inspector.Discovery, error) {
	d, err := c.Client.Discover(ctx, input)
	c.known.learn(d)
	return d, err
}

// wayOut is how a command's calls leave: recorded, or not.
type wayOut struct {
	transport http.RoundTripper // nil when nothing is recorded
	known     *knownCards
	close     func() error
}

// wayOut opens the record at db, when one is wanted, and the way through it.
func (p *program) wayOut(db, name string) (wayOut, error) {
	if db == "" {
		return wayOut{known: newKnownCards(), close: func() error { return nil }}, nil
	}
	path, err := databasePath(db)
	if err != nil {
		return wayOut{}, err
	}
	b, err := p.plumb(plumbingOptions{db: path, name: name})
	if err != nil {
		return wayOut{}, err
	}
	return wayOut{transport: b.taps.RoundTripper(), known: b.known, close: b.close}, nil
}
