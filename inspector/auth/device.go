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
	// deviceTimeout is how long a device code is valid when its server does not say.
	deviceTimeout = 10 * time.Minute
	// maxDeviceTimeout is how long a sign-in waits at most, whatever its server says.
	maxDeviceTimeout = time.Hour
	// maxPollSeconds is the most seconds between two questions for the token.
	maxPollSeconds = 60
	// maxUserCode is the most bytes of a code that somebody can be asked to type.
	maxUserCode = 64
)

// beginDevice asks for a code that the person types in a browser on any device,
// and for the token until it is there (RFC 8628).
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

// checkDevice says why a server's answer cannot be used. A ticker with a negative
// interval would panic.
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
