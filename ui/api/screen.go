// Package api is the HTTP API for programs, as openapi.json describes it, and the live feed.
package api

import (
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/examination"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves the pages of this package. Safe for concurrent use.
type Screen struct {
	Web       *web.Site
	Agents    *agents.Directory
	Lists     *list.Lists
	Runs      *rerun.Runs
	Tapes     *tape.Tapes
	Desk      host.Desk
	Directory host.Directory
	Files     host.Files  // nil leaves out the routes that need it
	Keeper    host.Keeper // likewise
	Library   host.Library
	Player    host.Player   // likewise
	Requests  host.Requests // likewise
	Secrets   host.Secrets  // likewise
	Taps      host.Taps
	Rules     host.Rules // nil leaves out the routes of rules and of what they hold
	HoldQueue host.HoldQueue

	Background   *background.Calls
	Jobs         []web.Route // to what runs in the background
	Examinations *examination.Runs
	Imports      *background.Jobs[*Import]
}
