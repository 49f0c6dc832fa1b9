package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"

	"golang.org/x/oauth2"
)

// errSpent means that a refresh token may have been used without an answer.
var errSpent = errors.New("a renewal was interrupted, and its refresh token may work only once: sign in again")

var errSignedOut = errors.New("another of your programs signed out: sign in again")

// renewal is a renewal in progress. If isStored, renewNow holds the vault's lock for it.
type renewal struct {
	w        *Wallet
	key      string
	cred     Credential
	isStored bool
}

// reread replaces the grant with the stored one if another program has renewed it.
func (r *renewal) reread() error {
	k, err := r.w.loadStored(r.key)
	if err != nil {
		return fmt.Errorf("read the keyring: %w", err)
	}
	g := k.grant(r.cred.Scheme)
	if g == nil {
		return errSignedOut
	}
	if was := r.cred.Grant; g.Access != was.Access || g.Refresh != was.Refresh || g.Spent != was.Spent {
		r.cred.Grant = g
	}
	return nil
}

// save stores a grant if the credential is remembered.
func (r *renewal) save(g *Grant) error {
	r.cred.Grant = g
	if !r.isStored {
		return nil
	}
	k, err := r.w.loadStored(r.key)
	if err == nil {
		k.put(r.cred)
		err = r.w.store(r.key, k)
	}
	if err != nil {
		return fmt.Errorf("the renewed token could not be remembered: %w", err)
	}
	return nil
}

// run gets the next token and saves it. It marks a refresh token that may be valid only once as spent before
// sending it, and removes the mark only when the token is known to be unused. So the token is never sent
// twice, even if this program is killed in between; the sign-in is then lost.
func (r *renewal) run(ctx context.Context) error {
	g := r.cred.Grant
	if g.Refresh == "" {
		return r.requestToken(ctx)
	}
	if g.Spent {
		return errSpent
	}
	p, err := r.checkedProvider(ctx)
	if err != nil {
		return err
	}
	if !g.Reusable {
		spent := *g
		spent.Spent = true
		if err := r.save(&spent); err != nil {
			return err
		}
	}
	t, unanswered, err := r.w.refresh(ctx, r.key, p, g.Refresh)
	switch {
	case err == nil:
	case unanswered && !g.Reusable:
		return fmt.Errorf("%w (%w)", errSpent, err)
	default:
		return errors.Join(serverError(err), r.save(g))
	}
	next, err := grantOf(g.Flow, p, t)
	if err != nil {
		return err
	}
	next.Subject, next.Reusable = g.Subject, next.Refresh == g.Refresh
	if t.Extra("scope") == nil {
		next.Scopes = g.Scopes
	}
	return r.save(next)
}

// requestToken gets a token without a refresh token; only client credentials allow that.
func (r *renewal) requestToken(ctx context.Context) error {
	g := r.cred.Grant
	if g.Flow != ClientCredentials {
		return errors.New("the token has expired, and the server issued no refresh token: sign in again")
	}
	next, err := r.w.clientToken(ctx, r.key, g.Provider)
	if err != nil {
		return err
	}
	return r.save(next)
}

// checkedProvider returns the server that issued the grant, whatever the card says now. It first checks a
// provider that an older version stored unchecked.
func (r *renewal) checkedProvider(ctx context.Context) (Provider, error) {
	g := r.cred.Grant
	if err := checkServer(tokenEndpoint, g.Provider.Token, r.key); err != nil {
		return Provider{}, err
	}
	if g.Provider.Checked {
		return g.Provider, nil
	}
	l := Login{Flow: g.Flow, Provider: g.Provider}
	err := r.w.locateServer(ctx, r.key, &l)
	return l.Provider, err
}

// refresh sends a refresh token. The result unanswered means that the server may have used the token.
func (w *Wallet) refresh(ctx context.Context, key string, p Provider, token string) (t *oauth2.Token, unanswered bool, err error) {
	for _, style := range p.authStyles() {
		var sent atomic.Bool
		traced := httptrace.WithClientTrace(w.withClient(ctx, key), &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }})
		config := p.config("")
		config.Endpoint.AuthStyle = style
		t, err = config.TokenSource(traced, &oauth2.Token{RefreshToken: token}).Token()
		var answer *oauth2.RetrieveError
		answered := errors.As(err, &answer)
		if err == nil || !answered || !isUnknownClient(answer) {
			return t, err != nil && sent.Load() && !answered, err
		}
	}
	return t, false, err
}

// authStyles lists the ways in which a client can authenticate, in the order to try them. A server refuses an
// unsupported way before it looks at a token.
func (p Provider) authStyles() []oauth2.AuthStyle {
	if p.ClientSecret == "" {
		return []oauth2.AuthStyle{oauth2.AuthStyleInParams}
	}
	return []oauth2.AuthStyle{oauth2.AuthStyleInHeader, oauth2.AuthStyleInParams}
}

// isUnknownClient reports whether a server refused the client before it looked at the token.
func isUnknownClient(e *oauth2.RetrieveError) bool {
	return e.ErrorCode == "invalid_client" || e.ErrorCode == "invalid_request" || e.Response != nil && e.Response.StatusCode == http.StatusUnauthorized
}
