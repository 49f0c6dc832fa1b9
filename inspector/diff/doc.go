// Package diff compares recordings by what they mean.
//
// Two recordings of one conversation never have equal bytes: ids and times are
// new, a text arrives in other pieces, members have another order, another
// version spells it otherwise. Exchanges and Sessions read both sides through
// package dialect into neutral documents, in the words of version 1.0, and
// compare those. A Report has a Pair for every exchange, with a verdict and the
// Differences by path and both values.
//
// What is the same although it is written differently: ids of tasks, contexts,
// messages, artifacts, push configs and calls, as long as one old id always
// meets the same new one, also inside text; time stamps of the protocol; the
// addresses of the two agents; how a text was cut into chunks or events; the
// order of an object's members; how often a task was polled; how far a task had
// come when it was canceled. A stream and a plain answer to the same message are
// compared by where they end. Across versions, what one of the two cannot say is
// left out.
//
// A Level says how much counts, Rules what does not. Comparing is linear in the
// size of both sides, but for small stretches of lists, and safe for whatever
// an agent sent.
//
// The package does no I/O but through Source.
package diff
