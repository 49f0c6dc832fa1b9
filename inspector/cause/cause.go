// Package cause says why an exchange failed: the cause in one sentence, what proves it,
// the section of a specification, what to try, and the last good exchange of the same
// message with what differs. It judges what was read and does no I/O but through Record.
package cause

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Kind tells causes apart.
type Kind string

// The kinds there are.
const (
	Connect          Kind = "connect"     // nobody took the connection, or it gave no answer
	DNS              Kind = "dns"         // the name could not be looked up
	TLS              Kind = "tls"         // the certificate or the handshake
	Timeout          Kind = "timeout"     // no answer, or no end, in the time given
	Refused          Kind = "refused"     // the console did not pass it on
	ClientLeft       Kind = "left"        // the client went away
	Interrupted      Kind = "interrupted" // the console stopped
	CutAnswer        Kind = "cut"         // the connection broke inside the answer
	SignIn           Kind = "sign-in"     // credentials are missing or not accepted
	Forbidden        Kind = "forbidden"   // these credentials may not do this
	Path             Kind = "path"        // nothing is at the address
	Method           Kind = "method"      // the address does not take the HTTP method
	Media            Kind = "media"       // the Content-Type
	Limit            Kind = "limit"       // too many requests
	Server           Kind = "server"      // a 5xx
	Status           Kind = "status"      // any other HTTP error
	HTML             Kind = "html"        // a web page in place of an answer
	ProtocolError    Kind = "error"       // an error of JSON-RPC or A2A
	Version          Kind = "version"     // the agent speaks another version
	Task             Kind = "task"        // the task failed, or waits for a sign-in
	Finding          Kind = "finding"     // the answer breaks a rule
	MalformedRequest Kind = "malformed"   // the request is not JSON
	EarlyEnd         Kind = "early"       // the agent ended a stream while the task went on
	EmptyAnswer      Kind = "empty"       // the answer says nothing
)

// Place is where in an exchange a proof stands.
type Place string

// The places there are. Head is what is known of the exchange as a whole.
const (
	Head     Place = "head"
	Request  Place = "request"
	Response Place = "response"
	Event    Place = "event"
	Findings Place = "findings"
)

// Proof is what shows a cause.
type Proof struct {
	Text  string // "Status 401 Unauthorized", or a finding
	Place Place
	Event int // number of the event, from 1; 0 elsewhere
}

// Cause is why an exchange failed.
type Cause struct {
	Kind   Kind
	Text   string // one sentence
	Proof  Proof
	Spec   string // "RFC 9110 §15.5.2"; "" where no specification has it
	Advice string // one or two sentences
}

// Question is the question that the cause answers: a failed exchange failed, and of another that is
// not as it should be something is wrong.
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

// PlacedFinding is a finding with its place.
type PlacedFinding struct {
	a2a.Problem
	Place Place
	Event int
}

// Case is what is known of an exchange.
type Case struct {
	Exchange    wire.Exchange
	Call        a2a.Reading // of the request
	Error       *a2a.Error  // that the answer ended with, nil for none
	ErrorAt     int         // the event that has it, 0 where the answer is one document
	Body        []byte      // of an answer that is one document and no result
	Status      *a2a.Status // the task's last, nil for none
	StatusAt    int
	Findings    []PlacedFinding // in the order of the wire
	Card        *a2a.Card       // of the agent, nil while it is not known
	CardURL     string          // where that was found, "" while it is not known
	EditProblem string          // what makes the request that a rule or a person had edited no JSON, "" for nothing
	Challenge   string          // what the answer's challenge asks for, in words; "" for none

	events int // of the response, seen so far
}

// Explain says why an exchange failed. It returns false for one that did not fail.
func Explain(c Case) (Cause, bool) {
	if x := &c.Exchange; x.RequestDone.IsZero() && !x.Answered.IsZero() { // the rest of the request was to come
		c.Findings = slices.DeleteFunc(slices.Clone(c.Findings), func(f PlacedFinding) bool { return f.Place == Request && f.CutOff })
	}
	for _, rule := range []func(*Case) (Cause, bool){
		judgeDelivery, judgeUnanswered, judgeTapNotice, judgeSignIn, judgeMalformed, judgeUntrueRefusal, judgeRefusal, judgeProtocolError, judgeStatus, judgeWebPage, judgeUnreadable, judgeFailedTask, judgeEnding, judgeAuthRequired, judgeFindings, judgeEarlyEnd, judgeEmpty,
	} {
		if out, ok := rule(&c); ok {
			return out, true
		}
	}
	return Cause{}, false
}

// AddPiece takes a piece of the response, and returns where that is in the exchange and, of an
// event, its number from 1. A comment is nowhere.
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

// Finish takes what the end of the exchange tells, and the request, whose findings come first.
func (c *Case) Finish(ended []a2a.Problem, request a2a.Reading) {
	c.AddFindings(ended, Findings, 0)
	later := c.Findings
	c.Call, c.Findings = request, nil
	c.AddFindings(request.Problems, Request, 0)
	c.Findings = append(c.Findings, later...)
}

// AddReading takes what a document of the response says; event is its number, 0 where there are
// none.
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

// AddFindings takes findings: errors, and what else is wrong with a request, as it may explain why that was
// refused.
func (c *Case) AddFindings(ps []a2a.Problem, place Place, event int) {
	for _, p := range ps {
		if (p.Severity == a2a.SeverityError || place == Request && p.Severity == a2a.SeverityWarning) && len(c.Findings) < 100 {
			c.Findings = append(c.Findings, PlacedFinding{Problem: p, Place: place, Event: event})
		}
	}
}

// AddAcross takes what an exchange shows beside others, where it failed or is wrong: what is found of another
// is muted.
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

// OtherErrors is how many errors were found beside a cause.
func (c *Case) OtherErrors(of Cause) (n int) {
	for _, f := range c.Findings {
		if f.Severity == a2a.SeverityError && c.findingCause(f).Proof != of.Proof {
			n++
		}
	}
	return n
}

// HasFailed reports, by what the record keeps, whether an exchange failed or waits for a
// sign-in. It may be true of one that Of finds no cause for.
func HasFailed(x wire.Exchange) bool {
	st := a2a.State(x.Labels.State)
	return words.HasFailed(&x) || words.IsWrong(&x) || st == a2a.AuthRequired || x.Outcome == wire.Interrupted ||
		x.Outcome == wire.Cancelled && !st.Terminal()
}

// shorten bounds what an agent says within a sentence.
func shorten(s string) string { return clip.Bytes(s, 200) }
