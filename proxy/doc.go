// Package proxy is the tap: it stands before an agent, passes everything on
// untouched, and puts it on record on the way.
//
// A Tap fronts one upstream origin. Other programs reach it as an http.Handler,
// the console's own calls as an http.RoundTripper; both take the same path.
// Taps keeps one listener per origin.
//
// One rule orders the work: if either side saw it, it is on record. What one
// read returned is written to the tape, the tape is committed, and only then
// does it go on, heads and interim answers (1xx) included; the end of an
// exchange is committed before the client sees its last byte. While a commit is
// under way the tap reads ahead, up to a cap, and commits what came in the
// meantime together. If recording fails, the traffic goes on.
//
// Each direction has two halves. Ingest records what came. Emit sends it on, and
// records what was sent where that differs. Between the two an Intervener may have
// put a wire.Gate; without one, what came is what is sent. An exchange that it does
// not watch goes straight through. Of one that it watches the request is read first
// and shown to it; what it then plans, a gate for either direction or an answer in
// place of the agent's, is done and put on record.
//
// The package knows HTTP and wire, not A2A. What it needs of the protocol, the
// URLs in an Agent Card, it is handed as a Splicer.
package proxy
