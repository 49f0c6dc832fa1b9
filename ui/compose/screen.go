// Package compose is the screen to write messages and to follow the conversation live. Its state is
// a draft of ui/draft; it sends through ui/call, and draws recorded exchanges.
package compose

import (
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/call"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/pushes"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
	"github.com/a2a-console/a2a-console/ui/why"
)

// Screen serves the pages of this package. Safe for concurrent use.
type Screen struct {
	Web        *web.Site
	Agents     *agents.Directory
	Background *background.Calls
	Calls      *call.Sender
	Drafts     *draft.Store
	Lists      *list.Lists
	Pushes     *pushes.Reader
	Tapes      *tape.Tapes
	Causes     *why.Finder
	Caller     host.Caller
	Desk       host.Desk
	Library    host.Library
	Requests   host.Requests // nil: requests cannot be saved
	Secrets    host.Secrets  // nil: secret variables are typed each time
	Taps       host.Taps
	Webhooks   host.Webhooks // nil: this console does not receive push notifications
	Reference  string        // origin of the built-in reference agent, "" if it is not running
}
