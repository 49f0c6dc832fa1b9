package version

import "github.com/a2a-console/a2a-console/internal/a2a"

// Stream are the rules for the order of a stream's events.
type Stream struct {
	// Final is the check that a stream ends with the status update that says
	// final:true, "" where it just ends. FinalStrict says that nothing excuses another
	// end.
	Final       string
	FinalStrict bool
	Early       string // the check that it does so when the task is over

	Opening  bool // a stream begins with a task or a message
	Messages bool // a stream may be one message
	Whole    bool // all events are of one task and one context

	// Moved is the check that a task that is over stays as it is.
	Moved         string
	MovedSeverity a2a.Severity

	// Append and Late are the checks on chunks of an artifact: of one that did not
	// begin, and after the last.
	Append, Late string
}

// Checks are ids of checks that versions number differently.
type Checks struct {
	Task, Subscription string // that an answer is about the task that was asked for
	Extensions         string
}
