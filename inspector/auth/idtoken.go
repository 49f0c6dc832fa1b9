package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-jose/go-jose/v4"
	"golang.org/x/oauth2"
)

// granted takes over a token, and with OpenID Connect who signed in.
func (w *Wallet) granted(ctx context.Context, origin string, l Login, t *oauth2.Token, nonce string) (*Grant, error) {
	g, err := grantOf(l.Flow, l.Provider, t)
	if err != nil || l.Kind != OpenID {
		return g, err
	}
	raw, _ := t.Extra("id_token").(string)
	if raw == "" {
		if nonce == "" {
			return g, nil // a device flow need not bring one
		}
		return nil, errors.New("the authorization server gave no id_token, which OpenID Connect requires")
	}
	keys, err := w.fetch(ctx, origin, "server's keys", l.Provider.Keys)
	if err != nil {
		return nil, err
	}
	c, err := identify(raw, keys, l.Provider, nonce, w.opts.Now())
	if err != nil {
		return nil, fmt.Errorf("the id_token does not hold: %w", err)
	}
	g.Subject = c.name()
	return g, nil
}

// claims are the members of an id_token that count here (OpenID Connect Core
// 1.0 §2).
type claims struct {
	Issuer   string   `json:"iss"`
	Subject  string   `json:"sub"`
	Audience audience `json:"aud"`
	Expiry   float64  `json:"exp"`
	Nonce    string   `json:"nonce"`
	Email    string   `json:"email"`
	User     string   `json:"preferred_username"`
}

func (c claims) name() string {
	for _, n := range []string{c.Email, c.User, c.Subject} {
		if n != "" {
			return short(n)
		}
	}
	return ""
}

// audience is a string or a list of them.
type audience []string

// UnmarshalJSON reads either form.
func (a *audience) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*a = audience{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(a))
}

// leeway is how far clocks may differ.
const leeway = 2 * time.Minute

// identify verifies an id_token (OpenID Connect Core 1.0 §3.1.3.7). Keys are the
// server's public ones, so no algorithm with a shared secret is taken.
func identify(raw string, keys []byte, p Provider, nonce string, now time.Time) (c claims, err error) {
	var set jose.JSONWebKeySet
	if err := json.Unmarshal(keys, &set); err != nil {
		return c, fmt.Errorf("read the server's keys: %w", err)
	}
	jws, err := jose.ParseSignedCompact(raw, algorithms())
	if err != nil {
		return c, fmt.Errorf("read it: %w", err)
	}
	payload, err := jws.Verify(&set)
	if err != nil {
		return c, errors.New("it is not signed by any of the server's keys")
	}
	if err := json.Unmarshal(payload, &c); err != nil {
		return c, fmt.Errorf("read its claims: %w", err)
	}
	switch {
	case c.Issuer != p.Issuer:
		return c, fmt.Errorf("it is issued by %q, not by %s", c.Issuer, p.Issuer)
	case !slices.Contains(c.Audience, p.ClientID):
		return c, errors.New("it is for another client")
	case !now.Before(time.Unix(int64(c.Expiry), 0).Add(leeway)):
		return c, errors.New("it has run out")
	case nonce != "" && c.Nonce != nonce:
		return c, errors.New("it answers another sign-in: its nonce differs")
	}
	return c, nil
}

// algorithms are the signature algorithms that are taken: those with a public
// key. Neither none nor one with a shared secret is, since a public key would
// then be the secret.
func algorithms() []jose.SignatureAlgorithm {
	return []jose.SignatureAlgorithm{
		jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
		jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512,
	}
}
