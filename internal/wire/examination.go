package wire

import "time"

// Examination is an examination as it is kept on record, with the session that its calls
// were recorded into.
type Examination struct {
	ID      string
	Session string // id
	Agent   string // address that was asked for, "" for a client's
	Started time.Time
	Ended   time.Time // zero while it is under way
	Options []byte    // how it was asked for, and what it found: JSON that the record does not read
	Report  []byte    // nil until it ended, and in lists
}

// MaxReportBytes bounds the report of an examination that is kept, in bytes.
const MaxReportBytes = 16 << 20
