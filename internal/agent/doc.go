// Package agent is the reference agent: a deterministic A2A agent without a
// language model, for demos, tests and for trying out the console.
//
// It answers in every version and binding package dialect knows, on one port.
// Over JSON-RPC, POST / tells versions apart by the method (and tasks/* by the
// version that made the task), and POST /v0.1, /v1.0 … speak one version each, as
// the cards name them; HTTP+JSON is below /rest/v0.3 and /rest/v1.0, gRPC at its
// services' paths. What it does is picked by the text of the message, or by a data
// part {"skill": …}; the skills and their parameters are listed in its card.
// The same input gives the same bytes apart from ids and times.
// "push twice" (reversed, lossy, late, bare, forged, signed, failing, silent) in
// a message has its push notifications delivered so.
// Clients may activate one extension, timestamps (docs/timestamps.md). Under
// Options.Conformance it pleases conformance kits (docs/conformance.md).
//
// The domain (tasks, skills, streams, push) works on neutral a2a values and
// knows no version's spelling. Where versions differ in what they mean, not in
// how they spell it, the difference is a member of version.Agent. So a new version
// needs nothing here.
//
// A task is a log of events that only grows. Streams, subscribers and push
// deliveries are cursors into that log: all of them see the same events in the
// same order, none can lose one, and a slow one costs nobody anything. Tasks
// live in memory; when there are more than Options.MaxTasks, or they
// take more than Options.MaxMemory together, the oldest finished ones go.
package agent
