// Package compare is the screen that compares two exchanges or two sessions: it offers what to
// compare with, and shows the comparison that ui/comparison makes.
package compare

import (
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/comparison"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves the pages of this package. Safe for concurrent use.
type Screen struct {
	Web        *web.Site
	Background *background.Calls
	Comparer   *comparison.Comparer
	Desk       host.Desk
	Library    host.Library
	Lists      *list.Lists
}
