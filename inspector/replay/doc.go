// Package replay runs a recorded session again, against the same agent or
// another, and compares what comes back with what is on record.
//
// New reads the recording and makes a plan: a Step for every exchange that a
// client had with the agent. Play sends them in their order. The ids of tasks,
// contexts and messages become those of the new conversation as they appear;
// what a client said while a stream ran (a cancel) is said at the same place of
// the new stream; polls of one task are one step, which asks until the task is
// where it was on record. Calls are sent as they were recorded, byte for byte
// but for the ids, or, to an agent of another version, translated through the
// neutral vocabulary with notes of what got lost.
//
// Credentials are not on record and never sent: they are asked for again, as
// headers of the Target.
//
// A Replay can be paused, stops at the first difference if told to, and goes on
// where it stopped when Play is called again. Every step that is over is
// compared with package diff, in the recording's order.
package replay
