package exchange

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
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

// edited reports whether a side has a version as it went on. A file has one only where that
// is not what came.
func (d *detail) edited(side wire.Side) bool {
	return slices.ContainsFunc(d.Passages, func(p wire.Passage) bool { return p.Side == side && (!d.isStandalone || replacesContent(p.Kind)) })
}

// replacesContent reports whether something else went on than came.
func replacesContent(how wire.PassageKind) bool {
	return how == wire.PassageEdited || how == wire.PassageDropped || how == wire.PassageInjected
}

// replaced reports that the console answered in place of the agent, whose answer could not
// be passed on.
func (d *detail) replaced() bool {
	return d.X.ResponseSent != nil && d.X.ResponseSent.Status != d.X.Response.Status
}

// isCard reports an answer in which the console puts the tap's address for the agent's.
func (d *detail) isCard() bool {
	op := a2a.Operation(d.X.Labels.Op)
	return op == a2a.GetCard || op == a2a.GetExtendedCard
}

// changeNote says what the console itself did to a response. What rules or a person changed is
// among the passages.
func (d *detail) changeNote() string {
	switch {
	case d.replaced():
		return "What the agent sent cannot be passed on. The console answered in its place."
	case d.isCard():
		return "The console put the tap's address in place of the agent's, so that callers stay on the tap."
	}
	return "It went on through rules of the console, frame by frame."
}

// alterationNote says that the client got something else than the reading shows, and why; "" where
// it did not.
func (d *detail) alterationNote() string {
	other := slices.ContainsFunc(d.Passages, func(p wire.Passage) bool { return p.Side == wire.Response && replacesContent(p.Kind) })
	switch {
	case other && d.X.Response.Status == 0:
		return "A rule answered in the agent's place."
	case other:
		return "This is what the agent sent; the client got something else."
	case d.X.Rewritten && !d.edited(wire.Response) && (d.replaced() || d.isCard()):
		return d.changeNote()
	}
	return ""
}

// lacks reports whether a gap of the exchange is in a side.
func (d *detail) lacks(side wire.Side) bool {
	return slices.ContainsFunc(d.X.Gaps, func(g wire.Gap) bool { return g.Side == side })
}
