package wire

import "time"

// HeldItem is a request, a response or an event that waits for somebody's decision.
type HeldItem struct {
	ID       string // UUIDv7
	Exchange string // id, "" where it is not recorded
	Session  string
	Agent    string // origin of the upstream
	Origin   Origin // whose doing the exchange is
	Side     Side   // Request or Response: where it came
	Frame    int    // its index on that side
	Kind     FrameKind
	Labels   Labels      // of the request
	Says     FrameLabels // of the frame
	Raw      []byte      // as it came
	Rule     string      // text of the rule that holds it
	Since    time.Time
	Until    time.Time // when Then happens by itself; zero means never
	Then     Passed    // Held (is forwarded unchanged) or Dropped

	// Passing frames and checks an edit. nil where the frame is no document.
	Passing Passing
}

// Release is a decision about something held.
type Release struct {
	How Passed // Held: it is forwarded unchanged; Edited: Raw goes on; Dropped: nothing does
	Raw []byte // with Edited, framed
	By  string // "person", "timeout", "api", "budget": it could not be held any longer
}

// AsFrame is what is held as the frame that it came as, for Passing.
func (h *HeldItem) AsFrame() Frame {
	framing := h.Kind
	switch h.Kind {
	case Comment:
		framing = SSE
	case WSText, WSBin, WSClose, WSPing, WSPong:
		framing = WebSocket
	case Body:
		return Frame{Kind: Body, Index: h.Frame, Raw: h.Raw, Data: h.Raw, Length: int64(len(h.Raw))}
	}
	for f := range Frames(framing, GateFrame, []Chunk{{Data: h.Raw}}) {
		f.Index = h.Frame
		return f
	}
	return Frame{Kind: h.Kind, Index: h.Frame, Raw: h.Raw, Data: h.Raw, Length: int64(len(h.Raw))}
}
