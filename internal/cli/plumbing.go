package cli

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/recorder"
)

// plumbing is a record with the taps that write to it.
type plumbing struct {
	store  *recorder.Store
	taps   *proxy.Taps
	known  *knownCards
	wallet *auth.Wallet

	changed func() // told when credentials change; set before they can, or nil
}

// plumbingOptions are what the commands that record differ in.
type plumbingOptions struct {
	db           string // path of the record
	session      string // id of a session to continue, "" to start one
	name         string // of a session that is started
	keepSecrets  bool
	sync         bool // each commit to the platter
	noRewrite    bool
	host         string // that taps listen on, "" for 127.0.0.1
	tapPort      int    // where taps look for a port, as proxy.TapsOptions has it; 0 by default
	allowHosts   []string
	allowOrigins []string
	ours         []net.Listener // that no tap may connect to
	reference    string         // origin of the reference agent, ""
}

// plumb opens the record and makes the taps, none of them listening yet.
func plumb(p env, o plumbingOptions) (*plumbing, error) {
	known := newKnownCards()
	store, err := recorder.Open(recorder.Options{
		Path: o.db, Session: o.session, Name: o.name, Raw: o.keepSecrets, Sync: o.sync, Progress: p.progress(),
		Secrets: known.secrets, Label: known.label, Logger: p.logger(),
	})
	if err != nil {
		return nil, err
	}
	b := &plumbing{store: store, known: known}
	b.wallet = newWallet(p, func(origin string) { b.taps.ReloadTLS(origin) }, func(string) {
		if b.changed != nil {
			b.changed()
		}
	})
	known.names = b.wallet.Names
	options := proxy.TapsOptions{
		Host: o.host, First: o.tapPort,
		Tap: proxy.Options{
			Recorder: store, AllowHosts: o.allowHosts, AllowOrigins: o.allowOrigins, Logger: p.logger(),
			Forbidden: func(to netip.AddrPort) bool { return meetsAny(o.ours, to) }, TLS: b.wallet.TLSConfig,
		},
		Port: func(ctx context.Context, origin string) int {
			if o.tapPort < 0 || o.tapPort > 0 && origin == o.reference {
				return 0 // a port was named, and its tap follows from it
			}
			return b.port(ctx, origin)
		},
		Opened: func(ctx context.Context, origin string, port int) {
			if origin == o.reference && port != proxy.FirstPort {
				return // an agent that moves with each launch is not worth a port of its own
			}
			if err := b.keepPort(ctx, origin, port); err != nil {
				p.logger().Warn("remember the tap's port", "error", err)
			}
		},
	}
	options.Tap.Splice = &splicer{plumbing: b, log: p.logger(), asItIs: o.noRewrite}
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

// stop ends what passes through the taps, as interrupted. Calls of the console's
// own are under way there too: it comes before whatever makes them is closed,
// which would cancel them. Doing it twice does nothing.
func (b *plumbing) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return b.taps.Shutdown(ctx)
}

// close ends what passes through the taps, then closes the record.
func (b *plumbing) close() error {
	b.wallet.Close()
	return errors.Join(b.stop(), b.store.Close())
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
	wallet    *auth.Wallet
	store     *recorder.Store // nil when nothing is recorded
	close     func() error
}

// options are those of a client that goes this way, signed in.
func (w wayOut) options(p env) inspector.Options {
	return inspector.Options{Transport: w.transport, Logger: p.logger(), Signer: w.wallet, TLS: w.wallet.TLSConfig}
}

// signed is the way itself, for who makes a client of its own.
func (w wayOut) signed() http.RoundTripper {
	t := w.transport
	if t == nil {
		t = inspector.Plain(w.wallet.TLSConfig)
	}
	return inspector.Signed(t, w.wallet)
}

// wayOut opens the record at db, when one is wanted, and the way through it.
func openWay(p env, db, name string) (wayOut, error) {
	if db == "" {
		w := newWallet(p, nil, nil)
		return wayOut{known: newKnownCards(), wallet: w, close: func() error { w.Close(); return nil }}, nil
	}
	path, err := databasePath(db)
	if err != nil {
		return wayOut{}, err
	}
	b, err := plumb(p, plumbingOptions{db: path, name: name})
	if err != nil {
		return wayOut{}, err
	}
	return wayOut{transport: b.taps.RoundTripper(), known: b.known, wallet: b.wallet, store: b.store, close: b.close}, nil
}
