package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Login describes a sign-in at an authorization server, as a person requests it.
type Login struct {
	Scheme         string
	Kind           Kind // OAuth2 or OpenID
	Flow           Flow
	Provider       Provider // with the addresses of the card or the person
	Metadata       string   // URL of the metadata with the missing addresses; "" if unknown
	OtherStartURLs []string // where the other flows of the card's scheme begin
	IsManual       bool     // a person named the issuer or all addresses, so the card's are not used
	Redirect       string   // AuthorizationCode: redirect URI, on this machine; "" means DefaultRedirect
	Remember       bool
}

// UseIssuer makes a login use the metadata of an issuer that a person named, and no address from the card.
func (l *Login) UseIssuer(issuer string) {
	l.Provider.Authorization, l.Provider.Token, l.Provider.DeviceStart = "", "", ""
	l.Metadata, l.OtherStartURLs, l.IsManual = MetadataURL(issuer), nil, true
}

// LoginFor returns a login for a flow of a scheme, with the card's addresses and scopes. The caller adds the
// client's registration.
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
				l.OtherStartURLs = append(l.OtherStartURLs, at)
			}
		}
	}
	return l
}

// PendingLogin is a sign-in that waits for the person, or one that has failed.
type PendingLogin struct {
	Scheme   string
	Flow     Flow
	URL      string // AuthorizationCode, DeviceCode: to open in a browser
	Redirect string // AuthorizationCode: the address to register with the server
	UserCode string // DeviceCode: to type at URL
	Expires  time.Time
	Failure  string // why it failed; "" while it is in progress
}

type activeLogin struct {
	PendingLogin
	cancel context.CancelFunc
	done   chan struct{}
}

// Begin starts a sign-in for an agent. It calls the authorization server, whose URL may come from the card:
// call Begin only when the person asked for it. With client credentials, the Wallet has the token when Begin
// returns. The other flows continue in the background, and the Account shows them until they are done.
func (w *Wallet) Begin(ctx context.Context, agent string, l Login) error {
	key := AgentAddress(agent)
	if key == "" {
		return fmt.Errorf("sign in to %q: it is not an http or https address", agent)
	}
	w.Cancel(agent, l.Scheme)
	err := w.beginFlow(ctx, key, &l)
	if err != nil {
		return fmt.Errorf("sign in by %s: %w", l.Scheme, err)
	}
	return nil
}

func (w *Wallet) beginFlow(ctx context.Context, key string, l *Login) error {
	if err := w.locateServer(ctx, key, l); err != nil {
		return err
	}
	if l.Kind == OpenID && l.Flow != ClientCredentials && !slices.Contains(l.Provider.Scopes, "openid") {
		l.Provider.Scopes = append([]string{"openid"}, l.Provider.Scopes...)
	}
	switch l.Flow {
	case ClientCredentials:
		g, err := w.clientToken(ctx, key, l.Provider)
		if err != nil {
			return err
		}
		return w.finishLogin(key, *l, g)
	case AuthorizationCode:
		return w.beginCode(key, *l)
	case DeviceCode:
		return w.beginDevice(ctx, key, *l)
	}
	return fmt.Errorf("the console cannot sign in by the flow %q", l.Flow)
}

func (w *Wallet) finishLogin(key string, l Login, g *Grant) error {
	return w.Put(key, Credential{Scheme: l.Scheme, Kind: l.Kind, Grant: g, Remember: l.Remember})
}

// startLogin registers a sign-in and runs work for it in the background.
func (w *Wallet) startLogin(key string, l Login, p PendingLogin, work func(context.Context) (*Grant, error)) {
	ctx, cancel := context.WithDeadline(w.ctx, p.Expires)
	one := &activeLogin{PendingLogin: p, cancel: cancel, done: make(chan struct{})}
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
			err = w.finishLogin(key, l, g)
		}
		if err != nil {
			w.noteFailure(key, one, ctx, err)
			return
		}
		// Drop the login only after the credential is stored, because Wait looks for the login.
		w.dropLogin(key, one)
	})
	w.opts.OnChange(key)
}

// noteFailure keeps a failed sign-in so that the person sees why, and removes a cancelled one.
func (w *Wallet) noteFailure(key string, one *activeLogin, ctx context.Context, err error) {
	if errors.Is(context.Cause(ctx), context.Canceled) && errors.Is(err, context.Canceled) {
		w.dropLogin(key, one)
		return
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("the sign-in at the authorization server timed out; start again")
	}
	w.mu.Lock()
	one.Failure, one.URL, one.UserCode = err.Error(), "", ""
	w.mu.Unlock()
	w.opts.OnChange(key)
}

func (w *Wallet) dropLogin(key string, one *activeLogin) {
	w.mu.Lock()
	a := w.load(key)
	a.logins = slices.DeleteFunc(a.logins, func(l *activeLogin) bool { return l == one })
	w.mu.Unlock()
	w.opts.OnChange(key)
}

// Cancel ends a scheme's sign-in in progress and waits until it has ended; "" means all sign-ins of the agent.
func (w *Wallet) Cancel(agent, scheme string) {
	key := AgentAddress(agent)
	for _, l := range w.loginsOf(key, scheme) {
		l.cancel()
		<-l.done
		w.dropLogin(key, l)
	}
}

func (w *Wallet) loginsOf(key, scheme string) (out []*activeLogin) {
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

// Wait waits for a scheme's sign-in to end. It returns an error that says why the sign-in failed.
func (w *Wallet) Wait(ctx context.Context, agent, scheme string) error {
	key := AgentAddress(agent)
	for _, l := range w.loginsOf(key, scheme) {
		select {
		case <-l.done:
		case <-ctx.Done():
			return fmt.Errorf("sign in by %s: %w", scheme, context.Cause(ctx))
		}
		w.mu.Lock()
		why := l.Failure
		w.mu.Unlock()
		if why != "" {
			return fmt.Errorf("sign in by %s: %s", scheme, why)
		}
	}
	return nil
}
