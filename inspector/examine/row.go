package examine

import (
	"github.com/a2a-console/a2a-console/inspector/chaos"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// Row is the result of a probe, a step or a conversation.
type Row struct {
	Interface   string // "" for the agent as a whole
	Probe       string
	Expectation string // a sentence
	Level       check.Level
	Result      verdict.Result // verdict.Skip: not tested
	Message     string         // why
	Open        bool           // the specification leaves the behaviour open
	Exchanges   []string       // evidence
	Breaks      []string       // ids of checks that Exchanges break
	Refusable   []string       // exchanges of notifications that a client has to refuse
	Chaos       *chaos.Result  `json:",omitempty"` // the row's conversation; nil if there is none, or it did not take place

	check       string   // the check that is broken if the probe fails, and met if it passes
	exactChecks []string // checks to break instead of check, because they describe the failure more exactly
	metChecks   []string // checks that the exchanges meet, which the recording alone does not show
	echoed      bool     // errors in the responses may be echoes of the console's own
}

// Key identifies the row within a report.
func (r *Row) Key() string { return r.Probe + "\x00" + r.Interface }

// FailsAt reports whether the row is a failure at level or above.
func (r *Row) FailsAt(level check.Level) bool {
	ranks := map[check.Level]int{check.Must: 3, check.Should: 2, check.Info: 1}
	return r.Result == verdict.Fail && ranks[r.Level] >= ranks[level]
}
