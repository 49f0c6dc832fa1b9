package sequence

import (
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

// New returns a Screen. keeper may be nil.
func New(site *web.Site, lists *list.Lists, tapes *tape.Tapes, library host.Library, keeper host.Keeper) *Screen {
	return &Screen{Web: site, Lists: lists, Tapes: tapes, Keeper: keeper, Library: library, sketches: newSketches()}
}
