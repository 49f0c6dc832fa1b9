// Package palette is what the palette (Ctrl K) finds.
package palette

import (
	"github.com/a2a-console/a2a-console/ui/frame"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves the pages of this package. Safe for concurrent use.
type Screen struct {
	Web        *web.Site
	Frame      *frame.Frames
	Runs       *rerun.Runs
	Desk       host.Desk
	Library    host.Library
	Player     host.Player
	Requests   host.Requests // nil: none are saved
	CanExamine bool          // agents can be examined
}
