package auth

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-jose/go-jose/v4/jwt"
	"golang.org/x/oauth2"

	"github.com/a2a-console/a2a-console/inspector/jws"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// newGrant makes a Grant from a token. With OpenID Connect, it also verifies the id_token, which says who
// signed in.
func (w *Wallet) newGrant(ctx context.Context, agent string, l Login, t *oauth2.Token, nonce string) (*Grant, error) {
	g, err := grantOf(l.Flow, l.Provider, t)
	if err != nil || l.Kind != OpenID {
		return g, err
	}
	raw, _ := t.Extra("id_token").(string)
	if raw == "" {
		if nonce == "" {
			return g, nil // a device flow may return no id_token
		}
		return nil, errors.New("the authorization server gave no id_token, which OpenID Connect requires")
	}
	text, err := w.fetch(ctx, agent, "server's keys", l.Provider.Keys)
	if err != nil {
		return nil, err
	}
	keys, err := jws.ParseKeys(text)
	if err != nil {
		return nil, fmt.Errorf("the server's keys at %s cannot be used: %w", l.Provider.Keys, err)
	}
	c, err := verifyIDToken(raw, keys, l.Provider, nonce, w.opts.Now())
	if err != nil {
		return nil, fmt.Errorf("the id_token is not valid: %w", err)
	}
	g.Subject = c.name()
	return g, nil
}

// claims are the claims of an id_token that are checked or shown (OpenID Connect Core 1.0 §2).
type claims struct {
	jwt.Claims
	Party *string `json:"azp"`
	Nonce string  `json:"nonce"`
	Email string  `json:"email"`
	User  string  `json:"preferred_username"`
}

func (c claims) name() string { return clip.Bytes(cmp.Or(c.Email, c.User, c.Subject), maxLine) }

// leeway is the tolerated clock skew.
const leeway = 2 * time.Minute

// verifyIDToken verifies an id_token (OpenID Connect Core 1.0 §3.1.3.7).
func verifyIDToken(raw string, keys jws.Keys, p Provider, nonce string, now time.Time) (c claims, err error) {
	token, err := jws.Parse(raw)
	if err != nil {
		return c, fmt.Errorf("read it: %w", err)
	}
	payload, err := token.Verify(keys)
	if err != nil {
		return c, fmt.Errorf("it is not signed by any of the server's keys: %w", err)
	}
	if err := json.Unmarshal(payload, &c); err != nil {
		return c, fmt.Errorf("read its claims: %w", err)
	}
	if err := c.checkParties(p, nonce); err != nil {
		return c, err
	}
	return c, c.checkTimes(now)
}

func (c claims) checkParties(p Provider, nonce string) error {
	switch {
	case p.Issuer == "" || c.Issuer != p.Issuer:
		return fmt.Errorf("it is issued by %q, not by %q", clip.Bytes(c.Issuer, maxLine), p.Issuer)
	case c.Subject == "":
		return errors.New("it has no subject (sub)")
	case !slices.Contains(c.Audience, p.ClientID):
		return errors.New("it is for another client (aud)")
	case c.Party != nil && *c.Party != p.ClientID:
		return errors.New("it was issued to another client (azp)")
	case c.Party == nil && len(c.Audience) > 1:
		return errors.New("it has several audiences and does not name the client that it was issued to (azp)")
	case nonce != "" && c.Nonce != nonce:
		return errors.New("it answers another sign-in: its nonce differs")
	}
	return nil
}

func (c claims) checkTimes(now time.Time) error {
	const most = 100_000_000_000 // in the year 5138
	for _, d := range []*jwt.NumericDate{c.Expiry, c.IssuedAt, c.NotBefore} {
		if d != nil && (*d < 1 || *d > most) {
			return fmt.Errorf("%d is not a time in seconds since 1970", *d)
		}
	}
	switch {
	case c.Expiry == nil:
		return errors.New("it has no expiry time (exp)")
	case !now.Before(c.Expiry.Time().Add(leeway)):
		return errors.New("it has expired")
	case c.IssuedAt == nil:
		return errors.New("it has no issue time (iat)")
	case c.IssuedAt.Time().After(now.Add(leeway)):
		return errors.New("it was issued in the future (iat): check this machine's clock")
	case c.NotBefore.Time().After(now.Add(leeway)):
		return errors.New("it is not valid yet (nbf): check this machine's clock")
	}
	return nil
}
