// Package frame draws what stands around every page: the rail, the bar with the tap,
// the state of recording, the palette's box.
package frame

import (
	"net/http"

	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Frames draws what stands around every page: the rail, the bar with the tap, the
// state of recording. It implements web.Around.
type Frames struct {
	Web    *web.Site
	Agents *agents.Directory
	Runs   *rerun.Runs

	Desk      host.Desk
	Directory host.Directory
	Library   host.Library
	Taps      host.Taps
	Rules     host.Rules // nil: nothing is intercepted, and Holds is nil, too
	HoldQueue host.HoldQueue
	Running   func() int                   // how many jobs run
	ScopeOf   func(r *http.Request) string // origin of the agent that a page is about, "" for none or several
	TapListen string                       // host the taps are bound to, for the advice on reaching them
	Version   string                       // of the program
}
