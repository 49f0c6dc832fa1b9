package sequence

import (
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

// Paths of arrows that do not go from lane to lane.
const (
	pathLost     = "lost"     // dropped on its way: ends halfway
	pathInjected = "injected" // the agent did not send it: begins at the tap
	pathHeld     = "held"     // waits at the tap
	pathResumed  = "on"       // the second half of a request that was held at the tap
)

// requestPassage returns how the request passed the tap, or nil if it passed unchanged. A drop wins
// over other passages; otherwise the last one counts.
func (h *hop) requestPassage() *wire.Passage {
	if i := slices.IndexFunc(h.sketch.RequestPassages, func(p wire.Passage) bool { return p.Kind == wire.PassageDropped }); i >= 0 {
		return &h.sketch.RequestPassages[i]
	}
	for i := len(h.sketch.RequestPassages) - 1; i >= 0; i-- {
		if p := &h.sketch.RequestPassages[i]; p.Kind != wire.PassageInjected {
			return p
		}
	}
	return nil
}

// heldOf returns the item of one side that is held now, or nil. If events have arrived, the agent
// already has the first message of the request, so a later held message does not count.
func (h *hop) heldOf(side wire.Side) *wire.HeldItem {
	if h.X.Outcome != wire.Open || side == wire.Request && len(h.sketch.Rows) > 0 {
		return nil
	}
	for i := range h.heldItems {
		if h.heldItems[i].Side == side {
			return &h.heldItems[i]
		}
	}
	return nil
}

func (h *hop) reached() bool {
	p := h.requestPassage()
	return !h.stopped() && h.heldOf(wire.Request) == nil && (p == nil || p.Kind != wire.PassageDropped)
}

// requests returns the arrows of the request: one to the agent, or one to the tap that held it and
// one from there once it was released.
func (h *hop) requests() []*mark {
	first := &mark{Kind: "request", At: h.X.Started, Label: h.requestLabel(), Quote: h.quote(), Sentence: h.requestSentence(), room: requestRoom, hop: h}
	if first.Quote != "" {
		first.room += quoteRoom
	}
	all, name := []*mark{first}, part.Short(h.Name, 48)
	p := h.requestPassage()
	switch {
	case h.heldOf(wire.Request) != nil:
		first.Path, first.Label = pathHeld, "‖ held · "+first.Label
		first.Sentence += ". The console is holding it: " + name + " has not received it yet"
	case p != nil && p.Kind == wire.PassageDropped:
		first.Path, first.Label = pathLost, "∅ dropped · "+first.Label
		first.Sentence += ". It was dropped " + record.PassedBy(*p) + ": " + name + " never received it"
	case p != nil && p.HoldTime > 0:
		glyph, word := record.PassedMark(p.Kind)
		if p.Kind == wire.PassageEdited {
			word = "held, edited"
		}
		took := part.Duration(time.Duration(p.HoldTime))
		first.Path = pathHeld
		all = append(all, &mark{Kind: "request", At: p.At, Path: pathResumed, Label: glyph + " " + word + " · " + took, room: requestRoom, hop: h,
			Sentence: "The console forwards it to " + name + " after " + took + ": " + word + " " + record.PassedBy(*p)})
	}
	return all
}

// markHeld stops events at the tap from the held one on, and adds an arrow for a
// response that is held whole.
func (h *hop) markHeld() {
	held := h.heldOf(wire.Response)
	if held == nil {
		return
	}
	for _, m := range h.Marks {
		if m.Kind == "event" && m.Path == "" && m.last > held.Frame {
			if m.Path = pathHeld; m.first <= held.Frame+1 {
				m.Label = "‖ held · " + m.Label
			}
			m.Sentence += ". The console is holding it back: the caller has not received it yet"
		}
	}
	if len(h.sketch.Rows) == 0 {
		h.Marks = append(h.Marks, &mark{Kind: "event", At: held.HeldAt, IsResponse: true, Path: pathHeld, Label: "‖ held · answer", room: eventRoom, hop: h,
			Sentence: part.Short(h.Name, 48) + " has answered. The console is holding the answer back: the caller has not received it yet"})
	}
}
