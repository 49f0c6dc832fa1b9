package wire

import (
	"slices"
	"time"
)

// Filter selects exchanges. A zero field selects all. Values of one slice are
// alternatives; different fields must all hold.
type Filter struct {
	Session         string   // id, or its beginning
	Agents          []string // origins, hosts with or without a port, else parts of agents' names, any case; * is anything
	Ops             []string // 1.0 method names, any case, prefixes allowed: "send" matches SendMessage and SendStreamingMessage; * is anything
	Dialects        []string
	Bindings        []string
	Errors          []string // parts of names of protocol errors, any case; with a * the pattern of it all
	Origins         []Origin
	ExcludedOrigins []Origin // origins left out; lists leave out Console unless asked
	States          []string // any spelling: "working", "TASK_STATE_WORKING"; * is anything
	Outcomes        []Outcome
	Task            string   // id; with a final * the beginning of ids, with a … in it their beginning and end
	Context         string   // likewise
	ID              string   // of the exchange, or its beginning
	Link            string   // id of the exchange that the wanted ones repeat
	Callers         []string // parts of what called, any case; with a * the pattern of it all
	Method          string   // HTTP method
	Statuses        []string // "404" or a class, "4xx"
	Conditions      []string // each must hold: "failed", "wrong", "stream", "pinned"
	Findings        []string // "any", at least this severity ("error", "warning", "info"), "muted", or ids of checks, in which * is anything
	PassageKinds    []string // "any", or how at least one frame passed: "held", "delayed", "edited", "dropped", "injected"
	Rules           []string // "any", or a rule acted on it: its id, the beginning or the end of that, its preset, or a part of its text in any case
	MinTime         time.Duration
	MaxTime         time.Duration
	MinFirst        time.Duration // to the first byte of the response's body
	MaxFirst        time.Duration
	Since           Moment   // begun then or later
	Until           Moment   // begun before then
	Text            []string // each a phrase of whole words in the extracted text, URL or ids; a final * means words that begin so

	// Of the session that an exchange lies in:
	Tags   []string // carries one of these tags
	Notes  []string // its note, or the exchange's own, holds one of these, any case
	Pinned string   // "yes" or "no"

	// Exclusions is what must not hold: an exchange that any of these selects is
	// left out. Their own Without and Not are ignored; origins are in Not.
	Exclusions []Filter
}

// CurrentSession stands in a filter for the id of the session being recorded.
const CurrentSession = "current"

// InSession is f with the id of the session being recorded where it says
// CurrentSession.
func (f Filter) InSession(id string) Filter {
	if f.Session == CurrentSession {
		f.Session = id
	}
	f.Exclusions = slices.Clone(f.Exclusions)
	for i := range f.Exclusions {
		if f.Exclusions[i].Session == CurrentSession {
			f.Exclusions[i].Session = id
		}
	}
	return f
}

// UsesCurrentSession reports whether f is about the session being recorded.
func (f Filter) UsesCurrentSession() bool {
	return f.Session == CurrentSession || slices.ContainsFunc(f.Exclusions, func(w Filter) bool { return w.Session == CurrentSession })
}

// IncludesCopies reports whether f selects copies too whose originals are on record:
// where it names sessions or an exchange's id. Other lists show each call once.
func (f Filter) IncludesCopies() bool {
	return f.Session != "" || len(f.Tags) > 0 || len(f.Notes) > 0 || f.Pinned != "" || f.ID != ""
}

// Page is a window on a list ordered by Seq. With Before set: the newest rows
// older than it. With After set: the oldest rows newer than it. With neither:
// the newest rows. Rows always come newest first.
type Page struct {
	Before int64
	After  int64
	Limit  int // 0 means 200
	Search *Search
}

// Search bounds a page that is hard to find, such as of rows that lack a word
// which nearly all have. Without one all is searched. It counts only for pages that go
// to older rows.
type Search struct {
	Budget time.Duration // after which it ends, with what was found

	// NextBefore is set to the Seq down to which was searched when that was not all: the
	// next page's Before. Else it is set to 0.
	NextBefore int64
}
