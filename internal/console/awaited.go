package console

import (
	"net"
	"net/url"
	"sync"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/webhook"
)

// AwaitedHooks hands out webhooks to who waits for what comes there. Safe for concurrent
// use; the zero value has handed out none.
type AwaitedHooks struct {
	mu    sync.Mutex
	came  map[string]chan string // by the hook's id: exchanges
	order []string               // ids, the oldest first
}

// awaitedMost is how many notifications of a hook wait to be taken; more are not told.
const awaitedMost = 16

// Receive takes a delivery; it is what a receiver is given.
func (a *AwaitedHooks) Receive(d webhook.Delivery) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if c := a.came[d.Hook.ID]; c != nil {
		select {
		case c <- d.Exchange:
		default:
		}
	}
}

// mostAwaited is how many hooks are waited at; the oldest are forgotten, which examinations
// that are over have no use for.
const mostAwaited = 1000

// Hook makes one at a receiver. What comes there is recorded into a session, "" for the
// current one.
func (a *AwaitedHooks) Hook(r *Webhooks, session string) examine.Hook {
	h, c := r.Make("", session), make(chan string, awaitedMost)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.came == nil {
		a.came = map[string]chan string{}
	}
	a.came[h.ID] = c
	if a.order = append(a.order, h.ID); len(a.order) > mostAwaited {
		delete(a.came, a.order[0])
		a.order = a.order[1:]
	}
	return examine.Hook{URL: h.URL, Token: h.Token, Came: c}
}

// OnThisMachine reports whether all that is examined is on this machine.
func OnThisMachine(targets []examine.Target) bool {
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
