package exchange

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// sentHead returns the head that was forwarded for the tab's message, nil if it was unchanged.
func (d *detail) sentHead() *wire.Head {
	if d.Tab == "request" {
		return d.X.RequestSent
	}
	return d.X.ResponseSent
}

// hasBody reports whether the tab has a body to show: that of a request, of a response, or of bytes
// that could not be read as a response.
func (d *detail) hasBody() bool {
	return d.Tab == "request" || d.X.Response.Status != 0 || d.X.ResponseBytes > 0 || d.X.ResponseSent != nil
}

// hasForwardedVersion reports whether frames of a side were not simply passed on, so that it has a
// forwarded version. On a saved page, only changes of the content count.
func (d *detail) hasForwardedVersion(side wire.Side) bool {
	return slices.ContainsFunc(d.Passages, func(p wire.Passage) bool { return p.Side == side && (!d.isStandalone || replacesContent(p.Kind)) })
}

// replacesContent reports whether a passage of this kind changes what the receiver gets.
func replacesContent(how wire.PassageKind) bool {
	return how == wire.PassageEdited || how == wire.PassageDropped || how == wire.PassageInjected
}

// isReplaced reports whether the console answered in place of the agent, whose response could not
// be forwarded.
func (d *detail) isReplaced() bool {
	return d.X.ResponseSent != nil && d.X.ResponseSent.Status != d.X.Response.Status
}

// isCard reports whether the response is a card. The console replaces the address in it.
func (d *detail) isCard() bool {
	op := a2a.Operation(d.X.Labels.Op)
	return op == a2a.GetCard || op == a2a.GetExtendedCard
}

// changeNote says what the console itself did to a response. Changes by rules or a person are in
// Passages.
func (d *detail) changeNote() string {
	switch {
	case d.isReplaced():
		return "The agent's response could not be forwarded. The console answered in its place."
	case d.isCard():
		return "The console replaced the agent's address with the tap's, so that callers stay on the tap."
	}
	return "Rules of the console forwarded it frame by frame."
}

// alterationNote says why the client got something other than the Messages tab shows, or returns ""
// if it did not.
func (d *detail) alterationNote() string {
	other := slices.ContainsFunc(d.Passages, func(p wire.Passage) bool { return p.Side == wire.Response && replacesContent(p.Kind) })
	switch {
	case other && d.X.Response.Status == 0:
		return "A rule answered in the agent's place."
	case other:
		return "This is what the agent sent; the client got something else."
	case d.X.Rewritten && !d.hasForwardedVersion(wire.Response) && (d.isReplaced() || d.isCard()):
		return d.changeNote()
	}
	return ""
}

func (d *detail) hasGap(side wire.Side) bool {
	return slices.ContainsFunc(d.X.Gaps, func(g wire.Gap) bool { return g.Side == side })
}
