package words

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Ending is how an exchange went, where that is not what the task's state says: an
// error of the protocol or of HTTP, or an end that was not the agent's.
type Ending struct {
	Glyph  string
	Word   string // for a column: of a status a short phrase
	Failed bool   // something went wrong; else somebody left
}

// InvalidAnswer is how an exchange ended whose answer is not what its operation returns.
const InvalidAnswer = "invalid answer"

// EndingOf returns the ending to show in place of the state. It returns false where the
// state says it all.
func EndingOf(x *wire.Exchange) (e Ending, ok bool) {
	switch {
	case x.Labels.Error != "":
		return Ending{"✕", ErrorWord(x.Labels.Error), true}, true
	case Broken(x.Outcome):
		return Ending{"✕", OutcomeShort(x.Outcome), true}, true
	case x.Response.Status >= 400:
		return Ending{"✕", statusBrief(x.Response.Status), true}, true
	case x.Labels.CutOff:
		return Ending{"✕", "incomplete JSON", true}, true
	case misshapen(x):
		return Ending{"✕", InvalidAnswer, true}, true
	case x.Outcome == wire.Cancelled && !a2a.State(x.Labels.State).Terminal():
		return Ending{"⊘", "client left", false}, true
	case x.AnswerLeftOut():
		return Ending{"⊘", "not in the file", false}, true
	case x.Outcome == wire.Interrupted:
		return Ending{"⊘", "interrupted", false}, true
	case EndedEarly(x):
		return Ending{"⊘", "ended while " + a2a.State(x.Labels.State).Word(), false}, true
	}
	return e, false
}

// EndedEarly reports a stream that the agent ended while its task went on.
func EndedEarly(x *wire.Exchange) bool {
	op, st := a2a.Operation(x.Labels.Op), a2a.State(x.Labels.State)
	return x.Outcome == wire.ByAgent && (op == a2a.SendStreamingMessage || op == a2a.SubscribeToTask) &&
		(st == a2a.Submitted || st == a2a.Working) && x.Frames > 0
}

// ErrorWord is the name of an error, for a column. One that has none is the agent's own.
func ErrorWord(name string) string {
	if name == string(a2a.OtherError) {
		return "agent's own error"
	}
	return clip.Runes(OneLine(name), 31)
}

// StateOf says with its sign what became of an exchange: how it failed, else the last state
// seen, else that a message came; "" where nothing of that is known.
func StateOf(x *wire.Exchange) string {
	e, ok := EndingOf(x)
	switch {
	case ok:
		return e.Glyph + " " + e.Word
	case x.Labels.State == "" && MessageAnswer(x):
		return "✉ message"
	}
	return State(a2a.State(x.Labels.State))
}

// Broken reports an end that was not the agent's.
func Broken(o wire.Outcome) bool {
	switch o {
	case wire.Cut, wire.TimedOut, wire.Unreachable, wire.Refused:
		return true
	}
	return false
}

// MessageAnswer reports whether a message was answered with a message and no task: it
// has no state, all of it is on record, and nothing is wrong with it.
func MessageAnswer(x *wire.Exchange) bool {
	return taskless(x) && !(x.Incomplete && x.ResponseKept < x.ResponseBytes) && x.Labels.Within != string(a2a.SeverityError)
}

// taskless reports whether a message was answered by a document that names no task and no error.
func taskless(x *wire.Exchange) bool {
	sends := x.Labels.Op == string(a2a.SendMessage) || x.Labels.Op == string(a2a.SendStreamingMessage)
	return sends && x.Outcome == wire.ByAgent && x.Response.Status/100 == 2 && x.ResponseBytes > 0 &&
		x.Labels.Task == "" && x.Labels.State == "" && x.Labels.Error == ""
}

// misshapen reports an answer that is not what its operation returns: it breaks a rule of the
// protocol and tells neither a task's state nor an error. Schema 015 says the same in SQL.
func misshapen(x *wire.Exchange) bool {
	st := a2a.State(x.Labels.State)
	if x.Labels.Within != string(a2a.SeverityError) || st != "" && st != a2a.Unspecified || x.Labels.Error != "" ||
		x.Outcome != wire.ByAgent || x.Response.Status/100 != 2 || x.ResponseBytes == 0 {
		return false
	}
	switch a2a.Operation(x.Labels.Op) {
	case a2a.SendMessage, a2a.SendStreamingMessage:
		return x.Labels.Task == "" || st != ""
	case a2a.GetTask, a2a.CancelTask:
		return true
	}
	return false
}

// StatusLine is an HTTP status with its name: "401 Unauthorized".
func StatusLine(status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + http.StatusText(status))
}

// statusBrief is an HTTP status for a column: its phrase where that is short, else a shorter
// one.
func statusBrief(status int) string {
	switch status {
	case http.StatusMethodNotAllowed:
		return "405 Not Allowed"
	case http.StatusRequestEntityTooLarge:
		return "413 Too Large"
	case http.StatusUnsupportedMediaType:
		return "415 Media Type"
	case http.StatusUnprocessableEntity:
		return "422 Unprocessable"
	case http.StatusTooManyRequests:
		return "429 Too Many"
	case http.StatusInternalServerError:
		return "500 Server Error"
	case http.StatusServiceUnavailable:
		return "503 Unavailable"
	case http.StatusGatewayTimeout:
		return "504 Timeout"
	}
	return StatusLine(status)
}
