package wire

import "time"

// Sample is an exchange as far as figures need it: no heads, no texts.
type Sample struct {
	Seq       int64
	ID        string
	Started   time.Time
	Answered  time.Duration // to the head of the response; negative where none came
	FirstByte time.Duration // to the first byte of its body; negative where none came
	Duration  time.Duration // to the end; negative while open
	Origin    Origin
	Agent     string // origin of the upstream
	Caller    string // the request's User-Agent
	Op        string
	Task      string
	Dialect   string
	Binding   string
	State     string // last state seen, 1.0 spelling
	Error     string // name of the protocol error, or ""
	Status    int
	Outcome   Outcome
	Bytes     int64 // of the response's body
	Findings  int   // muted ones are not counted
	Failed    bool
	Examined  bool // of an examination of an agent, which sends bad calls on purpose
	Wrong     bool // did its work although the agent broke a rule that it must keep
}

// SampleSet is what samples were taken of.
type SampleSet struct {
	Samples []Sample // newest first
	HasMore bool     // older ones were selected, too, or were not looked for
}
