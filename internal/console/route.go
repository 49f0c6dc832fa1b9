package console

import (
	"context"
	"net/http"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// Caller is a client that remembers the cards it finds before a request uses them, so that the
// secrets they name are known.
type Caller struct {
	*inspector.Client
	cards *Cards
}

// NewCaller returns a client that adds the cards it finds to known.
func NewCaller(client *inspector.Client, known *Cards) Caller { return Caller{client, known} }

// Discover finds a card and remembers it.
func (c Caller) Discover(ctx context.Context, input string) (*inspector.Discovery, error) {
	d, err := c.Client.Discover(ctx, input)
	c.cards.learn(d)
	return d, err
}

// Choose picks an interface from the cards found. If they offer no match, it looks for the agent's
// other cards.
func (c Caller) Choose(ctx context.Context, d *inspector.Discovery, v a2a.Version, b a2a.Binding) (inspector.Target, error) {
	t, err := d.Choose(v, b)
	if err == nil {
		return t, nil
	}
	c.FindOtherCards(ctx, d)
	c.cards.learn(d)
	return d.Choose(v, b)
}

// Route carries a command's calls, recorded or not.
type Route struct {
	Transport http.RoundTripper // nil if nothing is recorded
	Cards     *Cards
	Wallet    *auth.Wallet
	Store     *recorder.Store // nil if nothing is recorded
	Close     func() error
}

// Options returns the options of a client that uses this route and the wallet's credentials.
func (w Route) Options(p Env) inspector.Options {
	return inspector.Options{Origin: wire.Terminal, Transport: w.Transport, Logger: p.Logger(), Authorizer: w.Wallet, TLS: w.Wallet.TLSConfig}
}

// AuthorizedTransport returns the transport with credentials, for callers that have their own
// client.
func (w Route) AuthorizedTransport() http.RoundTripper {
	t := w.Transport
	if t == nil {
		t = inspector.PlainTransport(w.Wallet.TLSConfig)
	}
	return inspector.NewAuthorizingTransport(t, w.Wallet)
}

// OpenRoute opens the record at db and a route through it. An empty db means not to record.
func OpenRoute(p Env, db, name string) (Route, error) {
	if db == "" {
		w := NewWallet(p, nil, nil)
		return Route{Cards: NewCards(), Wallet: w, Close: func() error { w.Close(); return nil }}, nil
	}
	path, err := RecordPath(db)
	if err != nil {
		return Route{}, err
	}
	b, err := OpenPlumbing(p, PlumbingOptions{DB: path, Name: name})
	if err != nil {
		return Route{}, err
	}
	return Route{Transport: b.Taps.RoundTripper(), Cards: b.cards, Wallet: b.Wallet, Store: b.Store, Close: b.Close}, nil
}
