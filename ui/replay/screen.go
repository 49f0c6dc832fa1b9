// Package replay is the screen of replays and mocks. ui/rerun runs them; this package draws
// them and parses their forms.
package replay

import (
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves the pages of replays and mocks. Safe for concurrent use.
type Screen struct {
	Web       *web.Site
	Agents    *agents.Directory
	Runs      *rerun.Runs
	Files     host.Files
	Library   host.Library
	Player    host.Player
	Reference string // origin of the built-in reference agent; "" if it does not run
}
