package examine

import (
	"fmt"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/account"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// keptResults is how many results of a stream are kept.
const keptResults = 100

// answer is what came of a call.
type answer struct {
	account.Said
	end     inspector.Ending
	results []*a2a.Result // the first of them
	events  int
	made    bool // the call was made
}

func (a *answer) take(e inspector.Event) {
	a.events++
	a.Take(&e.Reading)
	r := e.Reading.Result
	if e.Reading.Card != nil && r == nil {
		r = &a2a.Result{Card: e.Reading.Card}
	}
	if r != nil && len(a.results) < keptResults {
		a.results = append(a.results, r)
	}
}

// first is the first result, an empty one where there is none.
func (a *answer) first() *a2a.Result {
	if len(a.results) == 0 {
		return &a2a.Result{}
	}
	return a.results[0]
}

// ok reports whether the call succeeded.
func (a *answer) ok() bool {
	return a.made && a.Err == nil && a.end.Status >= 200 && a.end.Status < 300 && a.end.Problem == ""
}

// refused reports whether the call was answered with an error of any kind.
func (a *answer) refused() bool {
	return a.made && (a.Err != nil || a.end.Status >= 400)
}

// barred reports whether the caller was turned away.
func (a *answer) barred() bool {
	return wire.Bars(a.end.Status) ||
		a.Err != nil && (a.Err.Name == a2a.AuthenticationRequired || a.Err.Name == a2a.AuthorizationFailed)
}

// unknown reports whether the operation is not there.
func (a *answer) unknown() bool {
	return a.Err != nil && (a.Err.Name == a2a.MethodNotFound || a.Err.Name == a2a.UnsupportedOperation) ||
		a.end.Status == 404 && len(a.results) == 0 && (a.Err == nil || a.Err.Name == a2a.OtherError) || a.end.Status == 405 || a.end.Status == 501
}

// speaks reports whether the answer is one of the version that was asked in, right or wrong.
func (a *answer) speaks() bool {
	return !a.barred() && !a.unknown() && (len(a.results) > 0 || a.Err != nil && a.Err.Name != a2a.VersionNotSupported)
}

// foreign reports whether the answer may be that of an agent to which the call is one of
// another version.
func (a *answer) foreign() bool {
	return a.Err != nil && (a.Err.Name == a2a.InvalidRequest || a.Err.Name == a2a.ParseError)
}

// describe is the answer in words.
func (a *answer) describe() string {
	switch {
	case a.Err != nil:
		return "error " + string(a.Err.Name) + quoted(a.Err.Message)
	case a.end.Status == 0:
		return "nothing: " + a.end.Problem
	case a.end.Status < 200 || a.end.Status > 299:
		return fmt.Sprintf("HTTP %d", a.end.Status)
	case a.end.Outcome != wire.ByAgent:
		return "an answer that did not end: " + a.end.Problem
	case a.State != "":
		return "a task that is " + a.State.Word()
	case a.Replied:
		return "a message"
	}
	return "success"
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return fmt.Sprintf(" (%q)", clip.Runes(s, 80))
}
