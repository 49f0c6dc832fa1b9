package wire

import "time"

// HeldItem is a request, a response or an event that waits for a decision.
type HeldItem struct {
	ID          string // UUIDv7
	Exchange    string // id, "" if it is not recorded
	Session     string
	Agent       string // origin of the upstream
	Origin      Origin // who caused the exchange
	Side        Side   // Request or Response: the side it arrived on
	Frame       int    // its index on that side
	Kind        FrameKind
	Labels      Labels      // of the request
	FrameLabels FrameLabels // of the frame
	Raw         []byte      // as it arrived
	Rule        string      // text of the rule that holds it
	HeldAt      time.Time
	Deadline    time.Time   // when OnTimeout happens; zero means never
	OnTimeout   PassageKind // PassageHeld (forward unchanged) or PassageDropped

	// Codec frames and checks an edit. nil if the frame is not a document.
	Codec FrameCodec
}

// Release is a decision about a held item.
type Release struct {
	Kind      PassageKind // PassageHeld: forward unchanged; PassageEdited: send Raw; PassageDropped: send nothing
	Raw       []byte      // framed; for PassageEdited
	DecidedBy string      // "person", "timeout", "api", "budget" (it could not be held any longer)
}

// AsFrame returns the held bytes as the Frame they arrived as, for a FrameCodec.
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
