// Package call sends to agents in the background for all screens: messages, operations on tasks,
// and recorded requests again. It takes prepared requests and returns the ids of the exchanges that
// record them.
package call

import (
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Sender sends to agents. Everything it sends is recorded. Safe for concurrent use.
type Sender struct {
	Web        *web.Site
	Agents     *agents.Directory
	Background *background.Calls

	Caller  host.Caller
	Desk    host.Desk
	Library host.Library
}
