package wire

import "time"

// Mute has the findings of a check counted apart, for a reason.
type Mute struct {
	Check   string
	Session string // id; "" in all sessions
	Reason  string
	Created time.Time
}

// MaxReasonBytes is how long the reason of a mute may be, in bytes.
const MaxReasonBytes = 1000

// CheckCount is how often a check was broken.
type CheckCount struct {
	Check     string
	Severity  string // of the worst
	Exchanges int
	Times     int // in all of them
	// ExaminedExchanges is in how many exchanges more, while the console examined agents: what it sends
	// then is wrong on purpose, so they are not counted above. 0 where a session was named.
	ExaminedExchanges int
}

// Breach is how often a check was broken in exchanges with an agent, and by whom.
type Breach struct {
	Check    string
	Agent    string // its origin
	ByAgent  int    // exchanges in which the agent's bytes have a finding of it
	Severity string // of the worst of these, "" for none
	ByClient int    // exchanges in which the client's bytes have a finding of it
}
