// Package agentpage is the screen of agents: the list, connecting one, and an agent's page.
package agentpage

import (
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/call"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves the pages of this package. Safe for concurrent use.
type Screen struct {
	Web       *web.Site
	Agents    *agents.Directory
	Calls     *call.Sender
	Caller    host.Caller
	Directory host.Directory
	Doctor    host.Doctor // nil: connections cannot be examined
	Library   host.Library
	Rules     host.Rules // nil: nothing is intercepted
	Taps      host.Taps
	Wallet    host.Wallet // nil: there is no signing in
	results   *resultStore
}
