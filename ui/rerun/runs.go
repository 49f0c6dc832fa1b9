// Package rerun replays sessions in the background and serves them as mocks. It keeps the replays
// of this launch and takes snapshots for pages; ui/replay draws them.
package rerun

import (
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Runs replays sessions and serves them as mocks. Safe for concurrent use.
type Runs struct {
	Web        *web.Site
	Background *background.Calls
	Reruns     *background.Jobs[*Rerun]

	Desk    host.Desk
	Library host.Library
	Player  host.Player
}
