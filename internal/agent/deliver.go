package agent

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// deliver posts a task's events to a hook's URL, in order and one at a time, until the task is
// finished, the hook is stopped or its receiver has failed too often.
func (a *Agent) deliver(ctx context.Context, t *task, h *hook) {
	if h.mode == pushSigned {
		if err := a.sender.verifyURL(ctx, h.config.URL, a.opts.NewID()); err != nil {
			a.opts.Logger.Warn("give up pushing", "task", t.id, "err", err)
			h.isDead = true
		}
	}
	if h.first != nil && !h.isDead {
		a.deliverEvent(ctx, t, h, a2a.Result{Task: h.first})
		h.first = nil
	}
	statusOnly := behaviour(h.dialect.Version()).StatusPush
	var one [1]a2a.Result
	for ctx.Err() == nil && !h.isDead {
		pos := h.pos
		got, next, stop := t.read(one[:0], pos, 1)
		if len(got) == 0 {
			if wake := t.growth(pos); wake != nil {
				select {
				case <-wake:
				case <-ctx.Done():
				}
			}
			continue
		}
		res := got[0]
		switch {
		case statusOnly && res.Status == nil:
		case statusOnly:
			s := t.snapshotAt(pos)
			a.deliverEvent(ctx, t, h, a2a.Result{Task: &s})
		default:
			a.deliverEvent(ctx, t, h, res)
		}
		h.pos = next
		if stop && t.finishDeliveries(h) {
			return
		}
	}
}

// finishDeliveries marks a hook's deliveries as ended if its task is finished and everything is
// delivered; else it returns false. A message that reopens the task starts them again.
func (t *task) finishDeliveries(h *hook) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.status.State.Terminal() || h.pos < len(t.log) {
		return false
	}
	h.done, h.cancel = nil, nil
	return true
}

// maxFailures is the number of consecutive failed events after which the agent gives up on a receiver.
const maxFailures = 5

func (a *Agent) notify(ctx context.Context, t *task, h *hook, res a2a.Result) {
	body, err := h.dialect.EncodePush(&res)
	if err != nil {
		a.opts.Logger.Error("encode a push notification", "task", t.id, "err", err)
		return
	}
	if a.sender.send(ctx, h, body) {
		h.failures = 0
		return
	}
	if h.failures++; h.failures >= maxFailures && ctx.Err() == nil {
		a.opts.Logger.Warn("give up pushing", "task", t.id, "url", wire.StripQuery(h.config.URL), "failed", h.failures)
		h.isDead = true
	}
}
