package wire

import "time"

// Filter selects exchanges. A zero field selects all. Values of one slice are
// alternatives; different fields must all hold.
type Filter struct {
	Session  string
	Agents   []string // origins
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
