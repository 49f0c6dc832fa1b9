package wire

import "time"

// Session is a stretch of recording: one launch of serve or tap.
type Session struct {
	ID        string // UUIDv7
	Name      string
	Started   time.Time
	Ended     time.Time // zero while a program records into it
	Exchanges int       // counts leave out nothing, probes included
	Bytes     int64     // body bytes on record
	Agents    []string  // origins seen, sorted
	Errors    int       // exchanges that ended other than by the agent, or with a protocol error
	Deleted   time.Time // non-zero: in the bin until the undo time passes
}

// Agent is an upstream the console knows, kept across restarts so that its tap
// keeps its port.
type Agent struct {
	Origin   string // scheme://host[:port], the key
	Name     string // from its card, or ""
	CardURL  string // where its card was found, or ""
	Endpoint string // URL the developer chose over the card's, or ""
	TapPort  int    // port of its tap, 0 before the first
	Added    time.Time
	Seen     time.Time // last exchange
	Hidden   bool      // removed from lists by the developer
}
