package record

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// IsHeldWhole reports whether the held item is a whole request or response,
// not one of several events.
func IsHeldWhole(h *wire.HeldItem) bool { return h.Kind == wire.Body || h.Kind == "" }

// HeldKind names the kind of a held item: "request", "artifact event".
func HeldKind(h *wire.HeldItem) string {
	switch {
	case h.Origin == wire.Push:
		return "push"
	case IsHeldWhole(h) && h.Side == wire.Request:
		return "request"
	case IsHeldWhole(h):
		return "response"
	case h.Side == wire.Request:
		return "message of the client"
	case h.FrameLabels.Kind == "comment" || h.Kind == wire.Comment:
		return "keep-alive"
	case h.FrameLabels.Kind == "":
		return "event"
	}
	return part.Short(h.FrameLabels.Kind, 24) + " event"
}

// HeldNumber returns the item's position among the events: "#3"; "" for a whole message.
func HeldNumber(h *wire.HeldItem) string {
	if IsHeldWhole(h) {
		return ""
	}
	return "#" + part.Count(h.Frame+1)
}

// HeldName names a held item: "artifact event #3".
func HeldName(h *wire.HeldItem) string {
	return strings.TrimSpace(HeldKind(h) + " " + HeldNumber(h))
}

// HeldTitle returns HeldName for the beginning of a line: "Artifact event #3".
func HeldTitle(h *wire.HeldItem) string { return part.Capital(HeldName(h)) }

// HeldTimeout says what happens when the hold times out.
func HeldTimeout(h *wire.HeldItem) string {
	if h.OnTimeout == wire.PassageDropped {
		return "is dropped"
	}
	return "is forwarded unchanged"
}

// HeldDropEffect says what happens if the item is dropped.
func HeldDropEffect(h *wire.HeldItem) string {
	if h.Origin == wire.Push {
		return "The delivery is not accepted, and the agent's connection is closed"
	}
	if h.Side == wire.Request && IsHeldWhole(h) {
		return "The agent is not called, and the client's connection is closed"
	}
	return "It is not sent"
}
