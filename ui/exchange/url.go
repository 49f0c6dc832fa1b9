package exchange

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// viewURL is the address of a body in another view.
func (d *detail) viewURL(b *body, view string) string {
	u := d.more("view", view)
	if b.Sent {
		u += "&sent=1"
	}
	return u
}

// rawURL is where a side's recorded bytes are.
func (d *detail) rawURL(side wire.Side) string {
	return "/exchanges/" + d.X.ID + "/raw/" + tape.SideName(side)
}

// findingURL is where a finding can be seen in its place.
func (d *detail) findingURL(f placed) string {
	u := d.tabURL(f.Tab)
	if f.Event > 0 {
		u += "&event=" + part.Itoa(f.Event)
	}
	return u
}

// noPlace are the problems that no line carries.
func noPlace(all []a2a.Problem) []a2a.Problem {
	var out []a2a.Problem
	for _, p := range all {
		if p.Offset < 0 {
			out = append(out, p)
		}
	}
	return out
}
