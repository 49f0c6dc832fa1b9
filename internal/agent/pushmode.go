package agent

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// pushMode is how to deliver notifications, chosen by a message ("push twice") to test receivers;
// "" is the correct way.
type pushMode string

const (
	pushTwice           pushMode = "twice"    // each event twice
	pushReversed        pushMode = "reversed" // each pair of events swapped
	pushLossy           pushMode = "lossy"    // without the third event
	pushLate            pushMode = "late"     // each event after pushDelay
	pushUnauthenticated pushMode = "bare"     // without token and authentication
	pushForged          pushMode = "forged"   // with a wrong token and wrong credentials
	pushSigned          pushMode = "signed"   // with a JWT over the body, after a check of the URL (like agents of 0.1)
	pushFailing         pushMode = "failing"  // the first attempt breaks off
	pushSilent          pushMode = "silent"   // nothing at all
)

const pushDelay = 700 * time.Millisecond

func pushModeOf(in *input) pushMode {
	switch m := pushMode(in.value("push")); m {
	case pushTwice, pushReversed, pushLossy, pushLate, pushUnauthenticated, pushForged, pushSigned, pushFailing, pushSilent:
		return m
	}
	return ""
}

// deliverEvent delivers an event in the hook's mode. Only the hook's deliveries call it.
func (a *Agent) deliverEvent(ctx context.Context, t *task, h *hook, res a2a.Result) {
	h.events++
	switch h.mode {
	case pushSilent:
		return
	case pushLossy:
		if h.events == 3 {
			return
		}
	case pushLate:
		if !sleep(ctx, pushDelay, nil) {
			return
		}
	case pushTwice:
		a.notify(ctx, t, h, res)
	case pushReversed:
		if h.pending == nil && !endsTurn(res) {
			h.pending = &res
			return
		}
	}
	a.notify(ctx, t, h, res)
	if h.pending != nil {
		a.notify(ctx, t, h, *h.pending)
		h.pending = nil
	}
}

// endsTurn reports whether an event ends its task or waits for the client, so that no other may
// follow for a long time.
func endsTurn(r a2a.Result) bool {
	var s a2a.State
	switch {
	case r.Task != nil:
		s = r.Task.Status.State
	case r.Status != nil:
		s = r.Status.Status.State
	}
	return s.Terminal() || s.Interrupted()
}
