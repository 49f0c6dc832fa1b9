// Package proxy is the tap: it stands in front of an agent, forwards what passes, unchanged unless
// a rule acts on it, and records it. A Tap fronts one upstream origin; Taps keeps one listener per
// origin. Other programs reach a Tap as an http.Handler, the console's own calls as an
// http.RoundTripper; both take the same path. The package knows HTTP and wire, not A2A: a Splicer
// rewrites the URLs in an Agent Card for it.
//
// One invariant holds: if either side saw it, it is on record. docs/dev/tap.md says how.
package proxy
