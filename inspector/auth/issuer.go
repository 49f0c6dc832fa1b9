package auth

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// checkIssuer checks who sent the browser back (RFC 9207 §2.4). It must be the known
// issuer. If none is known, it must have the origin that the person was sent to, and its
// metadata, if it has any, must name the token endpoint in use.
func (w *Wallet) checkIssuer(ctx context.Context, agent string, p Provider, q url.Values) error {
	said := q["iss"]
	if len(said) > 1 {
		return errors.New("the browser came back with several names of issuers (RFC 9207): nothing was asked of any")
	}
	iss := q.Get("iss")
	switch {
	case iss == "" && p.NamesItself:
		return fmt.Errorf("the browser came back without the name of %s, which that server always gives (RFC 9207): nothing was asked of it", p.Issuer)
	case iss == "" || iss == p.Issuer:
		return nil
	case p.Issuer != "":
		return fmt.Errorf("the browser came back from %q, not from %s (RFC 9207): nothing was asked of it", clip.Bytes(iss, maxLine), p.Issuer)
	case Origin(iss) == "" || Origin(iss) != Origin(p.Authorization):
		return fmt.Errorf("the browser was sent to %s and came back from %q (RFC 9207): nothing was asked of it", p.Authorization, clip.Bytes(iss, maxLine))
	}
	m, err := w.describe(ctx, agent, MetadataURL(iss))
	var absent absentError
	switch {
	case errors.As(err, &absent):
		return nil // the origin is right, and there is nothing else to check
	case err != nil:
		return fmt.Errorf("the browser came back from %q (RFC 9207): %w", clip.Bytes(iss, maxLine), err)
	case m.Issuer != iss:
		return fmt.Errorf("the browser came back from %q, which calls itself %q (RFC 9207): nothing was asked of it", clip.Bytes(iss, maxLine), clip.Bytes(m.Issuer, maxLine))
	case m.Token != p.Token:
		return fmt.Errorf("the browser came back from %q, whose token endpoint is %s, not %s (RFC 9207): nothing was asked of either", clip.Bytes(iss, maxLine), clip.Bytes(m.Token, maxLine), p.Token)
	}
	return nil
}
