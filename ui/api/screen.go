// Package api is the HTTP API for programs, as openapi.json describes it, and the live feed.
// Handlers read and change the console through the interfaces of ui/host and respond in JSON. The
// exported types are the JSON forms, which the command line prints as well.
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

// Screen serves the API. Safe for concurrent use.
type Screen struct {
	Web       *web.Site
	Agents    *agents.Directory
	Lists     *list.Lists
	Runs      *rerun.Runs
	Tapes     *tape.Tapes
	Desk      host.Desk
	Directory host.Directory
	Files     host.Files  // nil: the routes that need it are left out
	Keeper    host.Keeper // nil: as Files
	Library   host.Library
	Player    host.Player   // nil: as Files
	Requests  host.Requests // nil: as Files
	Secrets   host.Secrets  // nil: saved requests are stored without looking up what the record redacts
	Taps      host.Taps
	Rules     host.Rules // nil: the routes of rules and held items are left out
	HoldQueue host.HoldQueue

	Background   *background.Calls
	Jobs         []web.Route // routes of background jobs
	Examinations *examination.Runs
	Imports      *background.Jobs[*Import]
}
