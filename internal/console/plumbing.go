package console

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/netip"
	"time"

	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/proxy/hold"
	"github.com/a2a-console/a2a-console/recorder"
)

// Plumbing is a record with the taps that write to it.
type Plumbing struct {
	Store       *recorder.Store
	record      wire.Recorder // what the taps write to: Store, or one session of it
	sideSession string        // id of the session that record writes to, "" for the current one
	opts        PlumbingOptions
	Taps        *proxy.Taps
	models      *proxy.Taps // nil until OpenModels
	paths       agentPaths
	cardOrigins cardOrigins
	cards       *Cards
	Wallet      *auth.Wallet
	Rules       *Rules
	HoldQueue   *hold.Queue // what the rules hold

	changed func() // called when credentials change; nil, or set before they can change
}

// PlumbingOptions configure Plumbing.
type PlumbingOptions struct {
	DB           string // path of the record
	Session      string // id of a session to continue, "" to start one
	Name         string // name of the session, if one is started
	KeepSecrets  bool
	Sync         bool // flush each commit to the disk
	NoRewrite    bool
	Host         string // host that taps listen on, "" for 127.0.0.1
	TapPort      int    // where taps look for a port, as in proxy.TapsOptions
	AllowHosts   []string
	AllowOrigins []string
	Listeners    []net.Listener // listeners that taps must not connect to
	Reference    string         // origin of the reference agent, "" if it does not run
	Rules        []wire.Rule    // in force from the start; only their texts and presets are read
	ReadWait     time.Duration  // as in recorder.Options
}

// OpenPlumbing opens the record and creates the taps. None of them listens yet.
func OpenPlumbing(p Env, o PlumbingOptions) (*Plumbing, error) {
	known := NewCards()
	store, err := recorder.Open(recorder.Options{
		Path: o.DB, Session: o.Session, Name: o.Name, Raw: o.KeepSecrets, Sync: o.Sync, ReadWait: o.ReadWait, Progress: p.Progress(),
		Secrets: known.Secrets, Label: known.Label, LateJudge: known, Logger: p.Logger(),
		ResolveSession: func(ctx context.Context, s *recorder.Store, name string) (string, error) {
			x, err := FindSession(ctx, s, name)
			return x.ID, err
		},
	})
	if err != nil {
		return nil, err
	}
	b := &Plumbing{Store: store, record: store, opts: o, cards: known, HoldQueue: hold.New()}
	b.Rules = newRules(store, store.Current().ID, known, b.HoldQueue, p.Logger())
	if o.Session != "" {
		b.Rules.retireSessionRules(p)
	}
	b.Wallet = NewWallet(p, func(origin string) { b.Taps.ReloadTLS(origin) }, func(string) {
		if b.changed != nil {
			b.changed()
		}
	})
	known.names = b.Wallet.CredentialNames
	b.Taps = proxy.NewTaps(b.tapsOptions(p, o))
	b.Rules.attachTaps(b.Taps)
	if _, err := b.Rules.Add(context.Background(), o.Rules); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// tapsOptions returns options for taps that write to b.record and reuse their earlier ports.
func (b *Plumbing) tapsOptions(p Env, o PlumbingOptions) proxy.TapsOptions {
	return proxy.TapsOptions{
		Host: o.Host, FirstPort: o.TapPort,
		Tap: proxy.Options{
			Recorder: b.record, AllowHosts: o.AllowHosts, AllowOrigins: o.AllowOrigins, Logger: p.Logger(),
			Forbidden: func(to netip.AddrPort) bool { return meetsAny(o.Listeners, to) }, TLS: b.Wallet.TLSConfig,
			Splice:    &splicer{Plumbing: b, p: p, noRewrite: o.NoRewrite},
			Intervene: b.Rules.set,
		},
		Port: func(ctx context.Context, origin string) int {
			if o.TapPort < 0 || o.TapPort > 0 && origin == o.Reference {
				return 0 // ports are arbitrary, or count up from the one given
			}
			return b.port(ctx, origin)
		},
		OnOpen: func(ctx context.Context, origin string, port int) {
			if origin == o.Reference && port != proxy.FirstPort || b.cardOrigins.has(origin) {
				return // an origin that changes with each launch, or is not an agent, needs no fixed port
			}
			if err := b.keepPort(ctx, origin, port); err != nil {
				p.Logger().Warn("remember the tap's port", "error", err)
			}
		},
	}
}

func meetsAny(ours []net.Listener, to netip.AddrPort) bool {
	for _, l := range ours {
		if proxy.ReachesListener(l.Addr(), to) {
			return true
		}
	}
	return false
}

// port returns the port of an agent's tap in earlier launches, 0 if it had none.
func (b *Plumbing) port(ctx context.Context, origin string) int {
	a, _ := b.agent(ctx, origin)
	return a.TapPort
}

func (b *Plumbing) agent(ctx context.Context, origin string) (wire.Agent, error) {
	list, err := b.Store.Agents(ctx)
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

func (b *Plumbing) keepPort(ctx context.Context, origin string, port int) error {
	a, err := b.agent(ctx, origin)
	if err != nil {
		return err
	}
	a.TapPort, a.Hidden = port, false
	return b.Store.SaveAgent(ctx, a)
}

// Session returns the id of the session being recorded.
func (b *Plumbing) Session() string {
	if b.sideSession != "" {
		return b.sideSession
	}
	return b.Store.Current().ID
}

// openIsolated returns plumbing for a session beside the current one. It shares the record and the
// credentials, but has its own taps and rules, so that neither disturbs the traffic of the other.
func (b *Plumbing) openIsolated(ctx context.Context, p Env, name string) (*Plumbing, error) {
	x, err := b.Store.BeginSideSession(ctx, name)
	if err != nil {
		return nil, err
	}
	own := &Plumbing{Store: b.Store, record: sessionRecorder{b.Store, x.ID}, sideSession: x.ID, opts: b.opts, cards: b.cards, Wallet: b.Wallet, HoldQueue: hold.New()}
	own.Rules = newRules(b.Store, x.ID, b.cards, own.HoldQueue, p.Logger())
	o := own.tapsOptions(p, b.opts)
	o.FirstPort, o.Port, o.OnOpen = -1, nil, nil // these taps need not find their ports again
	own.Taps = proxy.NewTaps(o)
	own.Rules.attachTaps(own.Taps)
	return own, nil
}

// sessionRecorder records exchanges that do not name a session into a given one.
type sessionRecorder struct {
	wire.Recorder
	session string
}

func (r sessionRecorder) Begin(x wire.Exchange) wire.Tape {
	x.Session = cmp.Or(x.Session, r.session)
	return r.Recorder.Begin(x)
}

// stop closes the taps and records open exchanges as interrupted. The console's own calls pass
// there too, so call stop before closing what makes them, which would cancel them. stop also saves
// origins that answered as agents, whose taps the next start opens, in case no page has shown them
// since. A second call does nothing.
func (b *Plumbing) stop() error {
	if b.sideSession == "" {
		b.listAnswered(context.Background())
	}
	return errors.Join(shutTaps(b.models), shutTaps(b.Taps))
}

func shutTaps(taps *proxy.Taps) error {
	if taps == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return taps.Shutdown(ctx)
}

// Close closes the taps, then the record or, if isolated, only its own session.
func (b *Plumbing) Close() error {
	if b.sideSession != "" {
		err := b.stop()
		b.Rules.Close()
		return errors.Join(err, b.Store.EndSideSession(context.Background(), b.sideSession))
	}
	b.Wallet.Close()
	err := b.stop()
	b.Rules.Close()
	return errors.Join(err, b.Store.Close())
}
