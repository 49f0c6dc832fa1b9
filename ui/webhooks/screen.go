// Package webhooks is the screen for testing push notifications: addresses, their deliveries, and
// what the credentials prove. ui/pushes reads the exchanges.
package webhooks

import (
	"context"
	"sync/atomic"

	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/call"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/pushes"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves Webhooks. Safe for concurrent use.
type Screen struct {
	Web        *web.Site
	Agents     *agents.Directory
	Calls      *call.Sender
	Drafts     *draft.Store
	Lists      *list.Lists
	Pushes     *pushes.Reader
	Desk       host.Desk
	Library    host.Library
	Examiner   host.Examiner                                                   // nil: nothing can be examined
	Webhooks   host.Webhooks                                                   // nil: this console does not receive push notifications
	Reference  string                                                          // origin of the built-in reference agent; "" if it does not run
	SendPushed func(ctx context.Context, draft string) (url string, err error) // sends a draft with a new push address

	mode deliveryMode
}

// deliveryMode remembers the mode in which the reference agent was last asked to
// push. Safe for concurrent use.
type deliveryMode struct{ last atomic.Pointer[string] }

func (m *deliveryMode) set(s string) { m.last.Store(&s) }

func (m *deliveryMode) value() string {
	if s := m.last.Load(); s != nil {
		return *s
	}
	return ""
}
