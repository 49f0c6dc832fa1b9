package auth

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// MixedServersError says that the addresses of a sign-in are not shown to be of one
// authorization server. No code, token or secret was sent to either.
type MixedServersError struct {
	FirstEndpoint, FirstURL   string // what it is, and its address
	SecondEndpoint, SecondURL string
	Reason                    string
}

// Error implements error.
func (e *MixedServersError) Error() string {
	return fmt.Sprintf("the %s is %s and the %s is %s, and nothing shows that they belong together: %s. No code, token or secret was sent",
		e.FirstEndpoint, clip.Bytes(e.FirstURL, maxLine), e.SecondEndpoint, clip.Bytes(e.SecondURL, maxLine), e.Reason)
}

// locateServer completes the addresses of a login's authorization server, and makes
// sure that they are of one: of one origin, or named by the metadata of the
// issuer whose origin the person signs in at. A card could else have the person
// sign in at one server and the code go to another (RFC 9700 §4.4).
func (w *Wallet) locateServer(ctx context.Context, agent string, l *Login) error {
	p := &l.Provider
	p.Checked = false
	var m metadata
	if l.Metadata != "" {
		given := *p
		var absent noMetadataError
		var err error
		switch m, err = w.fetchMetadata(ctx, agent, l.Metadata); {
		case errors.As(err, &absent) && l.hasAllAddresses() && l.Kind != OpenID:
			// A card with all addresses and metadata that are not there is judged by
			// its addresses alone.
			m = metadata{}
		case err != nil:
			return err
		default:
			p.fillFrom(m)
		}
		if err := l.checkMetadata(given, m); err != nil {
			return err
		}
	}
	if !l.IsManual {
		for _, e := range l.startEndpoints() {
			if err := w.checkSameServer(ctx, agent, l, e, m); err != nil {
				return err
			}
		}
	}
	p.Checked = true
	return nil
}

// endpoint is an address of an authorization server, and what it is.
type endpoint struct{ name, url string }

const (
	authorizationEndpoint = "authorization endpoint"
	deviceEndpoint        = "device authorization endpoint"
	tokenEndpoint         = "token endpoint"
)

// startEndpoints are the endpoints at which the person's sign-in begins, or would begin
// with another flow of the card. The token endpoint must belong to their server.
func (l *Login) startEndpoints() (out []endpoint) {
	switch l.Flow {
	case AuthorizationCode:
		return []endpoint{{authorizationEndpoint, l.Provider.Authorization}}
	case DeviceCode:
		return []endpoint{{deviceEndpoint, l.Provider.DeviceStart}}
	case ClientCredentials:
		for _, at := range l.OtherStartURLs {
			out = append(out, endpoint{authorizationEndpoint, at})
		}
	}
	return out
}

// hasAllAddresses reports whether the flow has all addresses that it needs.
func (l *Login) hasAllAddresses() bool {
	p := l.Provider
	return p.Token != "" && (l.Flow != AuthorizationCode || p.Authorization != "") && (l.Flow != DeviceCode || p.DeviceStart != "")
}

// checkMetadata compares the addresses that the card gave with what the issuer's
// metadata say: each must be the one they name, or of the issuer's origin.
func (l *Login) checkMetadata(given Provider, m metadata) error {
	if l.IsManual || m.Issuer == "" {
		return nil
	}
	for _, e := range []struct{ what, card, own string }{
		{authorizationEndpoint, given.Authorization, m.Authorization},
		{deviceEndpoint, given.DeviceStart, m.DeviceStart},
		{tokenEndpoint, given.Token, m.Token},
	} {
		if e.card == "" || e.card == e.own || Origin(e.card) == Origin(m.Issuer) {
			continue
		}
		why := "the issuer's metadata name no " + e.what
		if e.own != "" {
			why = "the issuer's metadata name " + clip.Bytes(e.own, maxLine) + " as its " + e.what
		}
		return &MixedServersError{"issuer", m.Issuer, e.what, e.card, why}
	}
	return nil
}

// checkSameServer makes sure that a sign-in begins at the server of the token endpoint:
// both have one origin, or that server's own metadata, m or those at its origin, name the
// token endpoint. A third origin that names both proves nothing.
func (w *Wallet) checkSameServer(ctx context.Context, agent string, l *Login, e endpoint, m metadata) error {
	p := &l.Provider
	origin := Origin(e.url)
	if origin == "" || p.Token == "" || origin == Origin(p.Token) {
		return nil // what is missing or no address is said where it is used
	}
	if Origin(m.Issuer) == origin && m.Token == p.Token {
		return nil
	}
	mixed := &MixedServersError{FirstEndpoint: e.name, FirstURL: e.url, SecondEndpoint: tokenEndpoint, SecondURL: p.Token}
	own, err := w.fetchMetadata(ctx, agent, rootURL(e.url)+oidcPath)
	switch {
	case err != nil:
		mixed.Reason = "the first has no metadata that say so: " + clip.Clause(clip.Bytes(err.Error(), maxLine))
	case own.Token != p.Token:
		mixed.Reason = "the metadata of the first name " + clip.Bytes(own.Token, maxLine) + " as its token endpoint"
	default:
		if p.Issuer == "" {
			p.fillFrom(own)
		}
		return nil
	}
	return mixed
}

// checkIssuer checks who sent the browser back (RFC 9207 §2.4). It must be the known
// issuer. If none is known, it must have the origin that the person was sent to, and its
// metadata, if it has any, must name the token endpoint in use.
func (w *Wallet) checkIssuer(ctx context.Context, agent string, p Provider, q url.Values) error {
	said := q["iss"]
	if len(said) > 1 {
		return errors.New("the browser came back with several names of issuers (RFC 9207): none was contacted")
	}
	iss := q.Get("iss")
	switch {
	case iss == "" && p.NamesItself:
		return fmt.Errorf("the browser came back without the name of %s, which that server always gives (RFC 9207): it was not contacted", p.Issuer)
	case iss == "" || iss == p.Issuer:
		return nil
	case p.Issuer != "":
		return fmt.Errorf("the browser came back from %q, not from %s (RFC 9207): it was not contacted", clip.Bytes(iss, maxLine), p.Issuer)
	case Origin(iss) == "" || Origin(iss) != Origin(p.Authorization):
		return fmt.Errorf("the browser was sent to %s and came back from %q (RFC 9207): it was not contacted", p.Authorization, clip.Bytes(iss, maxLine))
	}
	m, err := w.fetchMetadata(ctx, agent, MetadataURL(iss))
	var absent noMetadataError
	switch {
	case errors.As(err, &absent):
		return nil // the origin is right, and there is nothing else to check
	case err != nil:
		return fmt.Errorf("the browser came back from %q (RFC 9207): %w", clip.Bytes(iss, maxLine), err)
	case m.Issuer != iss:
		return fmt.Errorf("the browser came back from %q, which calls itself %q (RFC 9207): it was not contacted", clip.Bytes(iss, maxLine), clip.Bytes(m.Issuer, maxLine))
	case m.Token != p.Token:
		return fmt.Errorf("the browser came back from %q, whose token endpoint is %s, not %s (RFC 9207): neither was contacted", clip.Bytes(iss, maxLine), clip.Bytes(m.Token, maxLine), p.Token)
	}
	return nil
}
