package console

import (
	"net"
	"net/url"
	"sync"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/webhook"
)

// HookWaiter hands out webhooks to who waits for what comes there. Safe for concurrent
// use; the zero value has handed out none.
type HookWaiter struct {
	mu       sync.Mutex
	arrivals map[string]chan string // by the hook's id: exchanges
	order    []string               // ids, the oldest first
}

// maxQueuedArrivals is how many notifications of a hook wait to be taken; more are not told.
const maxQueuedArrivals = 16

// Receive takes a delivery; it is what a receiver is given.
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

// maxAwaitedHooks is how many hooks are waited at; the oldest are forgotten, which examinations
// that are over have no use for.
const maxAwaitedHooks = 1000

// Hook makes one at a receiver. What comes there is recorded into a session, "" for the
// current one.
func (a *HookWaiter) Hook(r *Webhooks, session string) examine.Hook {
	h, c := r.NewHook("", session), make(chan string, maxQueuedArrivals)
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

// AreAllLocal reports whether all that is examined is on this machine.
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
