package print

import (
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// ExchangeLine is what scripts get of an exchange.
type ExchangeLine struct {
	ID            string        `json:"id"`
	Session       string        `json:"session"`
	Origin        string        `json:"origin"`
	Op            string        `json:"op"`
	Dialect       string        `json:"dialect"`
	Binding       string        `json:"binding"`
	Method        string        `json:"method"`
	URL           string        `json:"url"`
	Agent         string        `json:"agent"`
	HTTPStatus    int           `json:"http_status"`
	Task          string        `json:"task"`
	Context       string        `json:"context"`
	State         string        `json:"state"`
	Frames        int           `json:"frames"`
	RequestBytes  int64         `json:"request_bytes"`
	ResponseBytes int64         `json:"response_bytes"`
	Started       string        `json:"started"`
	DurationMS    float64       `json:"duration_ms"`
	Outcome       string        `json:"outcome"`
	Findings      int           `json:"findings"`
	Worst         string        `json:"worst"`            // severity of the worst finding, "" without any
	Failed        bool          `json:"failed"`           // the exchange failed: is:failed
	Wrong         bool          `json:"wrong"`            // it did its work, though the agent broke a rule that it must keep: is:wrong
	CutOff        bool          `json:"cut_off"`          // a document of the answer ends before it is whole
	Text          string        `json:"text"`             // the beginning of what was said
	Passed        []wire.Passed `json:"passed,omitempty"` // how frames passed that did not go on as they came
	Incomplete    bool          `json:"incomplete"`       // bytes that crossed the wire are not on record
	Gaps          []archive.Gap `json:"gaps"`             // which, as far as the record knows
	Error         string        `json:"error,omitempty"`
	Problem       string        `json:"problem,omitempty"`
	ClientLeft    string        `json:"client_left,omitempty"` // when, before it had the whole response
	Pinned        bool          `json:"pinned,omitempty"`
	Note          string        `json:"note,omitempty"`

	// Only of an exchange that was asked for by its id:

	RequestReceived  string         `json:"request_received,omitempty"` // heads as they came, where other members tell less
	ResponseReceived string         `json:"response_received,omitempty"`
	Surplus          string         `json:"surplus,omitempty"` // what came after the end of the response
	Interim          []wire.Interim `json:"interim,omitempty"`
	RequestSent      *wire.Head     `json:"request_sent,omitempty"`
	ResponseSent     *wire.Head     `json:"response_sent,omitempty"`
	Passages         []PassedLine   `json:"passages,omitempty"` // which frames did not go on as they came
	Found            []FoundLine    `json:"found,omitempty"`    // what Findings counts
	Why              *WhyLine       `json:"why,omitempty"`      // why it failed, of one exchange alone
}

// ExchangeLineOf puts an exchange in the words scripts rely on.
func ExchangeLineOf(x wire.Exchange) ExchangeLine {
	l := ExchangeLine{
		ID: x.ID, Session: x.Session, Origin: string(x.Origin), Agent: x.Agent,
		Op: x.Labels.Op, Dialect: x.Labels.Dialect, Binding: x.Labels.Binding,
		Method: x.Method, URL: x.URL, HTTPStatus: x.Response.Status,
		Task: x.Labels.Task, Context: x.Labels.Context, State: x.Labels.State,
		Frames: x.Frames, RequestBytes: x.RequestBytes, ResponseBytes: x.ResponseBytes,
		Started: stdio.Stamp(x.Started), Outcome: string(x.Outcome),
		Findings: x.Labels.Findings, Worst: x.Labels.Worst, Failed: words.HasFailed(&x), Wrong: words.IsWrong(&x), CutOff: x.Labels.CutOff, Text: words.Said(x), Error: x.Labels.Error, Problem: x.Problem,
		Pinned: x.Pinned, Note: x.Note, Passed: x.Passed.List(), Incomplete: x.Lacks(), Gaps: append([]archive.Gap{}, archive.GapsOf(x.Gaps)...),
	}
	if at := x.Response.Left; !at.IsZero() {
		l.ClientLeft = stdio.Stamp(at)
	}
	if !x.Ended.IsZero() {
		l.DurationMS = stdio.Millis(x.Ended.Sub(x.Started))
	}
	return l
}
