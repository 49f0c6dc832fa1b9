// Package record describes recorded things in words: exchanges, sessions, gaps, holds. Screens
// share it; it draws no page.
package record

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
)

// Row is an exchange as Traffic lists it.
type Row struct {
	wire.Exchange
	Name       string // the agent's
	ShortName  string // the agent's, for a column
	URL        string // the URL of its page
	Selected   bool
	Fresh      bool // arrived live: it may fade in
	Now        time.Time
	Ticks      []time.Duration
	HeldID     string     // id of the first item that a rule currently holds of it; "" for none
	Divided    bool       // dividers show its day
	Divider    string     // heading above this row, for its day and session; "" for none
	GapsBefore []wire.Gap // missing between this row and the next newer one
	GapsAfter  []wire.Gap // missing and older; of the last row only
}

// Operation returns the operation, or method and path if there is none.
func (r Row) Operation() string {
	if name := cmp.Or(r.Labels.Op, words.ModelCallWords(&r.Exchange)); name != "" {
		return name
	}
	if u, err := url.Parse(r.Exchange.URL); err == nil && u.Path != "" {
		return r.Method + " " + u.EscapedPath()
	}
	return r.Method
}

// OpShort returns the operation in one word, for narrow lists.
func (r Row) OpShort() string {
	if word := words.OperationWord(a2a.Operation(r.Labels.Op)); word != "" {
		return word
	}
	return part.Short(r.Operation(), 24)
}

// AgentTitle returns the address that was called, with the full name of an agent whose name is cut or shortened.
func (r Row) AgentTitle() string {
	at := part.Short(r.Exchange.URL, 300)
	if !strings.HasPrefix(r.Exchange.URL, r.Agent) { // a push
		at = part.Visible(r.Agent) + " → " + at
	}
	if name := part.Short(r.Name, 160); name != part.Short(r.ShortName, 40) {
		return name + " · " + at
	}
	return at
}

// Day returns when the exchange began, or "" if that was today or a divider shows it.
func (r Row) Day() string {
	if at, now := r.Started.Local(), r.Now.Local(); r.Divided || at.YearDay() == now.YearDay() && at.Year() == now.Year() {
		return ""
	}
	return part.Stamp(r.Started)
}

func (r Row) IsOpen() bool { return r.Outcome == wire.Open }

// State returns the last task state seen.
func (r Row) State() a2a.State { return a2a.State(r.Labels.State) }

// IsMessage reports whether the response was a message, not a task: it has no state, and
// nothing is wrong with that.
func (r Row) IsMessage() bool { return words.IsMessageAnswer(&r.Exchange) }

// Status returns the HTTP status; "–" without a response.
func (r Row) Status() string {
	if r.Response.Status == 0 {
		return "–"
	}
	return strconv.Itoa(r.Response.Status)
}

// HasBadStatus reports whether the HTTP status is an error.
func (r Row) HasBadStatus() bool { return words.HasFailedStatus(&r.Exchange) }

// EndWord says in a word how the exchange ended.
func (r Row) EndWord() string { return words.OutcomeWord(r.Outcome) }

// IsInterrupted reports whether neither side ended the exchange: the console stopped, a rule or a
// person aborted it, or its end is not on record.
func (r Row) IsInterrupted() bool { return r.Outcome == wire.Interrupted }

// EndTitle returns the tooltip of EndWord.
func (r Row) EndTitle() string {
	if r.Outcome == wire.Interrupted && r.Problem == "" {
		return "The console stopped while this exchange was open"
	}
	if r.Problem == "" && r.Outcome == wire.ByAgent && r.ClientLeft() {
		return "The client left before it had the whole answer"
	}
	return part.Short(r.Problem, 300)
}

// IsBroken reports whether the exchange failed before the agent had finished its response.
func (r Row) IsBroken() bool { return words.IsBroken(r.Outcome) }

// Took is the duration in words; "–" if it is unknown.
func (r Row) Took() string {
	if r.IsInterrupted() {
		return "–"
	}
	return part.Duration(r.Duration(r.Now))
}

// Dialect returns the version spoken, or a range for a request that fits several versions.
func (r Row) Dialect() string {
	if all := strings.Split(r.Labels.Dialect, "|"); len(all) > 2 {
		return part.Short(all[0], 6) + "–" + part.Short(all[len(all)-1], 6)
	}
	return part.Short(r.Labels.Dialect, 12)
}

// Size returns the size of both bodies.
func (r Row) Size() string { return part.Bytes(r.RequestBytes + r.ResponseBytes) }

// CallerName returns the first product of the User-Agent, without its version.
func (r Row) CallerName() string {
	if IsFromTerminal(r.Exchange) {
		return words.ClientName(wire.CallUserAgent)
	}
	return cmp.Or(part.Short(words.ClientName(r.Caller), 48), "–")
}

// CallerTitle returns the full User-Agent, with the origin of the exchange.
func (r Row) CallerTitle() string {
	_, word := r.Mark()
	if r.Caller == "" {
		return word
	}
	return word + ": " + part.Visible(part.Short(r.Caller, 200))
}

// Mark returns the glyph and the word for the origin of the exchange.
func (r Row) Mark() (glyph, word string) {
	if IsFromTerminal(r.Exchange) {
		return OriginMark(wire.Terminal)
	}
	return OriginMark(r.Origin)
}

// OriginMark returns the glyph and the word of an origin.
func OriginMark(o wire.Origin) (glyph, word string) {
	switch o {
	case wire.Client:
		return "→", "client"
	case wire.Compose:
		return "✎", "Compose"
	case wire.Terminal:
		return "$", "command line"
	case wire.Console:
		return "⌕", "console probe"
	case wire.Replay:
		return "↻", "replay"
	case wire.Push:
		return "←", "push of the agent"
	case wire.Model:
		return "◇", "model call"
	}
	return "·", string(o)
}

// OriginMarks explains the glyphs of origins.
func OriginMarks() string {
	var all []string
	for _, o := range []wire.Origin{wire.Client, wire.Compose, wire.Terminal, wire.Replay, wire.Push, wire.Model, wire.Console} {
		glyph, word := OriginMark(o)
		all = append(all, glyph+" "+word)
	}
	return strings.Join(all, ", ")
}

// WorstClass returns the style class of a severity; "" for none.
func WorstClass(worst string) string {
	switch worst {
	case "error", "warning", "info":
		return "worst-" + worst
	}
	return ""
}
