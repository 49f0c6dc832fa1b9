// Package palette serves the palette (Ctrl K): it finds agents, sessions, tasks, screens and
// actions by name. ui/frame draws the palette.
package palette

import (
	"github.com/a2a-console/a2a-console/ui/frame"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves the palette. Safe for concurrent use.
type Screen struct {
	Web        *web.Site
	Frame      *frame.Frames
	Runs       *rerun.Runs
	Desk       host.Desk
	Library    host.Library
	Player     host.Player
	Requests   host.Requests // nil: no saved requests
	CanExamine bool          // examinations are available
}
