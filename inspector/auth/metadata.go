package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// metadata is an authorization server's metadata (OpenID Connect Discovery 1.0 §3, RFC 8414 §2).
type metadata struct {
	Issuer        string   `json:"issuer"`
	Authorization string   `json:"authorization_endpoint"`
	Token         string   `json:"token_endpoint"`
	DeviceStart   string   `json:"device_authorization_endpoint"`
	Keys          string   `json:"jwks_uri"`
	Scopes        []string `json:"scopes_supported"`
	NamesItself   bool     `json:"authorization_response_iss_parameter_supported"`
}

// Paths of an issuer's metadata, appended to the issuer's path or inserted before it.
const (
	oidcPath  = "/.well-known/openid-configuration"
	oauthPath = "/.well-known/oauth-authorization-server"
)

// MetadataURL returns where an issuer publishes its metadata (OpenID Connect Discovery 1.0 §4.1). It returns a
// well-known URL unchanged.
func MetadataURL(issuer string) string {
	if strings.Contains(issuer, "/.well-known/") {
		return issuer
	}
	return strings.TrimSuffix(issuer, "/") + oidcPath
}

// otherMetadataURL returns where RFC 8414 §3.1 puts the same issuer's metadata; "" if address was not made by
// MetadataURL.
func otherMetadataURL(address string) string {
	issuer, ok := strings.CutSuffix(address, oidcPath)
	u, err := url.Parse(issuer)
	if !ok || err != nil {
		return ""
	}
	u.Path, u.RawPath = oauthPath+u.Path, ""
	return u.String()
}

type noMetadataError struct{ err error }

func (e noMetadataError) Error() string { return e.err.Error() }
func (e noMetadataError) Unwrap() error { return e.err }

// fetchMetadata fetches an authorization server's metadata. The URL may come from a card: call it only when the
// person asked for it. The error is a noMetadataError if none could be fetched.
func (w *Wallet) fetchMetadata(ctx context.Context, agent, address string) (metadata, error) {
	m, err := w.fetchMetadataAt(ctx, agent, address)
	var absent noMetadataError
	if other := otherMetadataURL(address); other != "" && errors.As(err, &absent) && ctx.Err() == nil {
		if second, err := w.fetchMetadataAt(ctx, agent, other); !errors.As(err, &absent) {
			return second, err
		}
	}
	return m, err
}

func (w *Wallet) fetchMetadataAt(ctx context.Context, agent, address string) (m metadata, err error) {
	body, err := w.fetch(ctx, agent, "server's metadata", address)
	if err != nil {
		return m, noMetadataError{err}
	}
	if err := json.Unmarshal(body, &m); err != nil {
		return m, fmt.Errorf("read the metadata at %s: %w", address, err)
	}
	return m, sameIssuer(m.Issuer, address)
}

// fillFrom copies the issuer, its keys and NamesItself from m, and fills in missing addresses.
func (p *Provider) fillFrom(m metadata) {
	p.Issuer, p.Keys, p.NamesItself = m.Issuer, m.Keys, m.NamesItself
	for to, from := range map[*string]string{&p.Authorization: m.Authorization, &p.Token: m.Token, &p.DeviceStart: m.DeviceStart} {
		if *to == "" {
			*to = from
		}
	}
}

// sameIssuer checks that metadata belongs to the address that it was fetched from (OpenID Connect Discovery 1.0
// §4.3, RFC 8414 §3.3); otherwise a server could pose as another.
func sameIssuer(issuer, address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("read the metadata's address: %w", err)
	}
	i, err := url.Parse(issuer)
	if issuer == "" || err != nil {
		return fmt.Errorf("the metadata at %s names no issuer", address)
	}
	path := strings.TrimSuffix(i.Path, "/")
	if u.Scheme == i.Scheme && strings.EqualFold(u.Host, i.Host) && i.RawQuery == "" && i.User == nil &&
		(u.Path == path+oidcPath || u.Path == oidcPath+path || u.Path == oauthPath+path || u.Path == path+oauthPath) {
		return nil
	}
	return fmt.Errorf("the metadata at %s names another issuer, %s, and does not speak for it; check the URL in the card", address, clip.Bytes(issuer, maxLine))
}
