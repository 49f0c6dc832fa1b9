// Package agentpage is the Agents screen: the list, the form that connects an agent, and each
// agent's page with its card, versions, tasks and credentials. It reads from ui/agents.
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
	Rules     host.Rules // nil: no rules are shown
	Taps      host.Taps
	Wallet    host.Wallet // nil: nobody can sign in
	results   *resultStore
}
