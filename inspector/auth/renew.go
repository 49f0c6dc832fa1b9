package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// renewBefore is how long before its end a token is renewed, so that it is still valid
// on arrival.
const renewBefore = 10 * time.Second

// renewRetry is how long requests do not renew a token again after that failed: each
// would wait for a server that does not answer.
const renewRetry = 30 * time.Second

// renewable reports whether a grant can be renewed without a person.
func (g *Grant) renewable() bool { return g.Refresh != "" || g.Flow == Client }

// renewDue renews a token that has run out. One request renews, others of the
// same agent wait for it.
func (w *Wallet) renewDue(ctx context.Context, key string, h *held) {
	due := func(g *Grant) bool {
		w.mu.Lock()
		rests := w.opts.Now().Before(h.failed.Add(renewRetry))
		w.mu.Unlock()
		return g != nil && g.renewable() && !g.Expiry.IsZero() && !w.opts.Now().Add(renewBefore).Before(g.Expiry) && !rests
	}
	w.mu.Lock()
	g := h.cred.Grant
	w.mu.Unlock()
	if !due(g) {
		return
	}
	if err := w.renewHeld(ctx, key, h, due); err != nil {
		w.log.Debug("renew a token", "agent", key, "scheme", h.cred.Scheme)
	}
}

// Renew gets a new token for a scheme now.
func (w *Wallet) Renew(ctx context.Context, url, scheme string) error {
	key := Agent(url)
	w.mu.Lock()
	var h *held
	var was *Grant
	for _, o := range w.load(key).held {
		if o.cred.Scheme == scheme && o.cred.Grant != nil {
			h, was = o, o.cred.Grant
		}
	}
	w.mu.Unlock()
	if h == nil {
		return fmt.Errorf("there is no token of %s to renew", scheme)
	}
	// Unless somebody else just did.
	return w.renewHeld(ctx, key, h, func(now *Grant) bool { return now.Access == was.Access })
}

// renewHeld renews a credential if due still says so of its grant once no other renewal
// is running. The renewal goes on when the caller leaves: a token that was sent may be
// invalid afterwards.
func (w *Wallet) renewHeld(ctx context.Context, key string, h *held, due func(*Grant) bool) error {
	select {
	case h.renewing <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	done := make(chan error, 1)
	w.wait.Go(func() {
		defer func() { <-h.renewing }()
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

// renewNow renews a credential. One that is remembered is
// renewed in one transaction for all programs: lock, read what is stored, renew
// that if it is still due, store, unlock.
func (w *Wallet) renewNow(ctx context.Context, key string, h *held, due func(*Grant) bool) error {
	w.mu.Lock()
	was := h.cred.Grant
	r := renewal{w: w, key: key, cred: h.cred}
	w.mu.Unlock()
	r.kept = r.cred.Remember && w.opts.Vault != nil
	if r.kept {
		unlock, err := w.opts.Vault.Lock(ctx, key)
		if err == nil {
			defer unlock()
			err = r.reread()
		}
		if err != nil {
			return w.renewed(h, r, err)
		}
	}
	var err error
	switch {
	case due(r.cred.Grant):
		err = r.run(ctx)
	case r.cred.Grant == was:
		return nil
	}
	return w.renewed(h, r, err)
}

// renewed notes how a renewal ended.
func (w *Wallet) renewed(h *held, r renewal, err error) error {
	w.mu.Lock()
	if errors.Is(err, errGone) {
		a := w.load(r.key)
		a.held = slices.DeleteFunc(a.held, func(o *held) bool { return o == h })
	}
	if h.problem = ""; err != nil {
		h.problem, h.failed = err.Error(), w.opts.Now()
	}
	if r.cred.Grant != h.cred.Grant {
		h.cred.Grant, h.since = r.cred.Grant, w.opts.Now()
	}
	w.mu.Unlock()
	w.opts.Changed(r.key)
	return err
}
