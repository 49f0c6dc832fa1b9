// Package traffic serves Traffic, which lists exchanges singly or by task, and Start, the first
// page of a fresh console.
package traffic

import (
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/frame"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves Traffic and Start. Safe for concurrent use.
type Screen struct {
	Web        *web.Site
	Agents     *agents.Directory
	Caller     host.Caller
	Frame      *frame.Frames
	Lists      *list.Lists
	Doctor     host.Doctor // nil: connections cannot be examined
	Keeper     host.Keeper
	Background *background.Calls
	Savings    *background.Jobs[*Saving]
	Library    host.Library
	Reference  string // origin of the built-in reference agent; "" if it does not run

	paths paths
}
