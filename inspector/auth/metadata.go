package auth

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
)

// metadata is what an authorization server says of itself (OpenID Connect
// Discovery 1.0 §3, RFC 8414 §2).
type metadata struct {
	Issuer        string   `json:"issuer"`
	Authorization string   `json:"authorization_endpoint"`
	Token         string   `json:"token_endpoint"`
	DeviceStart   string   `json:"device_authorization_endpoint"`
	Keys          string   `json:"jwks_uri"`
	Scopes        []string `json:"scopes_supported"`
	NamesItself   bool     `json:"authorization_response_iss_parameter_supported"`
}

// Discover asks an authorization server for its addresses. It is somebody
// else's URL: call it only when the person said so. What the provider holds
// already stays. agent is the agent's URL.
func (w *Wallet) Discover(ctx context.Context, agent, address string, p Provider) (Provider, error) {
	origin := Origin(agent)
	body, err := w.fetch(ctx, origin, "server's metadata", address)
	if err != nil {
		return p, err
	}
	var m metadata
	if err := json.Unmarshal(body, &m); err != nil {
		return p, fmt.Errorf("read the metadata at %s: %w", address, err)
	}
	if err := sameIssuer(m.Issuer, address); err != nil {
		return p, err
	}
	p.Issuer, p.Keys, p.NamesItself = m.Issuer, m.Keys, m.NamesItself
	take := func(to *string, from string) {
		if *to == "" {
			*to = from
		}
	}
	take(&p.Authorization, m.Authorization)
	take(&p.Token, m.Token)
	take(&p.DeviceStart, m.DeviceStart)
	return p, nil
}

// sameIssuer checks that a document speaks for the address it was fetched from
// (OpenID Connect Discovery 1.0 §4.3, RFC 8414 §3.3), else a server could pose
// as another.
func sameIssuer(issuer, address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("read the metadata's address: %w", err)
	}
	i, err := url.Parse(issuer)
	if issuer == "" || err != nil {
		return fmt.Errorf("the metadata at %s names no issuer", address)
	}
	const oidc, oauth = "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"
	path := strings.TrimSuffix(i.Path, "/")
	if u.Scheme == i.Scheme && strings.EqualFold(u.Host, i.Host) &&
		(u.Path == path+oidc || u.Path == oidc+path || u.Path == oauth+path || u.Path == path+oauth) {
		return nil
	}
	return fmt.Errorf("the metadata at %s is issued for %s: it does not speak for that address; check the URL in the card", address, issuer)
}
