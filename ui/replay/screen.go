// Package replay is the screen of replays and mocks.
package replay

import (
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves the pages of this package. Safe for concurrent use.
type Screen struct {
	Web       *web.Site
	Agents    *agents.Directory
	Runs      *rerun.Runs
	Files     host.Files
	Library   host.Library
	Player    host.Player
	Reference string // origin of the built-in reference agent, "" when it does not run
}
