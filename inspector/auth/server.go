package auth

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"golang.org/x/oauth2"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/outbound"
)

// serverTimeout limits each request to an authorization server.
const serverTimeout = 30 * time.Second

// checkServer returns an error unless an authorization server may be called for an agent: over https, or over
// http on this machine or, if the agent itself is called over http, in a private network.
func checkServer(what, raw, agent string) error {
	if raw == "" {
		return fmt.Errorf("the address of the %s is not known: the card does not name it; give its URL", what)
	}
	if err := inspector.CheckURL(raw); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	u, err := url.Parse(raw)
	if err != nil {
		return fmt.Errorf("%s: read %q: %w", what, raw, err)
	}
	if u.User != nil {
		return fmt.Errorf("%s: the address has a user name before its host; remove that", what)
	}
	if u.Scheme == "https" || isLoopback(u.Hostname()) {
		return nil
	}
	if a, err := url.Parse(agent); err == nil && a.Scheme == "http" && inspector.IsLocalHost(u.Hostname()) {
		return nil
	}
	return fmt.Errorf("%s: %s is not https: secrets would be sent in the clear", what, u.Redacted())
}

func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// errRedirect stops a request that is redirected.
var errRedirect = errors.New("it redirects to another address; the console does not follow, because that would send secrets there")

// serverClient returns the client for an agent's authorization servers. It trusts the agent's configured
// authorities and follows no redirects.
func (w *Wallet) serverClient(agent string) *http.Client {
	way := w.opts.Transport
	if way == nil {
		o := outbound.Options{NoReuse: true}
		if own := w.TLSConfig(agent); own != nil {
			// The client certificate and the permission to skip checks apply to the agent only.
			o.TLS = &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: own.RootCAs}
		}
		way = outbound.Transport(o)
	}
	c := outbound.Client(way, serverTimeout)
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return errRedirect }
	return c
}

// withClient puts the client where package oauth2 looks for it.
func (w *Wallet) withClient(ctx context.Context, agent string) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, w.serverClient(agent))
}

func (w *Wallet) fetch(ctx context.Context, agent, what, address string) ([]byte, error) {
	if err := checkServer(what, address, agent); err != nil {
		return nil, err
	}
	return inspector.FetchDocument(ctx, w.serverClient(agent), what, address)
}

// Fetch fetches a document that a card names, such as the keys of its signature. The parameter what names the
// document in errors; agent is the agent's URL. The address is from the card, so call Fetch only after the
// person agreed.
func (w *Wallet) Fetch(ctx context.Context, agent, what, address string) ([]byte, error) {
	return w.fetch(ctx, AgentAddress(agent), what, address)
}

// serverError rewords an authorization server's error for people.
func serverError(err error) error {
	var r *oauth2.RetrieveError
	if !errors.As(err, &r) {
		return err
	}
	text := r.ErrorCode
	if text == "" && r.Response != nil {
		text = r.Response.Status
	}
	text = clip.Bytes(text, maxLine)
	if r.ErrorDescription != "" {
		text += ": " + clip.Clause(clip.Bytes(r.ErrorDescription, maxLine))
	}
	return fmt.Errorf("the authorization server answers %s%s", text, hint(r.ErrorCode))
}

func hint(code string) string {
	switch code {
	case "invalid_client":
		return "; check the client id and its secret"
	case "invalid_grant":
		return "; the code or token has expired or was already used: sign in again"
	case "invalid_scope":
		return "; request other scopes"
	case "unauthorized_client", "unsupported_grant_type":
		return "; this client may not use this flow: register it for that, or choose another flow"
	case "access_denied":
		return "; access was denied"
	case "expired_token":
		return "; the code has expired: start again"
	}
	return ""
}
