package wire

import (
	"strings"
	"time"
)

// Filter selects exchanges. A zero field selects all. Values of one slice are
// alternatives; different fields must all hold.
type Filter struct {
	Session  string   // id, or its beginning
	Agents   []string // origins, hosts with or without a port, else parts of agents' names, any case
	Ops      []string // 1.0 method names, any case, prefixes allowed: "send" matches SendMessage and SendStreamingMessage; * is anything
	Dialects []string
	Bindings []string
	Origins  []Origin
	Not      []Origin // origins left out; lists leave out Console unless asked
	States   []string // any spelling: "working", "TASK_STATE_WORKING"; * is anything
	Outcomes []Outcome
	Task     string   // id; with a final * the beginning of ids
	Context  string   // likewise
	ID       string   // of the exchange, or its beginning
	Link     string   // id of the exchange that the wanted ones repeat
	Callers  []string // parts of what called, any case
	Method   string   // HTTP method
	Statuses []string // "404" or a class, "4xx"
	Finding  string   // "any", or at least this severity: "error", "warning", "info"
	MinTime  time.Duration
	MaxTime  time.Duration
	Since    Moment   // begun then or later
	Until    Moment   // begun before then
	Text     []string // each a phrase of whole words in the extracted text, URL or ids; a final * means words that begin so

	// Of the session that an exchange lies in:
	Tags   []string // carries one of these tags
	Notes  []string // its note holds one of these, any case
	Pinned string   // "yes" or "no"

	// Without is what must not hold: an exchange that any of these selects is
	// left out. Their own Without and Not are not looked at; origins stand in Not.
	Without []Filter
}

// Copies reports whether f selects copies too whose originals are on record:
// where it names sessions or an exchange's id. Other lists show each call once.
func (f Filter) Copies() bool {
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

	// Upto is set to the Seq down to which was searched when that was not all: the
	// next page's Before. Else it is set to 0.
	Upto int64
}

// String writes f in the filter language. ParseFilter reads it back.
func (f Filter) String() string {
	var w filterWriter
	w.terms(&f)
	for _, o := range f.Not {
		w.one("-origin", string(o))
	}
	w.sign = "-"
	for i := range f.Without {
		w.terms(&f.Without[i])
	}
	return w.out.String()
}

// filterWriter collects terms, each after a sign.
type filterWriter struct {
	out  strings.Builder
	sign string
}

func (w *filterWriter) terms(f *Filter) {
	w.all("op", f.Ops)
	w.all("state", f.States)
	w.all("dialect", f.Dialects)
	w.all("binding", f.Bindings)
	for _, o := range f.Origins {
		w.one("origin", string(o))
	}
	for _, o := range f.Outcomes {
		if o == Open {
			o = "open"
		}
		w.one("outcome", string(o))
	}
	w.all("agent", f.Agents)
	w.all("caller", f.Callers)
	w.one("task", f.Task)
	w.one("context", f.Context)
	w.one("session", f.Session)
	w.all("tag", f.Tags)
	w.all("note", f.Notes)
	w.one("pinned", f.Pinned)
	w.one("id", f.ID)
	w.one("link", f.Link)
	w.one("method", f.Method)
	w.all("status", f.Statuses)
	if f.MinTime > 0 {
		w.one("dur", ">"+f.MinTime.String())
	}
	if f.MaxTime > 0 {
		w.one("dur", "<"+f.MaxTime.String())
	}
	w.one("since", f.Since.String())
	w.one("before", f.Until.String())
	w.one("finding", f.Finding)
	for _, t := range f.Text {
		w.text(t)
	}
}

func (w *filterWriter) all(key string, values []string) {
	for _, v := range values {
		w.one(key, v)
	}
}

func (w *filterWriter) one(key, value string) {
	if value != "" {
		w.term(key + ":" + quoted(value, ""))
	}
}

// text writes a phrase. One that begins with a minus is quoted: bare, it would
// be left out.
func (w *filterWriter) text(t string) {
	if strings.HasPrefix(t, "-") {
		t = `"` + escaped(t) + `"`
	} else {
		t = quoted(t, ":")
	}
	w.term(t)
}

func (w *filterWriter) term(t string) {
	if w.out.Len() > 0 {
		w.out.WriteByte(' ')
	}
	w.out.WriteString(w.sign + t)
}

// quoted puts s in quotes if it would not be read back bare.
func quoted(s, also string) string {
	if s != "" && !strings.ContainsAny(s, " \t\r\n\""+also) {
		return s
	}
	return `"` + escaped(s) + `"`
}

func escaped(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s)
}
