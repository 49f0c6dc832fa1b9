// Package cause explains why an exchange failed. Explain turns a Case, which holds what was read of the
// exchange, into a Cause: one sentence, its proof, the section of a specification, and what to try. FindGood
// finds the last good exchange of the same message and its differences; only it does I/O, through Store.
package cause

import (
	"slices"

	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Kind classifies a cause.
type Kind string

const (
	Connect          Kind = "connect"     // nothing accepted the connection, or it gave no response
	DNS              Kind = "dns"         // the name could not be looked up
	TLS              Kind = "tls"         // certificate or handshake
	Timeout          Kind = "timeout"     // no response, or no end, within the time limit
	Refused          Kind = "refused"     // the console did not forward it
	ClientLeft       Kind = "left"        // the client went away
	Interrupted      Kind = "interrupted" // the console stopped
	CutAnswer        Kind = "cut"         // the connection broke during the response
	SignIn           Kind = "sign-in"     // credentials are missing or not accepted
	Forbidden        Kind = "forbidden"   // the credentials do not permit this
	Path             Kind = "path"        // nothing is at the address
	Method           Kind = "method"      // the address does not accept the HTTP method
	Media            Kind = "media"       // the Content-Type
	Limit            Kind = "limit"       // too many requests
	Server           Kind = "server"      // a 5xx
	Status           Kind = "status"      // any other HTTP error
	HTML             Kind = "html"        // a web page instead of a response
	ProtocolError    Kind = "error"       // an error of JSON-RPC or A2A
	Version          Kind = "version"     // the agent speaks another version
	Task             Kind = "task"        // the task failed, or waits for a sign-in
	Finding          Kind = "finding"     // the answer breaks a rule
	MalformedRequest Kind = "malformed"   // the request is not JSON
	EarlyEnd         Kind = "early"       // the agent ended a stream before its task
	EmptyAnswer      Kind = "empty"       // the response contains nothing
	ModelCall        Kind = "model"       // a call of a model or a tool, which the agent made meanwhile, failed
)

// Place says where in an exchange a proof is.
type Place string

// Head is for what is known of the exchange as a whole.
const (
	Head     Place = "head"
	Request  Place = "request"
	Response Place = "response"
	Event    Place = "event"
	Findings Place = "findings"
	Beneath  Place = "beneath" // another exchange: a call of a model or a tool
)

// Proof is the evidence for a cause.
type Proof struct {
	Text     string // "Status 401 Unauthorized", or a finding
	Place    Place
	Event    int    // number of the event, from 1; 0 for other places
	Exchange string // id of the exchange with Place Beneath, else ""
}

// Cause says why an exchange failed.
type Cause struct {
	Kind   Kind
	Text   string // one sentence
	Proof  Proof
	Spec   string // "RFC 9110 §15.5.2"; "" if no specification covers it
	Advice string // one or two sentences
}

// Question returns the question that the cause answers. Not every exchange that has a cause has
// failed.
func (c Cause) Question(x wire.Exchange) string {
	switch {
	case c.Kind == ClientLeft || c.Kind == Interrupted || c.Kind == EarlyEnd:
		return "Why did it end?"
	case c.Kind == Task && x.Labels.State == string(a2a.AuthRequired):
		return "What does it wait for?"
	case !words.HasFailed(&x):
		return "What is wrong?"
	}
	return "Why did it fail?"
}

// PlacedFinding is a finding with its place in the exchange.
type PlacedFinding struct {
	a2a.Problem
	Place Place
	Event int
}

// Case holds what is known of an exchange, for Explain.
type Case struct {
	Exchange    wire.Exchange
	Call        a2a.Reading // of the request
	Error       *a2a.Error  // of the response, nil for none
	ErrorAt     int         // number of its event, 0 if the response is one document
	Body        []byte      // of a response that is one document without a result
	Status      *a2a.Status // the task's last status, nil for none
	StatusAt    int
	Findings    []PlacedFinding // in wire order
	Card        *a2a.Card       // of the agent, nil if unknown
	CardURL     string          // where the card was found, "" if unknown
	EditProblem string          // why the request is not JSON after an edit by a rule or a person, "" if it is
	Challenge   string          // what a WWW-Authenticate challenge asks for, in words; "" for none

	FailedModelCall *modelcall.Child // the last one beneath the exchange that failed, nil for none

	events int // of the response, seen so far
}

// Explain says why an exchange failed. It returns false if the exchange did not fail, or if no cause is known.
func Explain(c Case) (Cause, bool) {
	if c.Exchange.Origin == wire.Model {
		return Cause{}, false // its own error says why, and the rules are about A2A
	}
	if x := &c.Exchange; x.RequestDone.IsZero() && !x.Answered.IsZero() { // the request was still incomplete
		c.Findings = slices.DeleteFunc(slices.Clone(c.Findings), func(f PlacedFinding) bool { return f.Place == Request && f.CutOff })
	}
	for _, rule := range []func(*Case) (Cause, bool){
		judgeDelivery, judgeUnanswered, judgeTapNotice, judgeSignIn, judgeMalformed, judgeUntrueRefusal, judgeRefusal, judgeProtocolError, judgeStatus, judgeWebPage, judgeUnreadable, judgeFailedTask, judgeEnding, judgeAuthRequired, judgeFindings, judgeEarlyEnd, judgeEmpty,
	} {
		if out, ok := rule(&c); ok {
			return c.blameModelCall(out), true
		}
	}
	return Cause{}, false
}

// AddPiece adds a piece of the response. It returns the piece's place and, for an event, its number from 1; both are
// zero for a comment.
func (c *Case) AddPiece(p reading.Piece) (at Place, event int) {
	if p.Part != reading.Event {
		c.AddReading(p.Reading, Response, 0)
		return Response, 0
	}
	if p.Comment() {
		return "", 0
	}
	c.events++
	c.AddReading(p.Reading, Event, c.events)
	return Event, c.events
}

// Finish adds what only the end of the exchange shows, and the request, whose findings come first.
func (c *Case) Finish(ended []a2a.Problem, request a2a.Reading) {
	c.AddFindings(ended, Findings, 0)
	later := c.Findings
	c.Call, c.Findings = request, nil
	c.AddFindings(request.Problems, Request, 0)
	c.Findings = append(c.Findings, later...)
}

// AddReading adds a document of the response; event is its number, 0 if there are no events.
func (c *Case) AddReading(r a2a.Reading, place Place, event int) {
	if r.Error != nil {
		c.Error, c.ErrorAt = r.Error, event
	}
	if st := r.Result.TaskStatus(); st != nil {
		c.Status, c.StatusAt = st, event
	}
	if place == Response && r.Result == nil {
		c.Body = r.Raw
	}
	c.AddFindings(r.Problems, place, event)
}

// AddFindings adds errors and, for a request, also warnings, as they may explain why it was refused.
func (c *Case) AddFindings(ps []a2a.Problem, place Place, event int) {
	for _, p := range ps {
		if (p.Severity == a2a.SeverityError || place == Request && p.Severity == a2a.SeverityWarning) && len(c.Findings) < 100 {
			c.Findings = append(c.Findings, PlacedFinding{Problem: p, Place: place, Event: event})
		}
	}
}

// AddAcross adds findings from several exchanges, if this exchange failed or is wrong; otherwise it does not
// call list.
func (c *Case) AddAcross(list func() []reading.Across) {
	if !words.IsWrong(&c.Exchange) && !words.HasFailed(&c.Exchange) {
		return
	}
	for _, a := range list() {
		place := Findings
		if a.Side == wire.Request {
			place = Request
		}
		c.AddFindings([]a2a.Problem{a.Problem}, place, 0)
	}
}

// OtherErrors returns the number of errors besides a cause. If the response is a web page, its findings do not
// count.
func (c *Case) OtherErrors(of Cause) (n int) {
	isWebPage := c.isWebPage()
	for _, f := range c.Findings {
		if f.Severity == a2a.SeverityError && c.findingCause(f).Proof != of.Proof && !(isWebPage && f.Place == Response) {
			n++
		}
	}
	return n
}

// HasFailed reports, from the recorded row, whether an exchange failed, breaks a rule, was
// interrupted or cancelled, or waits for a sign-in. Explain may still find no cause.
func HasFailed(x wire.Exchange) bool {
	st := a2a.State(x.Labels.State)
	return words.HasFailed(&x) || words.IsWrong(&x) || st == a2a.AuthRequired || x.Outcome == wire.Interrupted ||
		x.Outcome == wire.Cancelled && !st.Terminal()
}

// shorten cuts an agent's text to 200 bytes, for use within a sentence.
func shorten(s string) string { return clip.Bytes(s, 200) }
