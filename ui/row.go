package ui

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// otherSessions are the sessions that one can be compared with.
func otherSessions(all []wire.Session, id string) []wire.Session {
	return slices.DeleteFunc(slices.Clone(all), func(s wire.Session) bool { return s.ID == id || s.Calls() == 0 })
}

// row is an exchange as Traffic lists it.
type row struct {
	wire.Exchange
	Name     string // the agent's
	URL      string // of its page
	Selected bool
	Fresh    bool // came in live: it may fade in
	Now      time.Time
	Scale    time.Duration // the waterfall's whole width
	Ticks    []time.Duration
	Newer    []wire.Gap // what is missing between this row and the next newer one
	Older    []wire.Gap // what is missing and older; of the last row only
}

// Op is the operation, or the HTTP request where it is none.
func (r row) Operation() string {
	if r.Labels.Op != "" {
		return r.Labels.Op
	}
	if u, err := url.Parse(r.Exchange.URL); err == nil && u.Path != "" {
		return r.Method + " " + u.Path
	}
	return r.Method
}

// IsOpen reports whether the exchange has not ended.
func (r row) IsOpen() bool { return r.Outcome == wire.Open }

// State is the protocol's outcome: the last state seen.
func (r row) State() a2a.State { return a2a.State(r.Labels.State) }

// Message reports whether the answer was a message and no task: it has no state,
// and nothing is wrong with it.
func (r row) Message() bool {
	sends := r.Labels.Op == string(a2a.SendMessage) || r.Labels.Op == string(a2a.SendStreamingMessage)
	return sends && r.Outcome == wire.ByAgent && r.Response.Status/100 == 2 && r.ResponseBytes > 0 &&
		r.Labels.Task == "" && r.Labels.State == "" && r.Labels.Error == "" && r.Labels.Worst != string(a2a.Fault)
}

// Status is the transport's: the HTTP status, "–" without a response.
func (r row) Status() string {
	if r.Response.Status == 0 {
		return "–"
	}
	return strconv.Itoa(r.Response.Status)
}

// BadStatus reports a transport status that is an error.
func (r row) BadStatus() bool { return r.Response.Status >= 400 }

// EndWord is how the exchange ended, in a word.
func (r row) EndWord() string { return outcomeWord(r.Outcome) }

// problemClass is the style of what an exchange's end has to say: nothing went
// wrong with one that the console did not see end.
func problemClass(o wire.Outcome) string {
	if o == wire.Interrupted {
		return "note"
	}
	return "wrong"
}

// Interrupted reports an exchange whose end the console did not see.
func (r row) Interrupted() bool { return r.Outcome == wire.Interrupted }

// EndTitle is what a pointer over the end tells.
func (r row) EndTitle() string {
	if r.Outcome == wire.Interrupted && r.Problem == "" {
		return "The console stopped while this was open"
	}
	return part.Short(r.Problem, 300)
}

// outcomeWord says an outcome as a column does.
func outcomeWord(o wire.Outcome) string {
	switch o {
	case wire.Open:
		return "open"
	case wire.ByAgent:
		return "ended"
	case wire.TimedOut:
		return "timed out"
	case wire.Interrupted:
		return "interrupted"
	}
	return string(o)
}

// Broken reports an end that was not the agent's.
func (r row) Broken() bool {
	switch r.Outcome {
	case wire.Cut, wire.TimedOut, wire.Unreachable, wire.Refused:
		return true
	}
	return false
}

// Took is the duration in words.
func (r row) Took() string { return part.Took(r.Duration(r.Now)) }

// Dialect is the version spoken; of a request that fits many versions, from
// which to which.
func (r row) Dialect() string {
	if all := strings.Split(r.Labels.Dialect, "|"); len(all) > 2 {
		return part.Short(all[0], 6) + "–" + part.Short(all[len(all)-1], 6)
	}
	return part.Short(r.Labels.Dialect, 12)
}

// Size is the bytes of both bodies.
func (r row) Size() string { return part.Bytes(r.RequestBytes + r.ResponseBytes) }

// Who is the caller in few words: the first product of a User-Agent.
func (r row) Who() string {
	if r.Caller == "" {
		return "–"
	}
	return part.Short(r.Caller, 48)
}

// origins are the words for whose doing an exchange was, with their glyphs.
func originMark(o wire.Origin) (glyph, word string) {
	switch o {
	case wire.Client:
		return "→", "client"
	case wire.Compose:
		return "✎", "compose"
	case wire.Console:
		return "⌕", "console probe"
	case wire.Replay:
		return "↻", "replay"
	case wire.Push:
		return "←", "push"
	}
	return "·", string(o)
}

// worstClass is the style class of a severity; what is none has none.
func worstClass(worst string) string {
	switch worst {
	case "error", "warning", "info":
		return "worst-" + worst
	}
	return ""
}

// endStamp is when a session ended: the time alone on the day it began.
func endStamp(s wire.Session) string {
	const day = "2006-01-02"
	if s.Ended.Local().Format(day) == s.Started.Local().Format(day) {
		return s.Ended.Local().Format("15:04:05")
	}
	return part.Stamp(s.Ended)
}

func statusLine(status int) string { return fmt.Sprintf("%d %s", status, http.StatusText(status)) }

func sessionTitle(s wire.Session) string {
	if s.Name == "" {
		return part.Stamp(s.Started)
	}
	return part.Short(s.Name, 100)
}

// probeNote says what the count of exchanges leaves out.
func probeNote(s wire.Session) string {
	if s.Probes == 0 {
		return ""
	}
	return "Besides " + part.Plural(s.Probes, "probe") + " by the console itself"
}
