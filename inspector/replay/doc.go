// Package replay runs a recorded session again, against the same agent or another, and compares the responses
// with the recorded ones. New reads the recording and plans a Step for each exchange of a client with the
// agent; Play sends them in order through Options.Transport. The result is a diff.Report.
//
// Ids of tasks, contexts and messages are replaced by those of the new conversation as they appear.
// What a client sent while a stream ran, such as a cancel, is sent at the same point of the new
// stream. Polls of one task are one step, which polls until the task reaches its recorded state.
// Apart from ids, a call is sent byte for byte as recorded if the agent has its version and
// binding, and if no secret or webhook address must be replaced. Otherwise it is translated through
// the neutral vocabulary, with notes of what was lost.
//
// Recordings contain no credentials, so the caller supplies them as headers of the Target.
//
// A Replay can be paused. It can also stop at the first difference, and continues there when Play is called again. Each
// completed step is compared with package diff, in the recording's order.
package replay
