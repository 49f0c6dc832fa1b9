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
	Scheme   string
	Kind     Kind // OAuth2 or OpenID
	Flow     Flow
	Provider Provider // addresses as the card or the person gives them
	Metadata string   // where to ask for those that are missing; "" asks nobody
	Redirect string   // Code: where the browser comes back to, on this machine; "" means DefaultRedirect
	Remember bool
}

// Pending is a sign-in that waits for the person, or one that has just failed.
type Pending struct {
	Scheme   string
	Flow     Flow
	URL      string // Code, Device: to open in a browser
	Redirect string // Code: the address to register with the server
	UserCode string // Device: to type at URL
	Expires  time.Time
	Failed   string // why it came to nothing, ""
}

// login is a sign-in under way.
type login struct {
	Pending
	cancel context.CancelFunc
	done   chan struct{}
}

// Begin starts a sign-in for an agent. It asks the authorization server, which
// is somebody else's URL: call it only when the person said so. With client
// credentials the token is there when it returns; the other flows go on by
// themselves and show in the Account until they are done.
func (w *Wallet) Begin(ctx context.Context, agent string, l Login) error {
	origin := Origin(agent)
	if origin == "" {
		return fmt.Errorf("sign in to %q: it is no http or https address", agent)
	}
	w.Cancel(agent, l.Scheme)
	err := w.begin(ctx, origin, &l)
	if err != nil {
		return fmt.Errorf("sign in by %s: %w", l.Scheme, err)
	}
	return nil
}

func (w *Wallet) begin(ctx context.Context, origin string, l *Login) (err error) {
	if l.Metadata != "" {
		if l.Provider, err = w.Discover(ctx, origin, l.Metadata, l.Provider); err != nil {
			return err
		}
	}
	if l.Kind == OpenID && l.Flow != Client && !slices.Contains(l.Provider.Scopes, "openid") {
		l.Provider.Scopes = append([]string{"openid"}, l.Provider.Scopes...)
	}
	switch l.Flow {
	case Client:
		g, err := w.byClient(ctx, origin, l.Provider)
		if err != nil {
			return err
		}
		return w.finish(origin, *l, g)
	case Code:
		return w.beginCode(origin, *l)
	case Device:
		return w.beginDevice(ctx, origin, *l)
	}
	return fmt.Errorf("the console cannot sign in by the flow %q", l.Flow)
}

// finish keeps the grant that a sign-in brought.
func (w *Wallet) finish(origin string, l Login, g *Grant) error {
	return w.Put(origin, Credential{Scheme: l.Scheme, Kind: l.Kind, Grant: g, Remember: l.Remember})
}

// pend notes a sign-in under way and carries it on until work returns.
func (w *Wallet) pend(origin string, l Login, p Pending, work func(context.Context) (*Grant, error)) {
	ctx, cancel := context.WithDeadline(w.ctx, p.Expires)
	one := &login{Pending: p, cancel: cancel, done: make(chan struct{})}
	w.mu.Lock()
	a := w.load(origin)
	a.logins = append(a.logins, one)
	w.mu.Unlock()
	w.wait.Go(func() {
		defer close(one.done)
		defer cancel()
		g, err := work(ctx)
		if err == nil {
			err = ctx.Err() // who cancelled wants no credential any more
		}
		if err == nil {
			err = w.finish(origin, l, g)
		}
		if err != nil {
			w.failed(origin, one, ctx, err)
			return
		}
		// Not before the credential is there: Wait looks for this login.
		w.drop(origin, one)
	})
	w.changed(origin)
}

// failed leaves a sign-in that came to nothing where the person sees why;
// one that was cancelled goes.
func (w *Wallet) failed(origin string, one *login, ctx context.Context, err error) {
	if errors.Is(context.Cause(ctx), context.Canceled) && errors.Is(err, context.Canceled) {
		w.drop(origin, one)
		return
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("nobody came back from the authorization server in time; begin again")
	}
	w.mu.Lock()
	one.Failed, one.URL, one.UserCode = err.Error(), "", ""
	w.mu.Unlock()
	w.changed(origin)
}

func (w *Wallet) drop(origin string, one *login) {
	w.mu.Lock()
	a := w.load(origin)
	a.logins = slices.DeleteFunc(a.logins, func(l *login) bool { return l == one })
	w.mu.Unlock()
	w.changed(origin)
}

// Cancel ends the sign-in of a scheme that is under way, with "" all of an
// agent's, and waits for that.
func (w *Wallet) Cancel(agent, scheme string) {
	origin := Origin(agent)
	for _, l := range w.under(origin, scheme) {
		l.cancel()
		<-l.done
		w.drop(origin, l)
	}
}

func (w *Wallet) under(origin, scheme string) (out []*login) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if a := w.accounts[origin]; a != nil {
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
	origin := Origin(agent)
	for _, l := range w.under(origin, scheme) {
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
