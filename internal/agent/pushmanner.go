package agent

import (
	"context"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// manner is a way to deliver that a message asks for ("push twice"), so that a
// receiver can be tried out; "" is the right one.
type manner string

const (
	twice    manner = "twice"    // each event two times
	reversed manner = "reversed" // each pair of events the wrong way round
	lossy    manner = "lossy"    // without the third event
	late     manner = "late"     // each event a while after it happened
	bare     manner = "bare"     // without token and authentication
	forged   manner = "forged"   // with another token and other credentials
	signed   manner = "signed"   // with a JWT over the body, after a check of the address (as agents of 0.1 do)
	failing  manner = "failing"  // the first attempt breaks off
	silent   manner = "silent"   // nothing
)

// lateness is how long a late delivery waits.
const lateness = 700 * time.Millisecond

// mannerOf is the way to deliver that a message asks for.
func mannerOf(in *input) manner {
	switch m := manner(in.value("push")); m {
	case twice, reversed, lossy, late, bare, forged, signed, failing, silent:
		return m
	}
	return ""
}

// pass hands an event on in the hook's manner. Only its deliveries call it.
func (a *Agent) pass(ctx context.Context, t *task, h *hook, res a2a.Result) {
	h.passed++
	switch h.manner {
	case silent:
		return
	case lossy:
		if h.passed == 3 {
			return
		}
	case late:
		wait := time.NewTimer(lateness)
		defer wait.Stop()
		select {
		case <-wait.C:
		case <-ctx.Done():
			return
		}
	case twice:
		a.notify(ctx, t, h, res)
	case reversed:
		if h.held == nil && !over(res) {
			h.held = &res
			return
		}
	}
	a.notify(ctx, t, h, res)
	if h.held != nil {
		a.notify(ctx, t, h, *h.held)
		h.held = nil
	}
}

// over reports an event that ends its task or waits for the client: nothing
// may come after it for long.
func over(r a2a.Result) bool {
	var s a2a.State
	switch {
	case r.Task != nil:
		s = r.Task.Status.State
	case r.Status != nil:
		s = r.Status.Status.State
	}
	return s.Terminal() || s.Interrupted()
}
