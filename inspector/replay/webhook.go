package replay

import (
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a/session"
)

// Webhooks are the console's own receivers of push notifications.
type Webhooks interface {
	// IsOwn reports whether a recorded address is the console's, from this run or an earlier one.
	IsOwn(url string) bool
	// Make creates an address for the agent with this endpoint, and a token for its deliveries, which belong to
	// the replay.
	Make(endpoint string) (url, token string)
}

// Texts of the plan for a step that registers a webhook.
const (
	pushNew      = "push notifications go to a new address of this console: the recorded one belongs to another session"
	pushRecorded = "push notifications go to the recorded address: "
)

// address is a new webhook address with its token, in place of a recorded one.
type address struct{ url, token string }

// addresses holds the new addresses by recorded address. It is safe for concurrent use.
type addresses struct {
	webhooks   Webhooks // nil: no address is the console's own
	mu         sync.Mutex
	byRecorded map[string]address
}

func newAddresses(from Webhooks) *addresses {
	return &addresses{webhooks: from, byRecorded: map[string]address{}}
}

// ownURL returns the console's address that a recorded step registers.
func (w *addresses) ownURL(s *step) (url string, ok bool) {
	c := session.Registers(s.call)
	if c == nil || w.webhooks == nil || !w.webhooks.IsOwn(c.URL) {
		return "", false
	}
	return c.URL, true
}

// planText returns what the plan says about a step's registration, "" if it has none.
func (w *addresses) planText(s *step) string {
	if _, ok := w.ownURL(s); ok {
		return pushNew
	}
	if c := session.Registers(s.call); c != nil && c.URL != "" {
		return pushRecorded + c.URL
	}
	return ""
}

// replace returns the address that replaces a recorded one, and creates it on the first call.
func (w *addresses) replace(recorded, endpoint string) address {
	w.mu.Lock()
	defer w.mu.Unlock()
	to, ok := w.byRecorded[recorded]
	if !ok {
		to.url, to.token = w.webhooks.Make(endpoint)
		w.byRecorded[recorded] = to
	}
	return to
}

// replacementURL returns the address created for a recorded one, "" for none.
func (w *addresses) replacementURL(recorded string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.byRecorded[recorded].url
}
