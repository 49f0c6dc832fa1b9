package wire

import "time"

// Sample is what statistics need of an exchange.
type Sample struct {
	Seq       int64
	ID        string
	Started   time.Time
	Answered  time.Duration // to the response head; negative if none arrived
	FirstByte time.Duration // to the first byte of the response body; negative if none arrived
	Duration  time.Duration // to the end; negative while open
	Origin    Origin
	Agent     string // origin of the upstream
	Caller    string // as in Exchange
	Op        string
	Task      string
	Dialect   string
	Binding   string
	State     string // last state seen, 1.0 spelling
	Error     string // name of the protocol error, or ""
	Status    int
	Outcome   Outcome
	Bytes     int64 // of the response body
	Findings  int   // not counting muted ones and those of severity info
	Failed    bool
	Wrong     bool // it succeeded although the agent broke a mandatory rule
}

// SampleSet is a page of samples.
type SampleSet struct {
	Samples []Sample // newest first
	HasMore bool     // there are older samples, or the search stopped before them
}
