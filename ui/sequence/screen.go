// Package sequence is the sequence view of Traffic: who called whom, when.
package sequence

import (
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves the pages of this package. Safe for concurrent use.
type Screen struct {
	Web      *web.Site
	Lists    *list.Lists
	Tapes    *tape.Tapes
	Keeper   host.Keeper
	Library  host.Library
	sketches *sketches
}
