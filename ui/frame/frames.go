// Package frame draws the frame around every page: the rail, the bar with taps and the state of
// recording, the help, and the palette's dialog. It does not depend on any screen.
package frame

import (
	"net/http"

	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Frames draws the frame around every page. It implements web.Around.
type Frames struct {
	Web    *web.Site
	Agents *agents.Directory
	Runs   *rerun.Runs

	Desk      host.Desk
	Directory host.Directory
	Library   host.Library
	Taps      host.Taps
	Rules     host.Rules // nil: no interception; HoldQueue is then nil too
	HoldQueue host.HoldQueue
	Running   func() int                   // number of running jobs
	ScopeOf   func(r *http.Request) string // origin of the agent that a page is about; "" for none or several
	TapListen string                       // host that the taps listen on; decides which flags tapRoutes asks for
	Version   string                       // of the program
}
