package archive

import (
	"encoding/json"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// harHead is a head as it came: text in JSON, or where it is none its bytes.
type harHead []byte

// harBytes is a head that is no text.
type harBytes struct {
	Base64 []byte `json:"base64"`
}

// MarshalJSON implements json.Marshaler.
func (h harHead) MarshalJSON() ([]byte, error) {
	if utf8.Valid(h) {
		return json.Marshal(string(h))
	}
	return json.Marshal(harBytes{h})
}

// UnmarshalJSON implements json.Unmarshaler. What others write there is no head.
func (h *harHead) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		*h = harHead(text)
		return nil
	}
	var raw harBytes
	if json.Unmarshal(b, &raw) == nil {
		*h = raw.Base64
	}
	return nil
}

// harSurplus is what came after a response.
type harSurplus []byte

// UnmarshalJSON implements json.Unmarshaler. What others write there is none.
func (h *harSurplus) UnmarshalJSON(b []byte) error {
	var raw []byte
	if json.Unmarshal(b, &raw) == nil {
		*h = raw
	}
	return nil
}

// heads takes over heads as they came, without the values that others have, and
// what came after the response.
func (w *Whole) heads(o *harOurs) {
	x := &w.Exchange
	if len(o.RequestReceived) > 0 {
		x.Request.Received = wire.ReceivedRequest(o.RequestReceived, x.Request.Header, wire.Target(x.URL))
	}
	switch {
	case len(o.ResponseReceived) == 0:
	case x.Response.Status == 0:
		h := wire.UnreadHead(o.ResponseReceived)
		x.Response.Header, x.Response.Received = h.Header, h.Received
	default:
		x.Response.Received = wire.ReceivedResponse(o.ResponseReceived, x.Response.Status, x.Response.Header)
	}
	x.Response.Surplus = o.Surplus[:min(len(o.Surplus), wire.SurplusLimit)]
	if at, err := time.Parse(time.RFC3339Nano, o.ResponseEnded); err == nil {
		x.Response.Ended = at.UTC()
	}
	if at, err := time.Parse(time.RFC3339Nano, o.ClientLeft); err == nil {
		x.Response.Left = at.UTC()
	}
}
