package examine

import (
	"fmt"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/account"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// maxResults limits the results of a stream that are kept.
const maxResults = 100

// answer summarizes the response to a call.
type answer struct {
	account.AnswerSummary
	end     inspector.Ending
	results []*a2a.Result // at most maxResults
	events  int
	isMade  bool // the call was made
}

func (a *answer) addEvent(e inspector.Event) {
	a.events++
	a.Add(&e.Reading)
	r := e.Reading.Result
	if e.Reading.Card != nil && r == nil {
		r = &a2a.Result{Card: e.Reading.Card}
	}
	if r != nil && len(a.results) < maxResults {
		a.results = append(a.results, r)
	}
}

func (a *answer) firstResult() *a2a.Result {
	if len(a.results) == 0 {
		return &a2a.Result{}
	}
	return a.results[0]
}

func (a *answer) isOK() bool {
	return a.isMade && a.Err == nil && a.end.Status >= 200 && a.end.Status < 300 && a.end.Problem == ""
}

// isRefused reports whether the agent answered with an error of any kind.
func (a *answer) isRefused() bool {
	return a.isMade && (a.Err != nil || a.end.Status >= 400)
}

// needsCredentials reports whether the agent refused the caller for its credentials.
func (a *answer) needsCredentials() bool {
	return wire.DeniesAccess(a.end.Status) ||
		a.Err != nil && (a.Err.Name == a2a.AuthenticationRequired || a.Err.Name == a2a.AuthorizationFailed)
}

// isUnknownOperation reports whether the agent does not implement the operation.
func (a *answer) isUnknownOperation() bool {
	return a.Err != nil && (a.Err.Name == a2a.MethodNotFound || a.Err.Name == a2a.UnsupportedOperation) ||
		a.end.Status == 404 && len(a.results) == 0 && (a.Err == nil || a.Err.Name == a2a.OtherError) || a.end.Status == 405 || a.end.Status == 501
}

// speaksVersion reports whether the agent answered in the version of the call, correctly or not.
func (a *answer) speaksVersion() bool {
	return !a.needsCredentials() && !a.isUnknownOperation() && (len(a.results) > 0 || a.Err != nil && a.Err.Name != a2a.VersionNotSupported)
}

// mayBeForeign reports whether the agent may have taken the call for one of another version.
func (a *answer) mayBeForeign() bool {
	return a.Err != nil && (a.Err.Name == a2a.InvalidRequest || a.Err.Name == a2a.ParseError)
}

func (a *answer) describe() string {
	switch {
	case a.Err != nil:
		return "error " + string(a.Err.Name) + quote(a.Err.Message)
	case a.end.Status == 0:
		return "nothing: " + a.end.Problem
	case a.end.Status < 200 || a.end.Status > 299:
		return fmt.Sprintf("HTTP %d", a.end.Status)
	case a.end.Outcome != wire.ByAgent:
		return "an answer that did not end: " + a.end.Problem
	case a.State != "":
		return "a task that is " + a.State.Word()
	case a.HasMessage:
		return "a message"
	}
	return "success"
}

func quote(s string) string {
	if s == "" {
		return ""
	}
	return fmt.Sprintf(" (%q)", clip.Runes(s, 80))
}
