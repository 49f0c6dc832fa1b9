package record

import (
	"fmt"
	"hash/fnv"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// GapID returns the id of a gap's row. It does not change while the gap grows.
func GapID(g wire.Gap) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d %s", g.Session, g.From.UnixNano(), g.Cause)
	return "gap-" + strconv.FormatUint(h.Sum64(), 36)
}

// GapTitle describes a gap at length.
func GapTitle(g wire.Gap) string {
	s := part.Stamp(g.From) + " – " + part.Stamp(g.To)
	if g.Problem != "" {
		s += ": " + part.Short(g.Problem, 300)
	}
	return s
}
