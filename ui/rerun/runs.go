// Package rerun runs sessions again in the background and serves them as mocks.
package rerun

import (
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Runs runs sessions again and serves them as mocks. Safe for concurrent use.
type Runs struct {
	Web        *web.Site
	Background *background.Calls
	Reruns     *background.Jobs[*Rerun]

	Desk    host.Desk
	Library host.Library
	Player  host.Player
}
