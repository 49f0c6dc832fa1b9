// Package proxy is the tap: it stands in front of an agent, forwards everything untouched, and records it on the way.
//
// A Tap fronts one upstream origin. Other programs reach it as an http.Handler, the console's own calls as an
// http.RoundTripper; both take the same path. Taps keeps one listener per origin. The package knows HTTP and
// wire, not A2A: a Splicer rewrites the URLs in an Agent Card for it.
//
// One rule orders the work: if either side saw it, it is on record. What one read returned is written to the
// tape, the tape is committed, and only then are the bytes forwarded, heads and interim responses (1xx)
// included; the end of an exchange is committed before the client sees its last byte. While a commit is in
// progress, the tap reads ahead, up to a cap, and commits what it read in one go. If recording fails, the
// traffic continues.
//
// Each direction has two halves. Ingest records what arrived. Emit forwards it, and records what was sent
// where that differs. An Intervener may put a wire.Gate between the two; without one, what arrived is what is
// sent. The tap reads the request of an exchange that the Intervener watches before it forwards any of it,
// and shows it to the Intervener; then it carries out the resulting plan, a gate for either direction or an
// answer instead of the agent's, and records it.
package proxy
