package wire

import "time"

// TaskExchanges summarizes the recorded exchanges of a task that a filter selects. Agents choose the ids of
// their tasks: the same id at two agents means two tasks.
type TaskExchanges struct {
	ID             string
	Agent          string      // origin
	Shared         bool        // other agents have a task with this id
	Calls          []CallCount // by operation, in order of first occurrence
	Count          int         // exchanges; if there are more than MaxTaskExchanges, the newest are counted
	Failed         int         // failed exchanges, by status, error or outcome
	Open           int
	Interrupted    int
	First          time.Time  // start of the first exchange
	Last           time.Time  // end of the last one, zero while none has ended
	NewestSeq      int64      // Seq of the newest exchange: Before of the next page
	Latest         Exchange   // newest exchange that has a state, else the newest
	LatestCall     Exchange   // newest selected call about the task; if all were pushed, the newest of those
	FirstExchanges []Exchange // the task's first exchanges on record, regardless of the filter, oldest first
}

// CallCount is how often an operation was called.
type CallCount struct {
	Op    string // "" if unknown
	Count int
}

// MaxTaskExchanges bounds how many exchanges of a task are counted.
const MaxTaskExchanges = 1000
