package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

func (p Provider) config(redirect string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.ClientID, ClientSecret: p.ClientSecret, RedirectURL: redirect, Scopes: p.Scopes,
		Endpoint: oauth2.Endpoint{AuthURL: p.Authorization, TokenURL: p.Token, DeviceAuthURL: p.DeviceStart, AuthStyle: p.authStyle()},
	}
}

// authStyle returns how the client authenticates: a client without a secret in the form (RFC 6749 §3.2.1), any
// other by trying both ways.
func (p Provider) authStyle() oauth2.AuthStyle {
	if styles := p.authStyles(); len(styles) == 1 {
		return styles[0]
	}
	return oauth2.AuthStyleAutoDetect
}

// grantOf makes a Grant of a server's token, which must be a Bearer token.
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

// clientToken gets a token with client credentials (RFC 6749 §4.4).
func (w *Wallet) clientToken(ctx context.Context, key string, p Provider) (*Grant, error) {
	if err := checkServer(tokenEndpoint, p.Token, key); err != nil {
		return nil, err
	}
	if p.ClientID == "" {
		return nil, errors.New("client credentials need a client id and its secret")
	}
	c := clientcredentials.Config{ClientID: p.ClientID, ClientSecret: p.ClientSecret, TokenURL: p.Token, Scopes: p.Scopes, AuthStyle: p.authStyle()}
	t, err := c.Token(w.withClient(ctx, key))
	if err != nil {
		return nil, serverError(err)
	}
	return grantOf(ClientCredentials, p, t)
}
