package console

import (
	"sync"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/webhook"
)

// AwaitedHooks hands out webhooks to who waits for what comes there. Safe for concurrent
// use; the zero value has handed out none.
type AwaitedHooks struct {
	mu   sync.Mutex
	came map[string]chan string // by the hook's id: exchanges
}

// awaitedMost is how many notifications of a hook wait to be taken; more are not told.
const awaitedMost = 16

// Taken takes a delivery; it is what a receiver is given.
func (a *AwaitedHooks) Taken(d webhook.Delivery) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if c := a.came[d.Hook.ID]; c != nil {
		select {
		case c <- d.Exchange:
		default:
		}
	}
}

// Hook makes one at a receiver.
func (a *AwaitedHooks) Hook(r *Webhooks) examine.Hook {
	h, c := r.Make("", ""), make(chan string, awaitedMost)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.came == nil {
		a.came = map[string]chan string{}
	}
	a.came[h.ID] = c
	return examine.Hook{URL: h.URL, Token: h.Token, Came: c}
}
