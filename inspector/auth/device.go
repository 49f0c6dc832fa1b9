package auth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"golang.org/x/oauth2"
)

const (
	// deviceTimeout is how long a device code is valid if its server does not say.
	deviceTimeout = 10 * time.Minute
	// maxDeviceTimeout limits how long a sign-in waits, even if its server allows more.
	maxDeviceTimeout = time.Hour
	// maxPollSeconds limits the interval between two polls for the token.
	maxPollSeconds = 60
	// maxUserCode limits the code that a person has to type, in bytes.
	maxUserCode = 64
)

// beginDevice gets a code that the person types in a browser on any device, and polls for the token
// (RFC 8628).
func (w *Wallet) beginDevice(ctx context.Context, key string, l Login) error {
	p := l.Provider
	for _, e := range [][2]string{{deviceEndpoint, p.DeviceStart}, {tokenEndpoint, p.Token}} {
		if err := checkServer(e[0], e[1], key); err != nil {
			return err
		}
	}
	config := p.config("")
	answer, err := config.DeviceAuth(w.withClient(ctx, key))
	if err != nil {
		return serverError(err)
	}
	to := cmp.Or(answer.VerificationURIComplete, answer.VerificationURI)
	if err := checkServer("page for the code", to, key); err != nil {
		return err
	}
	if err := checkDevice(answer); err != nil {
		return err
	}
	answer.Interval = min(answer.Interval, maxPollSeconds)
	if now := w.opts.Now(); answer.Expiry.IsZero() {
		answer.Expiry = now.Add(deviceTimeout)
	} else if last := now.Add(maxDeviceTimeout); answer.Expiry.After(last) {
		answer.Expiry = last
	}
	pending := PendingLogin{Scheme: l.Scheme, Flow: DeviceCode, URL: to, UserCode: answer.UserCode, Expires: answer.Expiry}
	w.startLogin(key, l, pending, func(ctx context.Context) (*Grant, error) {
		t, err := config.DeviceAccessToken(w.withClient(ctx, key), answer)
		if err != nil {
			return nil, serverError(err)
		}
		return w.newGrant(ctx, key, l, t, "")
	})
	return nil
}

// checkDevice says why a device authorization response is unusable. A negative interval would panic the ticker.
func checkDevice(a *oauth2.DeviceAuthResponse) error {
	switch {
	case a.Interval < 0:
		return fmt.Errorf("the authorization server asks to be polled every %d seconds, which is not valid", a.Interval)
	case a.DeviceCode == "" || a.UserCode == "":
		return errors.New("the authorization server gave no code to type")
	case len(a.UserCode) > maxUserCode || strings.ContainsFunc(a.UserCode, func(r rune) bool { return !unicode.IsPrint(r) }):
		return errors.New("the code that the authorization server gave cannot be typed")
	}
	return nil
}
