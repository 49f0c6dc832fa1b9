package print

import (
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/api"
)

// Exchange is the JSON line of an exchange that the user named by its id.
type Exchange struct {
	api.Exchange
	RequestReceived  string                `json:"request_received,omitempty"` // the head as received, if the other members show less
	ResponseReceived string                `json:"response_received,omitempty"`
	Surplus          string                `json:"surplus,omitempty"`  // bytes after the end of the response
	Passages         []api.Passage         `json:"passages,omitempty"` // frames that were not forwarded unchanged
	Found            []RecordedFindingLine `json:"found,omitempty"`    // the findings that Findings counts
	Cause            *CauseLine            `json:"why,omitempty"`      // why it failed
	FrameList        []api.Frame           `json:"frame_list"`         // as received, and as sent if that is on record
}

// ExchangeOf returns the JSON line of an exchange, with its heads and passages. It leaves out
// FrameList, Found and Cause.
func ExchangeOf(x wire.Exchange, passed []wire.Passage) Exchange {
	l := Exchange{
		Exchange:        api.ExchangeOf(x),
		RequestReceived: string(x.Request.ReceivedBytes(wire.RequestTarget(x.URL))), ResponseReceived: string(x.Response.ReceivedBytes("")), Surplus: string(x.Response.Surplus),
	}
	l.Interim, l.RequestSent, l.ResponseSent = x.Interim, x.RequestSent, x.ResponseSent
	for i := range passed {
		l.Passages = append(l.Passages, api.PassageOf(x.ID, &passed[i]))
	}
	return l
}
