package auth

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// MixedServersError means that the addresses of a sign-in could not be shown to belong to one authorization
// server. No code, token or secret was sent to either address.
type MixedServersError struct {
	FirstEndpoint, FirstURL   string // kind of endpoint, and its address
	SecondEndpoint, SecondURL string
	Reason                    string
}

func (e *MixedServersError) Error() string {
	return fmt.Sprintf("the %s is %s and the %s is %s, and nothing shows that they belong together: %s. No code, token or secret was sent",
		e.FirstEndpoint, clip.Bytes(e.FirstURL, maxLine), e.SecondEndpoint, clip.Bytes(e.SecondURL, maxLine), e.Reason)
}

// locateServer completes the addresses of a login's authorization server and checks that they belong together:
// they share an origin, or the metadata of the issuer at whose origin the person signs in names them. Otherwise
// a card could make the person sign in at one server and send the code to another (RFC 9700 §4.4).
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
			// The card names all addresses, so check them without metadata.
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

type endpoint struct{ name, url string }

const (
	authorizationEndpoint = "authorization endpoint"
	deviceEndpoint        = "device authorization endpoint"
	tokenEndpoint         = "token endpoint"
)

// startEndpoints lists the endpoints at which the person's sign-in begins, or would begin with another flow of
// the card. The token endpoint must belong to the same server.
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

func (l *Login) hasAllAddresses() bool {
	p := l.Provider
	return p.Token != "" && (l.Flow != AuthorizationCode || p.Authorization != "") && (l.Flow != DeviceCode || p.DeviceStart != "")
}

// checkMetadata compares the card's addresses with the issuer's metadata: each must be the one in the metadata,
// or have the issuer's origin.
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
		why := "the issuer's metadata names no " + e.what
		if e.own != "" {
			why = "the issuer's metadata names " + clip.Bytes(e.own, maxLine) + " as its " + e.what
		}
		return &MixedServersError{"issuer", m.Issuer, e.what, e.card, why}
	}
	return nil
}

// checkSameServer checks that endpoint e belongs to the server of the token endpoint: both share an origin, or
// the metadata of e's own origin (m, or fetched there) names the token endpoint. A third origin that names both
// proves nothing.
func (w *Wallet) checkSameServer(ctx context.Context, agent string, l *Login, e endpoint, m metadata) error {
	p := &l.Provider
	origin := Origin(e.url)
	if origin == "" || p.Token == "" || origin == Origin(p.Token) {
		return nil // missing or malformed addresses are reported where they are used
	}
	if Origin(m.Issuer) == origin && m.Token == p.Token {
		return nil
	}
	mixed := &MixedServersError{FirstEndpoint: e.name, FirstURL: e.url, SecondEndpoint: tokenEndpoint, SecondURL: p.Token}
	own, err := w.fetchMetadata(ctx, agent, rootURL(e.url)+oidcPath)
	switch {
	case err != nil:
		mixed.Reason = "the metadata at the origin of the " + e.name + " cannot be used: " + clip.Clause(clip.Bytes(err.Error(), maxLine))
	case own.Token != p.Token:
		mixed.Reason = "the metadata at the origin of the " + e.name + " names " + clip.Bytes(own.Token, maxLine) + " as its token endpoint"
	default:
		if p.Issuer == "" {
			p.fillFrom(own)
		}
		return nil
	}
	return mixed
}

const notSent = " (RFC 9207): no code or secret was sent"

// checkIssuer checks which server sent the browser back (RFC 9207 §2.4). It must be the known
// issuer. If none is known, its origin must be the one that the person was sent to, and its
// metadata, if any, must name the token endpoint in use. The name may be missing, unless the server
// announced that it sends it.
func (w *Wallet) checkIssuer(ctx context.Context, agent string, p Provider, q url.Values) error {
	said := q["iss"]
	if len(said) > 1 {
		return errors.New("the browser came back with the names of several issuers" + notSent)
	}
	iss := q.Get("iss")
	switch {
	case iss == "" && p.NamesItself:
		return fmt.Errorf("the browser came back without the name of %s, which that server always gives"+notSent, p.Issuer)
	case iss == "" || iss == p.Issuer:
		return nil
	case p.Issuer != "":
		return fmt.Errorf("the browser came back from %q, not from %s"+notSent, clip.Bytes(iss, maxLine), p.Issuer)
	case Origin(iss) == "" || Origin(iss) != Origin(p.Authorization):
		return fmt.Errorf("the browser was sent to %s and came back from %q"+notSent, p.Authorization, clip.Bytes(iss, maxLine))
	}
	m, err := w.fetchMetadata(ctx, agent, MetadataURL(iss))
	var absent noMetadataError
	switch {
	case errors.As(err, &absent):
		return nil // the origin matches, and there is nothing else to check
	case err != nil:
		return fmt.Errorf("the browser came back from %q (RFC 9207): %w", clip.Bytes(iss, maxLine), err)
	case m.Issuer != iss:
		return fmt.Errorf("the browser came back from %q, which calls itself %q"+notSent, clip.Bytes(iss, maxLine), clip.Bytes(m.Issuer, maxLine))
	case m.Token != p.Token:
		return fmt.Errorf("the browser came back from %q, whose token endpoint is %s, not %s"+notSent, clip.Bytes(iss, maxLine), clip.Bytes(m.Token, maxLine), p.Token)
	}
	return nil
}
