package exchange

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// sentHead is the head of the tab's message as it went on; nil where it went on
// as it came.
func (d *detail) sentHead() *wire.Head {
	if d.Tab == "request" {
		return d.X.RequestSent
	}
	return d.X.ResponseSent
}

// hasBody reports whether the tab's message has more to it than a head: there was
// an answer, or bytes of what could not be read as one.
func (d *detail) hasBody() bool {
	return d.Tab == "request" || d.X.Response.Status != 0 || d.X.ResponseBytes > 0 || d.X.ResponseSent != nil
}

// changed says what the console changed of a response.
func (d *detail) changed() string {
	if h := d.X.ResponseSent; h != nil && h.Status != d.X.Response.Status {
		return "What the agent sent cannot be passed on. The console answered in its place."
	}
	return "The console put the tap's address in place of the agent's, so that callers stay on the tap."
}

// lacks reports whether a gap of the exchange is in a side.
func (d *detail) lacks(side wire.Side) bool {
	return slices.ContainsFunc(d.X.Gaps, func(g wire.Gap) bool { return g.Side == side })
}
