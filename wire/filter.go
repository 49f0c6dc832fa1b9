package wire

import (
	"strings"
	"time"
)

// Filter selects exchanges. A zero field selects all. Values of one slice are
// alternatives; different fields must all hold.
type Filter struct {
	Session  string
	Agents   []string // origins, or hosts with or without a port
	Ops      []string // 1.0 method names, any case, prefixes allowed: "send" matches SendMessage and SendStreamingMessage
	Dialects []string
	Bindings []string
	Origins  []Origin
	Not      []Origin // origins left out; lists leave out Console unless asked
	States   []string // any spelling: "working", "TASK_STATE_WORKING"
	Outcomes []Outcome
	Task     string
	Context  string
	Method   string   // HTTP method
	Statuses []string // "404" or a class, "4xx"
	Finding  string   // "any", or at least this severity: "error", "warning", "info"
	MinTime  time.Duration
	MaxTime  time.Duration
	Text     []string // each a phrase that must occur in the extracted text, URL or ids
}

// Page is a window on a list ordered by Seq. With Before set: the newest rows
// older than it. With After set: the oldest rows newer than it. With neither:
// the newest rows. Rows always come newest first.
type Page struct {
	Before int64
	After  int64
	Limit  int // 0 means 200
}

// String writes f in the filter language. ParseFilter reads it back.
func (f Filter) String() string {
	var w filterWriter
	w.all("op", f.Ops)
	w.all("state", f.States)
	w.all("dialect", f.Dialects)
	w.all("binding", f.Bindings)
	for _, o := range f.Origins {
		w.one("origin", string(o))
	}
	for _, o := range f.Not {
		w.one("-origin", string(o))
	}
	for _, o := range f.Outcomes {
		if o == Open {
			o = "open"
		}
		w.one("outcome", string(o))
	}
	w.all("agent", f.Agents)
	w.one("task", f.Task)
	w.one("context", f.Context)
	w.one("session", f.Session)
	w.one("method", f.Method)
	w.all("status", f.Statuses)
	if f.MinTime > 0 {
		w.one("dur", ">"+f.MinTime.String())
	}
	if f.MaxTime > 0 {
		w.one("dur", "<"+f.MaxTime.String())
	}
	w.one("finding", f.Finding)
	for _, t := range f.Text {
		w.term(quoted(t, ":"))
	}
	return string(w)
}

// filterWriter collects terms.
type filterWriter string

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

func (w *filterWriter) term(t string) {
	if *w != "" {
		*w += " "
	}
	*w += filterWriter(t)
}

// quoted puts s in quotes if it would not be read back bare.
func quoted(s, also string) string {
	if s != "" && !strings.ContainsAny(s, " \t\r\n\""+also) {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
