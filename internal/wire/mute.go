package wire

import "time"

// Mute makes the findings of a check count as muted, for the reason given.
type Mute struct {
	Check   string
	Session string // id; "" in all sessions
	Reason  string
	Created time.Time
}

// MaxReasonBytes bounds the reason of a mute, in bytes.
const MaxReasonBytes = 1000

// CheckCount is how often a check failed.
type CheckCount struct {
	Check     string
	Severity  string // the worst
	Exchanges int    // without those of severity info if others are worse
	Times     int    // total over these exchanges
	// ExaminedExchanges counts further exchanges, made while the console examined agents. They are not
	// counted above because an examination sends bad calls on purpose. 0 if a session was given.
	ExaminedExchanges int
}

// Breach counts, per agent, the exchanges in which a check failed, and whose bytes broke its rule.
type Breach struct {
	Check    string
	Agent    string // its origin
	ByAgent  int    // exchanges in which the agent's bytes break it
	Severity string // of the worst finding in the agent's bytes, "" for none; info breaks nothing
	ByClient int    // exchanges in which the client's bytes break it
}
