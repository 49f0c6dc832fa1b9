// Package diff compares recorded exchanges and sessions by meaning. It reads the exchanges' bodies from a
// Source and does no other I/O. The result is a Report with a Pair for each exchange, and its Differences by
// path.
//
// Two recordings of one conversation never have equal bytes. So diff reads both sides into neutral documents in
// the words of version 1.0 and compares those. It treats as equal: ids of tasks, contexts, messages, artifacts,
// push configs and calls, as long as an old id always corresponds to the same new one, also inside text; the
// protocol's timestamps; the addresses of the two agents; how a text was cut into chunks or events; the order
// of an object's members; how often a task was polled; how far a task had got when it was canceled. It compares
// a stream with a plain response by how they end. Across versions, it leaves out what one of them cannot express.
//
// A Level says how much counts, and IgnoreRules say what does not. Comparing takes time linear in the size of
// both sides, except for short stretches of lists, whatever an agent sent.
package diff
