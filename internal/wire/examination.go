package wire

import "time"

// Examination is a recorded examination. Its calls are in a separate session.
type Examination struct {
	ID      string
	Session string // id
	Agent   string // URL of the agent as it was given; "" if a client was examined
	Started time.Time
	Ended   time.Time // zero while it runs
	Options []byte    // how it was requested: JSON that the record does not parse
	Report  []byte    // nil until it has ended, and in lists
}

// MaxReportBytes bounds a stored report, in bytes.
const MaxReportBytes = 16 << 20
