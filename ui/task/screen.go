// Package task is the page of a task. It combines every exchange about the task: states, artifacts,
// conversation, push configurations, and why it failed.
package task

import (
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/call"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/pushes"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
	"github.com/a2a-console/a2a-console/ui/why"
)

// Screen serves the page of a task. Safe for concurrent use.
type Screen struct {
	Web      *web.Site
	Agents   *agents.Directory
	Calls    *call.Sender
	Lists    *list.Lists
	Pushes   *pushes.Reader
	Tapes    *tape.Tapes
	Causes   *why.Finder
	Caller   host.Caller
	Desk     host.Desk
	Keeper   host.Keeper
	Library  host.Library
	Webhooks host.Webhooks // nil: this console does not receive push notifications
}
