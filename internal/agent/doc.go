// Package agent is the reference agent: a deterministic A2A agent without a language model, for
// demos, tests and for trying out the console. It is an http.Handler that speaks every version and
// binding of package dialect. It works on neutral a2a values and knows no version's spelling.
//
// All versions share one port. Over JSON-RPC, POST / tells versions apart by the method (and
// tasks/* by the version that created the task); POST /v0.1, /v1.0 … speak one version each, and
// the cards name these. HTTP+JSON is below /rest/v0.3 and /rest/v1.0, gRPC at its services' paths.
//
// The text of a message, or a data part {"skill": …}, picks the skill; the card lists the skills
// and their parameters. The same input gives the same bytes, except for ids and times. A message
// with "push twice" (reversed, lossy, late, bare, forged, signed, failing, silent) changes how its
// push notifications are delivered. Clients may activate one extension, timestamps
// (docs/timestamps.md). Options.Conformance adapts the agent to conformance kits
// (docs/conformance.md).
//
// Where versions differ in meaning and not just in spelling, the difference is a member of
// version.Agent, so a new version needs no change here.
//
// A task is an append-only log of events. Streams, subscribers and push deliveries are cursors into
// that log: all of them see the same events in the same order, none can lose one, and a slow one
// costs nobody anything. Tasks live in memory. Beyond Options.MaxTasks or Options.MaxMemory, the
// oldest finished ones are dropped, then the oldest that wait for their clients.
package agent
