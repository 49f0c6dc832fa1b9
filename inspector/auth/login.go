package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Login is a sign-in at an authorization server, as a person asks for it.
type Login struct {
	Scheme      string
	Kind        Kind // OAuth2 or OpenID
	Flow        Flow
	Provider    Provider // addresses as the card or the person gives them
	Metadata    string   // where the issuer publishes what is missing; "" when not known
	OtherStarts []string // addresses at which other flows of the card's scheme begin
	Named       bool     // a person named the issuer, or all addresses: the card's are not there
	Redirect    string   // Code: where the browser comes back to, on this machine; "" means DefaultRedirect
	Remember    bool
}

// ByIssuer makes a login use the metadata of an issuer that a person named, and nothing
// that the card says.
func (l *Login) ByIssuer(issuer string) {
	l.Provider.Authorization, l.Provider.Token, l.Provider.DeviceStart = "", "", ""
	l.Metadata, l.OtherStarts, l.Named = MetadataURL(issuer), nil, true
}

// LoginFor is the sign-in by a scheme's flow with what the card says of it. The
// caller adds who the client is.
func LoginFor(s Scheme, flow Flow) Login {
	l := Login{Scheme: s.Name, Kind: s.Kind, Flow: flow, Metadata: s.Metadata}
	l.Provider.Scopes = slices.Clone(s.Scopes)
	for _, o := range s.Flows {
		if o.Flow == flow {
			l.Provider.Authorization, l.Provider.Token, l.Provider.DeviceStart = o.Authorization, o.Token, o.DeviceStart
			continue
		}
		for _, at := range []string{o.Authorization, o.DeviceStart} {
			if at != "" {
				l.OtherStarts = append(l.OtherStarts, at)
			}
		}
	}
	return l
}

// Pending is a sign-in that waits for the person, or one that has just failed.
type Pending struct {
	Scheme   string
	Flow     Flow
	URL      string // Code, Device: to open in a browser
	Redirect string // Code: the address to register with the server
	UserCode string // Device: to type at URL
	Expires  time.Time
	Failed   string // why it failed, "" while it has not
}

// login is a sign-in under way.
type login struct {
	Pending
	cancel context.CancelFunc
	done   chan struct{}
}

// Begin starts a sign-in for an agent. It calls the authorization server, whose URL
// comes from others: call it only when the person asked for it. With client
// credentials the token is there when it returns; the other flows go on by
// themselves and show in the Account until they are done.
func (w *Wallet) Begin(ctx context.Context, agent string, l Login) error {
	key := Agent(agent)
	if key == "" {
		return fmt.Errorf("sign in to %q: it is not an http or https address", agent)
	}
	w.Cancel(agent, l.Scheme)
	err := w.begin(ctx, key, &l)
	if err != nil {
		return fmt.Errorf("sign in by %s: %w", l.Scheme, err)
	}
	return nil
}

func (w *Wallet) begin(ctx context.Context, key string, l *Login) error {
	if err := w.locate(ctx, key, l); err != nil {
		return err
	}
	if l.Kind == OpenID && l.Flow != Client && !slices.Contains(l.Provider.Scopes, "openid") {
		l.Provider.Scopes = append([]string{"openid"}, l.Provider.Scopes...)
	}
	switch l.Flow {
	case Client:
		g, err := w.clientToken(ctx, key, l.Provider)
		if err != nil {
			return err
		}
		return w.finish(key, *l, g)
	case Code:
		return w.beginCode(key, *l)
	case Device:
		return w.beginDevice(ctx, key, *l)
	}
	return fmt.Errorf("the console cannot sign in by the flow %q", l.Flow)
}

// finish keeps the grant that a sign-in brought.
func (w *Wallet) finish(key string, l Login, g *Grant) error {
	return w.Put(key, Credential{Scheme: l.Scheme, Kind: l.Kind, Grant: g, Remember: l.Remember})
}

// startLogin notes a sign-in under way and carries it on until work returns.
func (w *Wallet) startLogin(key string, l Login, p Pending, work func(context.Context) (*Grant, error)) {
	ctx, cancel := context.WithDeadline(w.ctx, p.Expires)
	one := &login{Pending: p, cancel: cancel, done: make(chan struct{})}
	w.mu.Lock()
	a := w.load(key)
	a.logins = append(a.logins, one)
	w.mu.Unlock()
	w.wait.Go(func() {
		defer close(one.done)
		defer cancel()
		g, err := work(ctx)
		if err == nil {
			err = ctx.Err() // a cancelled sign-in leaves no credential
		}
		if err == nil {
			err = w.finish(key, l, g)
		}
		if err != nil {
			w.failed(key, one, ctx, err)
			return
		}
		// Not before the credential is there: Wait looks for this login.
		w.drop(key, one)
	})
	w.opts.Changed(key)
}

// failed keeps a failed sign-in so that the person sees why, and removes one that was
// cancelled.
func (w *Wallet) failed(key string, one *login, ctx context.Context, err error) {
	if errors.Is(context.Cause(ctx), context.Canceled) && errors.Is(err, context.Canceled) {
		w.drop(key, one)
		return
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("the sign-in at the authorization server timed out; start again")
	}
	w.mu.Lock()
	one.Failed, one.URL, one.UserCode = err.Error(), "", ""
	w.mu.Unlock()
	w.opts.Changed(key)
}

func (w *Wallet) drop(key string, one *login) {
	w.mu.Lock()
	a := w.load(key)
	a.logins = slices.DeleteFunc(a.logins, func(l *login) bool { return l == one })
	w.mu.Unlock()
	w.opts.Changed(key)
}

// Cancel ends the sign-in of a scheme that is under way, with "" all of an
// agent's, and waits for that.
func (w *Wallet) Cancel(agent, scheme string) {
	key := Agent(agent)
	for _, l := range w.loginsOf(key, scheme) {
		l.cancel()
		<-l.done
		w.drop(key, l)
	}
}

func (w *Wallet) loginsOf(key, scheme string) (out []*login) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if a := w.accounts[key]; a != nil {
		for _, l := range a.logins {
			if scheme == "" || l.Scheme == scheme {
				out = append(out, l)
			}
		}
	}
	return out
}

// Wait waits until the sign-in of a scheme has come to its end. The error says
// why it failed.
func (w *Wallet) Wait(ctx context.Context, agent, scheme string) error {
	key := Agent(agent)
	for _, l := range w.loginsOf(key, scheme) {
		select {
		case <-l.done:
		case <-ctx.Done():
			return fmt.Errorf("sign in by %s: %w", scheme, context.Cause(ctx))
		}
		w.mu.Lock()
		why := l.Failed
		w.mu.Unlock()
		if why != "" {
			return fmt.Errorf("sign in by %s: %s", scheme, why)
		}
	}
	return nil
}
