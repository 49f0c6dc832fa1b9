package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// renewMargin is how long before expiry a token is renewed, so that it is still valid on arrival.
const renewMargin = 10 * time.Second

// renewRetryDelay is how long requests do not retry a failed renewal: each would wait for a server that does
// not answer.
const renewRetryDelay = 30 * time.Second

// canRenew reports whether a grant can be renewed without a person.
func (g *Grant) canRenew() bool { return g.Refresh != "" || g.Flow == ClientCredentials }

// renewIfDue renews a token that is about to expire. Other requests that need the same token wait meanwhile.
func (w *Wallet) renewIfDue(ctx context.Context, key string, h *liveCredential) {
	due := func(g *Grant) bool {
		w.mu.Lock()
		rests := w.opts.Now().Before(h.failedAt.Add(renewRetryDelay))
		w.mu.Unlock()
		return g != nil && g.canRenew() && !g.Expiry.IsZero() && !w.opts.Now().Add(renewMargin).Before(g.Expiry) && !rests
	}
	w.mu.Lock()
	g := h.cred.Grant
	w.mu.Unlock()
	if !due(g) {
		return
	}
	if err := w.renewCredential(ctx, key, h, due); err != nil {
		w.log.Debug("renew a token", "agent", key, "scheme", h.cred.Scheme)
	}
}

// Renew gets a new token for a scheme now, even if the old one is still valid.
func (w *Wallet) Renew(ctx context.Context, url, scheme string) error {
	key := AgentAddress(url)
	w.mu.Lock()
	var h *liveCredential
	var was *Grant
	for _, o := range w.load(key).credentials {
		if o.cred.Scheme == scheme && o.cred.Grant != nil {
			h, was = o, o.cred.Grant
		}
	}
	w.mu.Unlock()
	if h == nil {
		return fmt.Errorf("there is no token of %s to renew", scheme)
	}
	// Skip it if another caller has just renewed.
	return w.renewCredential(ctx, key, h, func(now *Grant) bool { return now.Access == was.Access })
}

// renewCredential renews a credential once no other renewal is running, if due still holds for its grant. The
// renewal continues when ctx ends, because a refresh token that was sent may no longer be valid.
func (w *Wallet) renewCredential(ctx context.Context, key string, h *liveCredential, due func(*Grant) bool) error {
	select {
	case h.renewGate <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	done := make(chan error, 1)
	w.wait.Go(func() {
		defer func() { <-h.renewGate }()
		own, cancel := context.WithTimeout(context.WithoutCancel(ctx), serverTimeout)
		defer cancel()
		done <- w.renewNow(own, key, h, due)
	})
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// renewNow renews a credential. For a remembered one this is a transaction across programs: lock, read what is
// stored, renew it if still due, store, unlock.
func (w *Wallet) renewNow(ctx context.Context, key string, h *liveCredential, due func(*Grant) bool) error {
	w.mu.Lock()
	was := h.cred.Grant
	r := renewal{w: w, key: key, cred: h.cred}
	w.mu.Unlock()
	r.isStored = r.cred.Remember && w.opts.Vault != nil
	if r.isStored {
		unlock, err := w.opts.Vault.Lock(ctx, key)
		if err == nil {
			defer unlock()
			err = r.reread()
		}
		if err != nil {
			return w.noteRenewal(h, r, err)
		}
	}
	var err error
	switch {
	case due(r.cred.Grant):
		err = r.run(ctx)
	case r.cred.Grant == was:
		return nil
	}
	return w.noteRenewal(h, r, err)
}

func (w *Wallet) noteRenewal(h *liveCredential, r renewal, err error) error {
	w.mu.Lock()
	if errors.Is(err, errSignedOut) {
		a := w.load(r.key)
		a.credentials = slices.DeleteFunc(a.credentials, func(o *liveCredential) bool { return o == h })
	}
	if h.problem = ""; err != nil {
		h.problem, h.failedAt = err.Error(), w.opts.Now()
	}
	if r.cred.Grant != h.cred.Grant {
		h.cred.Grant, h.since = r.cred.Grant, w.opts.Now()
	}
	w.mu.Unlock()
	w.opts.OnChange(r.key)
	return err
}
