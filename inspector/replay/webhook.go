package replay

import (
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a/session"
)

// Webhooks are the console's own receivers of push notifications.
type Webhooks interface {
	// Own reports whether a recorded address is one of theirs, of this run or an earlier.
	Own(url string) bool
	// Make hands out an address, with a token to send along, for the agent with this
	// endpoint. What is delivered to it belongs to the replay.
	Make(endpoint string) (url, token string)
}

// What the plan says of a step that has the agent push.
const (
	pushedAnew = "push notifications go to a new address of this console: the recorded one is of another session"
	pushedThen = "push notifications go to the recorded address: "
)

// stand is an address that takes the place of a recorded one.
type stand struct{ url, token string }

// stands are the addresses made so far, by recorded address. Safe for concurrent use.
type stands struct {
	from Webhooks // nil: no address is the console's own
	mu   sync.Mutex
	made map[string]stand
}

func newStands(from Webhooks) *stands { return &stands{from: from, made: map[string]stand{}} }

// own is the recorded address that a step registers, if it is the console's.
func (w *stands) own(s *step) (url string, ok bool) {
	c := session.Registers(s.call)
	if c == nil || w.from == nil || !w.from.Own(c.URL) {
		return "", false
	}
	return c.URL, true
}

// plan is what the plan says of a step's registration, "" where it has none.
func (w *stands) plan(s *step) string {
	if _, ok := w.own(s); ok {
		return pushedAnew
	}
	if c := session.Registers(s.call); c != nil && c.URL != "" {
		return pushedThen + c.URL
	}
	return ""
}

// at is the address that stands for a recorded one, made when it is first asked for.
func (w *stands) at(recorded, endpoint string) stand {
	w.mu.Lock()
	defer w.mu.Unlock()
	to, ok := w.made[recorded]
	if !ok {
		to.url, to.token = w.from.Make(endpoint)
		w.made[recorded] = to
	}
	return to
}

// of is the address that was made for a recorded one, "" for none.
func (w *stands) of(recorded string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.made[recorded].url
}
