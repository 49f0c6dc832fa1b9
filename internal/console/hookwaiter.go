package console

import (
	"net"
	"net/url"
	"sync"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/webhook"
)

// HookWaiter makes webhooks for callers that wait for deliveries. Safe for concurrent use; the zero
// value is ready.
type HookWaiter struct {
	mu       sync.Mutex
	arrivals map[string]chan string // hook id → ids of the exchanges that arrived
	order    []string               // hook ids, the oldest first
}

// maxQueuedArrivals bounds the deliveries of one hook that wait to be taken. Further ones are not
// queued.
const maxQueuedArrivals = 16

// Receive passes a delivery to the caller that waits for it. It is the OnDelivery of a receiver.
func (a *HookWaiter) Receive(d webhook.Delivery) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if c := a.arrivals[d.Hook.ID]; c != nil {
		select {
		case c <- d.Exchange:
		default:
		}
	}
}

// maxAwaitedHooks bounds the hooks for which a caller may wait. Older hooks are forgotten; their
// examinations are over.
const maxAwaitedHooks = 1000

// Hook makes a hook at a receiver for the agent at an origin. Its deliveries are recorded into a session, "" for the
// current one.
func (a *HookWaiter) Hook(r *Webhooks, agent, session string) examine.Hook {
	h, c := r.NewHook(agent, session), make(chan string, maxQueuedArrivals)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.arrivals == nil {
		a.arrivals = map[string]chan string{}
	}
	a.arrivals[h.ID] = c
	if a.order = append(a.order, h.ID); len(a.order) > maxAwaitedHooks {
		delete(a.arrivals, a.order[0])
		a.order = a.order[1:]
	}
	return examine.Hook{URL: h.URL, Token: h.Token, Deliveries: c}
}

// AreAllLocal reports whether all targets are on this machine.
func AreAllLocal(targets []examine.Target) bool {
	for _, t := range targets {
		u, err := url.Parse(t.Endpoint)
		if err != nil {
			return false
		}
		host := u.Hostname()
		if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return false
		}
	}
	return true
}
