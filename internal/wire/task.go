package wire

import "time"

// TaskExchanges is what is on record of a task, as far as a filter selects it. Agents choose
// the ids of their tasks: one id at two agents is two tasks.
type TaskExchanges struct {
	ID             string
	Agent          string      // origin
	Shared         bool        // other agents have a task of this id
	Calls          []CallCount // by operation, the one that came first first
	Count          int         // exchanges; of a task with more than MaxTaskExchanges the newest are counted
	Failed         int         // of them, by their status, error or end
	Open           int
	Interrupted    int
	First          time.Time  // when the first of them began
	Last           time.Time  // when the last of them ended, zero while none has
	NewestSeq      int64      // Seq of the newest of them: Before of the next page
	Latest         Exchange   // the newest of them that tells a state, else the newest
	LatestCall     Exchange   // the newest call about it that the filter selects; where all were pushed, the newest of those
	FirstExchanges []Exchange // the task's first exchanges on record, whatever the filter, oldest first
}

// CallCount is how often an operation was called.
type CallCount struct {
	Op    string // "" where it is not known
	Count int
}

// MaxTaskExchanges bounds how many exchanges of a task are counted.
const MaxTaskExchanges = 1000
