package record

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// HeldWhole reports whether what is held is a whole request or response, and no event of several.
func HeldWhole(h *wire.HeldItem) bool { return h.Kind == wire.Body || h.Kind == "" }

// HeldWhat says in a word or two what is held: "request", "artifact event".
func HeldWhat(h *wire.HeldItem) string {
	switch {
	case h.Origin == wire.Push:
		return "push"
	case HeldWhole(h) && h.Side == wire.Request:
		return "request"
	case HeldWhole(h):
		return "response"
	case h.Side == wire.Request:
		return "message of the client"
	case h.Says.Kind == "comment" || h.Kind == wire.Comment:
		return "keep-alive"
	case h.Says.Kind == "":
		return "event"
	}
	return part.Short(h.Says.Kind, 24) + " event"
}

// HeldNumber is its place among the events, "" where there is only one.
func HeldNumber(h *wire.HeldItem) string {
	if HeldWhole(h) {
		return ""
	}
	return "#" + part.Count(h.Frame+1)
}

// HeldName names it: "artifact event #3".
func HeldName(h *wire.HeldItem) string {
	return strings.TrimSpace(HeldWhat(h) + " " + HeldNumber(h))
}

// HeldTitle names it at the beginning of a line: "Artifact event #3".
func HeldTitle(h *wire.HeldItem) string { return part.Capital(HeldName(h)) }

// HeldThen says what happens when its time is over.
func HeldThen(h *wire.HeldItem) string {
	if h.Then == wire.Dropped {
		return "is dropped"
	}
	return "is forwarded unchanged"
}

// HeldDropped says what happens when it is dropped.
func HeldDropped(h *wire.HeldItem) string {
	if h.Origin == wire.Push {
		return "It is not taken, and the agent's connection is closed"
	}
	if h.Side == wire.Request && HeldWhole(h) {
		return "The agent is not called, and the client's connection is closed"
	}
	return "It is not sent"
}
