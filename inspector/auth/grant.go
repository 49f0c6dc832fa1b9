package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// early is how long before its end a token is renewed: it shall still be good
// when the request arrives.
const early = 10 * time.Second

// rest is how long requests do not try to renew a token after that failed: each
// would wait for a server that does not answer.
const rest = 30 * time.Second

func (p Provider) config(redirect string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.ClientID, ClientSecret: p.ClientSecret, RedirectURL: redirect, Scopes: p.Scopes,
		Endpoint: oauth2.Endpoint{AuthURL: p.Authorization, TokenURL: p.Token, DeviceAuthURL: p.DeviceStart, AuthStyle: p.style()},
	}
}

// style says how the client names itself: one without a secret does so in the
// form (RFC 6749 §3.2.1); for others both ways are tried.
func (p Provider) style() oauth2.AuthStyle {
	if p.ClientSecret == "" {
		return oauth2.AuthStyleInParams
	}
	return oauth2.AuthStyleAutoDetect
}

// grantOf takes over a token that a server gave.
func grantOf(flow Flow, p Provider, t *oauth2.Token) (*Grant, error) {
	if typ := t.Type(); typ != "Bearer" {
		return nil, fmt.Errorf("the authorization server gave a token of type %s; the console sends Bearer tokens only", typ)
	}
	g := &Grant{Flow: flow, Provider: p, Access: t.AccessToken, Refresh: t.RefreshToken, Expiry: t.Expiry, Scopes: p.Scopes}
	if s, ok := t.Extra("scope").(string); ok && s != "" {
		g.Scopes = strings.Fields(s)
	}
	return g, nil
}

// byClient gets a token for the client itself (RFC 6749 §4.4).
func (w *Wallet) byClient(ctx context.Context, origin string, p Provider) (*Grant, error) {
	if err := checkServer("token endpoint", p.Token, origin); err != nil {
		return nil, err
	}
	if p.ClientID == "" {
		return nil, errors.New("client credentials need a client id and its secret")
	}
	c := clientcredentials.Config{ClientID: p.ClientID, ClientSecret: p.ClientSecret, TokenURL: p.Token, Scopes: p.Scopes, AuthStyle: p.style()}
	t, err := c.Token(w.with(ctx, origin))
	if err != nil {
		return nil, said(err)
	}
	return grantOf(Client, p, t)
}

// renewable reports whether a grant can be renewed without a person.
func (g *Grant) renewable() bool { return g.Refresh != "" || g.Flow == Client }

// renew gets the next token for a grant.
func (w *Wallet) renew(ctx context.Context, origin string, g *Grant) (*Grant, error) {
	if g.Refresh == "" {
		if g.Flow == Client {
			return w.byClient(ctx, origin, g.Provider)
		}
		return nil, errors.New("the token has run out, and the server gave none to renew it with: sign in again")
	}
	if err := checkServer("token endpoint", g.Provider.Token, origin); err != nil {
		return nil, err
	}
	t, err := g.Provider.config("").TokenSource(w.with(ctx, origin), &oauth2.Token{RefreshToken: g.Refresh}).Token()
	if err != nil {
		return nil, said(err)
	}
	next, err := grantOf(g.Flow, g.Provider, t)
	if err != nil {
		return nil, err
	}
	next.Subject = g.Subject
	if t.Extra("scope") == nil {
		next.Scopes = g.Scopes
	}
	return next, nil
}

// renewDue renews a token that has run out. One request renews, others of the
// same origin wait for it.
func (w *Wallet) renewDue(ctx context.Context, origin string, h *held) {
	due := func() *Grant {
		w.mu.Lock()
		defer w.mu.Unlock()
		g := h.cred.Grant
		now := w.opts.Now()
		if g == nil || g.Expiry.IsZero() || now.Add(early).Before(g.Expiry) || !g.renewable() || now.Before(h.failed.Add(rest)) {
			return nil
		}
		return g
	}
	if due() == nil {
		return
	}
	if w.renewHeld(ctx, origin, h, due) != nil {
		w.log.Debug("renew a token", "origin", origin, "scheme", h.cred.Scheme)
	}
}

// Renew gets a new token for a scheme now.
func (w *Wallet) Renew(ctx context.Context, url, scheme string) error {
	origin := Origin(url)
	w.mu.Lock()
	var h *held
	for _, o := range w.load(origin).held {
		if o.cred.Scheme == scheme && o.cred.Grant != nil {
			h = o
		}
	}
	w.mu.Unlock()
	if h == nil {
		return fmt.Errorf("there is no token of %s to renew", scheme)
	}
	return w.renewHeld(ctx, origin, h, func() *Grant {
		w.mu.Lock()
		defer w.mu.Unlock()
		return h.cred.Grant
	})
}

// renewHeld renews a credential unless due, asked once it is this one's turn,
// says that there is nothing to renew any more.
func (w *Wallet) renewHeld(ctx context.Context, origin string, h *held, due func() *Grant) error {
	select {
	case h.gate <- struct{}{}:
		defer func() { <-h.gate }()
	case <-ctx.Done():
		return ctx.Err()
	}
	g := due()
	if g == nil {
		return nil
	}
	next, err := w.renew(ctx, origin, g)
	if err != nil && ctx.Err() != nil {
		return err // the caller left; that says nothing of the token
	}
	w.mu.Lock()
	if h.problem = ""; err != nil {
		h.problem, h.failed = err.Error(), w.opts.Now()
	} else {
		h.cred.Grant, h.since = next, w.opts.Now()
		if h.cred.Remember {
			if serr := w.save(origin); serr != nil {
				h.problem = "The renewed token could not be remembered: " + serr.Error()
			}
		}
	}
	w.mu.Unlock()
	w.changed(origin)
	return err
}
