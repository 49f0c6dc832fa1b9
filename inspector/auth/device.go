package auth

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
)

// deviceTime is how long a device code is good for when its server does not say.
const deviceTime = 10 * time.Minute

// beginDevice asks for a code that the person types in a browser on any device,
// and for the token until it is there (RFC 8628).
func (w *Wallet) beginDevice(ctx context.Context, origin string, l Login) error {
	p := l.Provider
	for _, e := range [][2]string{{"device authorization endpoint", p.DeviceStart}, {"token endpoint", p.Token}} {
		if err := checkServer(e[0], e[1], origin); err != nil {
			return err
		}
	}
	config := p.config("")
	answer, err := config.DeviceAuth(w.with(ctx, origin))
	if err != nil {
		return said(err)
	}
	to := answer.VerificationURI
	if answer.VerificationURIComplete != "" {
		to = answer.VerificationURIComplete
	}
	if err := inspector.CheckURL(to); err != nil {
		return err
	}
	if answer.Expiry.IsZero() {
		answer.Expiry = w.opts.Now().Add(deviceTime)
	}
	pending := Pending{Scheme: l.Scheme, Flow: Device, URL: to, UserCode: answer.UserCode, Expires: answer.Expiry}
	w.pend(origin, l, pending, func(ctx context.Context) (*Grant, error) {
		t, err := config.DeviceAccessToken(w.with(ctx, origin), answer)
		if err != nil {
			return nil, said(err)
		}
		return w.granted(ctx, origin, l, t, "")
	})
	return nil
}
