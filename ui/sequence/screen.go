// Package sequence draws Traffic as a sequence diagram: who called whom, and when. It reads lists
// and tapes, and is a view of ui/list.
package sequence

import (
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves the sequence view. Safe for concurrent use.
type Screen struct {
	Web      *web.Site
	Lists    *list.Lists
	Tapes    *tape.Tapes
	Keeper   host.Keeper
	Library  host.Library
	sketches *sketches
}
