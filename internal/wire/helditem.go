package wire

import "time"

// HeldItem is a request, a response or an event that waits for somebody's decision.
type HeldItem struct {
	ID          string // UUIDv7
	Exchange    string // id, "" where it is not recorded
	Session     string
	Agent       string // origin of the upstream
	Origin      Origin // whose doing the exchange is
	Side        Side   // Request or Response: where it came
	Frame       int    // its index on that side
	Kind        FrameKind
	Labels      Labels      // of the request
	FrameLabels FrameLabels // of the frame
	Raw         []byte      // as it came
	Rule        string      // text of the rule that holds it
	HeldAt      time.Time
	Deadline    time.Time   // when Then happens by itself; zero means never
	OnTimeout   PassageKind // Held (is forwarded unchanged) or Dropped

	// FrameCodec frames and checks an edit. nil where the frame is no document.
	Codec FrameCodec
}

// Release is a decision about something held.
type Release struct {
	Kind      PassageKind // Held: it is forwarded unchanged; Edited: Raw goes on; Dropped: nothing does
	Raw       []byte      // with Edited, framed
	DecidedBy string      // "person", "timeout", "api", "budget": it could not be held any longer
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
	for f := range Frames(framing, MaxGateFrame, []Chunk{{Data: h.Raw}}) {
		f.Index = h.Frame
		return f
	}
	return Frame{Kind: h.Kind, Index: h.Frame, Raw: h.Raw, Data: h.Raw, Length: int64(len(h.Raw))}
}
