package wire

import (
	"slices"
	"time"
)

// Filter selects exchanges. A zero field selects all. The values of one slice are alternatives; all fields
// must match.
type Filter struct {
	Session         string   // id, or a prefix or suffix of it
	Agents          []string // origins, hosts with or without a port, else parts of agents' names in any case; * matches anything
	Ops             []string // 1.0 method names in any case, or prefixes: "send" matches SendMessage and SendStreamingMessage; * matches anything
	Dialects        []string
	Bindings        []string
	Errors          []string // parts of names of protocol errors in any case; with a *, a pattern for the whole name
	Origins         []Origin
	ExcludedOrigins []Origin // origins to leave out; lists leave out Console by default
	States          []string // in any spelling: "working", "TASK_STATE_WORKING"; * matches anything
	Outcomes        []Outcome
	Task            string   // id; a final * makes it a prefix, a … within it separates a prefix from a suffix
	Context         string   // as Task
	ID              string   // of the exchange, or a prefix or suffix of it
	Link            string   // id of the exchange that the selected ones repeat
	Callers         []string // parts of the caller in any case; with a *, a pattern for the whole caller
	Method          string   // HTTP method
	Statuses        []string // "404" or a class, "4xx"
	Conditions      []string // each must hold: "failed", "wrong", "stream", "pinned", "examined", "model"
	Findings        []string // "any", a minimum severity ("error", "warning", "info"), "muted", or ids of checks, in which * matches anything
	PassageKinds    []string // "any", or how at least one frame passed: "held", "delayed", "edited", "dropped", "injected"
	Models          []string // parts of names of models in any case; with a *, a pattern for the whole name
	Tools           []string // as Models, for tools that a model asked for or that were called
	MinTokens       int64    // of a model call, in and out
	MaxTokens       int64
	Rules           []string // "any", or a rule that acted on it: its id, a prefix or suffix of that, its preset, or part of its text in any case
	MinTime         time.Duration
	MaxTime         time.Duration
	MinFirst        time.Duration // to the first byte of the response body
	MaxFirst        time.Duration
	MinQuiet        time.Duration // of an open exchange: since the last byte of the response body, else since the start
	MaxQuiet        time.Duration
	Since           Moment   // started then or later
	Until           Moment   // started before then
	Text            []string // phrases of whole words in the extracted text, URL or ids; a final * makes the last word a prefix

	// About the session of the exchange:
	Tags   []string // the session has one of these tags
	Notes  []string // the note of the session or of the exchange contains one of these, in any case
	Pinned string   // "yes" or "no"

	// Exclusions leaves out every exchange that any of these filters selects. Their own Exclusions and
	// ExcludedOrigins are ignored; ExcludedOrigins above excludes origins.
	Exclusions []Filter
}

// CurrentSession is the value of Filter.Session that means the session being recorded.
const CurrentSession = "current"

// InSession returns f with CurrentSession replaced by id.
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

func (f Filter) UsesCurrentSession() bool {
	return f.Session == CurrentSession || slices.ContainsFunc(f.Exclusions, func(w Filter) bool { return w.Session == CurrentSession })
}

// SelectsModels reports whether f selects calls of models only.
func (f Filter) SelectsModels() bool {
	return slices.Contains(f.Origins, Model) || slices.Contains(f.Conditions, "model") || len(f.Models) > 0 || len(f.Tools) > 0 || f.MinTokens > 0 || f.MaxTokens > 0
}

// IncludesCopies reports whether f also selects copies whose originals are on record. It does if f
// selects by session or by exchange id. Other lists show each call once.
func (f Filter) IncludesCopies() bool {
	return f.Session != "" || len(f.Tags) > 0 || len(f.Notes) > 0 || f.Pinned != "" || f.ID != ""
}

// WithoutExaminations returns f without the calls of examinations and chaos, which send bad calls
// and break responses on purpose.
func (f Filter) WithoutExaminations() Filter {
	f.Exclusions = append(slices.Clone(f.Exclusions), Filter{Conditions: []string{"examined"}})
	return f
}

// OmitExaminations returns f without them, and true, if f spans sessions and does not name them.
func (f Filter) OmitExaminations() (Filter, bool) {
	named := func(f Filter) bool { return slices.Contains(f.Conditions, "examined") }
	if f.Session != "" || named(f) || slices.ContainsFunc(f.Exclusions, named) {
		return f, false
	}
	return f.WithoutExaminations(), true
}

// Page is a window on a list ordered by Seq. Before selects the newest rows older than it, After the oldest
// rows newer than it; with neither set, Page selects the newest rows. Rows always come newest first.
type Page struct {
	Before int64
	After  int64
	Limit  int // 0 means 200
	Search *Search
}

// Search limits how long finding a page may take. Rows without a word that nearly all rows contain,
// for example, are slow to find. Without a Search the whole record is searched. It applies only to
// pages that go to older rows.
type Search struct {
	Budget time.Duration // time after which the search returns what it found

	// NextBefore is set to the Seq that the search reached, which is the Before of the next page,
	// or to 0 if it searched everything.
	NextBefore int64
}
