package words

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Ending says how an exchange went if the task's state does not: a protocol or HTTP error, a
// response without the required content, an end that was too early or not the agent's, or no end
// yet although the task is in a final state.
type Ending struct {
	Glyph    string
	Word     string // for a column: an HTTP status is shortened
	Failed   bool   // something failed; else the client left, or the exchange is not over
	Sentence string // an explanation, "" unless the response's form or its end failed
}

// Words that lists show for how an exchange ended. InvalidAnswer means that the response is not
// what the operation returns.
const (
	InvalidAnswer    = "invalid answer"
	emptyAnswer      = "empty answer"
	noEvent          = "no event"
	incompleteAnswer = "incomplete answer"
	unknownState     = "unknown state"
	endedWhilePrefix = "ended while "
	notInFile        = "not in the file"
	ownError         = "agent's own error"
)

// HasReason reports whether Sentence says more than Word.
func (e Ending) HasReason() bool {
	switch e.Word {
	case incompleteAnswer, emptyAnswer:
		return false
	}
	return e.Sentence != "" && !strings.HasPrefix(e.Word, endedWhilePrefix)
}

// EndingWords returns the ending to show instead of the state; ok is false if the state suffices.
func EndingWords(x *wire.Exchange) (e Ending, ok bool) {
	if x.Origin == wire.Model {
		return modelEnding(x)
	}
	switch {
	case x.Labels.Error != "":
		return Ending{"✕", ErrorWord(x.Labels.Error), true, ""}, true
	case IsBroken(x.Outcome):
		return Ending{"✕", OutcomeWord(x.Outcome), true, ""}, true
	case HasFailedStatus(x):
		return Ending{"✕", shortStatus(x.Response.Status), true, ""}, true
	case x.Outcome == wire.Cancelled && !a2a.State(x.Labels.State).Terminal():
		return Ending{"⊘", "client left", false, ""}, true
	case x.Labels.CutOff:
		return Ending{"✕", incompleteAnswer, true, "The answer is incomplete: its end is missing."}, true
	case IsEmptyAnswer(x) && x.ResponseBytes > 0 && (x.Response.Header.Get("Content-Encoding") == "" || wire.MediaType(x.Response.Header) == "text/event-stream"):
		return Ending{"✕", noEvent, true, "Bytes arrived, but none form a readable event or document."}, true
	case IsEmptyAnswer(x):
		return Ending{"✕", emptyAnswer, true, "The answer has no content."}, true
	case isMalformed(x) && x.Labels.ResponseSeverity != string(a2a.SeverityError):
		return Ending{"✕", noEvent, true, "The events of the answer carry no content."}, true
	case isMalformed(x) && wire.MediaType(x.Response.Header) == "text/html":
		return Ending{"✕", InvalidAnswer, true, "The answer has the Content-Type text/html, not JSON."}, true
	case isMalformed(x):
		return Ending{"✕", InvalidAnswer, true, "The answer is not what the operation returns: see its findings."}, true
	case x.Outcome != wire.Open && x.Labels.State != "" && !a2a.State(x.Labels.State).IsKnown():
		return Ending{"✕", unknownState, true, "No version has the state " + clip.Runes(OneLine(x.Labels.State), 60) + "."}, true
	case HasEndedEarly(x):
		return Ending{"✕", endedWhilePrefix + a2a.State(x.Labels.State).Word(), true, "The agent ended the stream before the task was over."}, true
	case x.HasUnknownAnswer():
		return Ending{"⊘", notInFile, false, ""}, true
	case x.Outcome == wire.Interrupted && !hasFailedTask(x): // the task's failure explains more than the end
		return Ending{"⊘", "interrupted", false, ""}, true
	case x.Outcome == wire.Open && a2a.State(x.Labels.State).Terminal():
		// The agent has finished, but a rule may still hold some of its response.
		return Ending{"…", "open", false, ""}, true
	}
	return e, false
}

// modelEnding returns the ending of a call of a model or a tool.
func modelEnding(x *wire.Exchange) (e Ending, ok bool) {
	switch m := x.Labels.Model; {
	case IsBroken(x.Outcome):
		return Ending{"✕", OutcomeWord(x.Outcome), true, ""}, true
	case HasFailedStatus(x):
		return Ending{"✕", shortStatus(x.Response.Status), true, ""}, true
	case m != nil && m.Error != "":
		return Ending{"✕", "error", true, OneLine(m.Error)}, true
	case x.Outcome != wire.Open && m != nil && m.Finish != "":
		return Ending{"✓", OneLine(clip.Runes(m.Finish, 24)), false, ""}, true
	}
	return e, false
}

// ModelCallWords names what a call of a model or a tool server called: the model, the tools or the API. It
// returns "" for other exchanges, and for calls that were not understood.
func ModelCallWords(x *wire.Exchange) string {
	switch m := x.Labels.Model; {
	case m == nil:
		return ""
	case m.Model == "" && len(m.Tools) > 0:
		return OneLine(clip.Runes("tool "+strings.Join(m.Tools, ", "), 60))
	default:
		return OneLine(clip.Runes(cmp.Or(m.Model, strings.TrimSpace(m.API+" "+m.Method)), 60))
	}
}

// HasFailed reports whether an exchange failed, as a user would say it: the response was an error
// or a redirect, was missing, incomplete, or lacked required content; its stream ended while the
// task continued; or its task failed, was rejected or is in a state that no version defines. A
// client that leaves did not fail, nor did a task that waits for its client. Failed calls of models
// are not counted: what they make fail is. The recorder stores this with each exchange.
func HasFailed(x *wire.Exchange) bool {
	e, _ := EndingWords(x)
	return x.Origin != wire.Model && (e.Failed || hasFailedTask(x))
}

func hasFailedTask(x *wire.Exchange) bool {
	state := a2a.State(x.Labels.State)
	return state == a2a.Failed || state == a2a.Rejected
}

// IsWrong reports whether an exchange succeeded although the agent broke a mandatory rule. Muted checks do not count.
func IsWrong(x *wire.Exchange) bool {
	return x.Labels.AgentSeverity == string(a2a.SeverityError) && x.Outcome != wire.Open && !HasFailed(x)
}

// HasFailedStatus reports whether the status is an error or a redirect, which A2A clients do not
// follow. A 304 fails only a POST: for a read, such as of a card, it means unchanged.
func HasFailedStatus(x *wire.Exchange) bool {
	status := x.Response.Status
	return status >= 300 && (status != http.StatusNotModified || x.Method == http.MethodPost)
}

// IsEmptyAnswer reports whether the response lacks the content that its operation returns: an empty
// body, or a stream without an event. The answers to HEAD and to a JSON-RPC notification are
// rightly empty and do not count.
func IsEmptyAnswer(x *wire.Exchange) bool {
	switch a2a.Operation(x.Labels.Op) {
	case "", a2a.DeletePushConfig, a2a.PushNotification:
		return false
	}
	if x.Method == http.MethodHead {
		return false // a response to HEAD has no body
	}
	silent := x.Response.Status == http.StatusAccepted || x.Response.Status == http.StatusNoContent ||
		x.Labels.Binding == string(a2a.JSONRPC) && wire.MediaType(x.Response.Header) != "text/event-stream"
	return x.Outcome == wire.ByAgent && x.Response.Status/100 == 2 && (x.Frames == 0 || x.ResponseBytes == 0 && x.Labels.State == "") && !x.HasMissingBytes() &&
		(!silent || x.Labels.ResponseSeverity == string(a2a.SeverityError))
}

// HasEndedEarly reports whether the agent ended a stream while its task was not over.
func HasEndedEarly(x *wire.Exchange) bool {
	op, st := a2a.Operation(x.Labels.Op), a2a.State(x.Labels.State)
	return x.Outcome == wire.ByAgent && (op == a2a.SendStreamingMessage || op == a2a.SubscribeToTask) &&
		(st == a2a.Submitted || st == a2a.Working) && x.Frames > 0
}

// ErrorWord returns the name of an error, for a column. An error without a standard name is the
// agent's own.
func ErrorWord(name string) string {
	if name == string(a2a.OtherError) {
		return ownError
	}
	return clip.Runes(OneLine(name), 31)
}

// ErrorLine formats a protocol error in one line. The name and code are missing if the error was
// cut off before them.
func ErrorLine(e *a2a.Error) string {
	if e.Name == "" && e.Code == 0 {
		return cmp.Or(e.Message, "that was cut off")
	}
	name := ErrorWord(string(e.Name))
	if e.Code != 0 { // a code that is text, or too large, is not kept
		name += " (" + strconv.Itoa(e.Code) + ")"
	}
	return strings.TrimSuffix(name+": "+e.Message, ": ")
}

// StateText returns, with a glyph, what became of an exchange: how it failed, else that it was
// answered with a message, else its last state; "" if none of these is known.
func StateText(x *wire.Exchange) string {
	e, ok := EndingWords(x)
	switch {
	case ok:
		return e.Glyph + " " + e.Word
	case IsWrong(x):
		return WrongGlyph + " " + WrongWord(x)
	case IsMessageAnswer(x):
		return "✉ message"
	}
	return State(a2a.State(x.Labels.State))
}

// StateTextWithLast appends the last state to a StateText if it differs.
func StateTextWithLast(state string, x *wire.Exchange) string {
	if last := State(a2a.State(x.Labels.State)); last != "" && last != state {
		return state + " · last state " + last
	}
	return state
}

// WrongGlyph marks exchanges that IsWrong reports.
const WrongGlyph = "‼"

// WrongWord returns the word to show next to WrongGlyph.
func WrongWord(x *wire.Exchange) string {
	if IsMessageAnswer(x) {
		return "message"
	}
	return cmp.Or(a2a.State(x.Labels.State).Word(), "wrong")
}

// IsBroken reports whether an exchange failed before the agent had finished its response.
func IsBroken(o wire.Outcome) bool {
	switch o {
	case wire.Cut, wire.TimedOut, wire.Unreachable, wire.Refused:
		return true
	}
	return false
}

// IsMessageAnswer reports whether a message was answered with a message instead of a task: it has no state,
// and all of it is on record. A finding of severity info means that the response was not read.
func IsMessageAnswer(x *wire.Exchange) bool {
	return isTaskless(x) && !(x.Incomplete && x.ResponseKept < x.ResponseBytes) && !x.Labels.Failed && x.Labels.ResponseSeverity != string(a2a.SeverityInfo)
}

// isTaskless reports whether a message was answered with a document that names neither a task nor an error.
func isTaskless(x *wire.Exchange) bool {
	sends := x.Labels.Op == string(a2a.SendMessage) || x.Labels.Op == string(a2a.SendStreamingMessage)
	return sends && x.Outcome == wire.ByAgent && x.Response.Status/100 == 2 && x.ResponseBytes > 0 &&
		x.Labels.Task == "" && x.Labels.State == "" && x.Labels.Error == ""
}

// isMalformed reports whether a response is not what its operation returns: it has a finding, and
// neither a task's state nor an error.
func isMalformed(x *wire.Exchange) bool {
	st, breaks := a2a.State(x.Labels.State), x.Labels.ResponseSeverity == string(a2a.SeverityError)
	if st != "" && st != a2a.Unspecified || x.Labels.Error != "" ||
		x.Outcome != wire.ByAgent || x.Response.Status/100 != 2 || x.ResponseBytes == 0 {
		return false
	}
	switch a2a.Operation(x.Labels.Op) {
	case a2a.SendMessage, a2a.SendStreamingMessage:
		return x.Labels.Task == "" && x.Labels.Failed || st != "" && breaks
	case a2a.GetTask, a2a.CancelTask:
		return breaks
	case a2a.DeletePushConfig, a2a.PushNotification, "":
		return false
	}
	return breaks && x.Labels.Failed
}

// StatusLine returns an HTTP status with its name: "401 Unauthorized".
func StatusLine(status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + http.StatusText(status))
}

// shortStatus returns an HTTP status for a column, with a shortened phrase if the standard one is
// long.
func shortStatus(status int) string {
	switch status {
	case http.StatusMethodNotAllowed:
		return "405 Not Allowed"
	case http.StatusRequestEntityTooLarge:
		return "413 Too Large"
	case http.StatusRequestURITooLong:
		return "414 URI Too Long"
	case http.StatusUnsupportedMediaType:
		return "415 Media Type"
	case http.StatusUnprocessableEntity:
		return "422 Unprocessable"
	case http.StatusInternalServerError:
		return "500 Server Error"
	case http.StatusServiceUnavailable:
		return "503 Unavailable"
	case http.StatusGatewayTimeout:
		return "504 Timeout"
	}
	return StatusLine(status)
}
