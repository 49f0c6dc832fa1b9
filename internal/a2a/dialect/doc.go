// Package dialect knows every version of the protocol. It tells which version
// an exchange speaks (Identify), what its bodies mean (ReadRequest, ReadResponse,
// ReadEvent), how to say something in a version and binding (Request), and what
// the recorder and the tap need to know of a document: labels, a card's URLs.
//
// The versions themselves are in the folders v01, v10, …: one a2a.Dialect each, listed
// by package registry and by All. The bindings are in jsonrpc, rest and grpc: one
// binding.Binding each, listed here. This package holds what is generic: the order in
// which evidence is weighed, and the flow of reading, which asks the binding. Speaks and
// Bindings say which version is spoken over which.
//
// A Reader follows one exchange piece by piece, each event at the cost of its own
// size. Package reading gives it the pieces, out of the bytes of an exchange; whoever
// wants to read one uses that. NewLabeller makes a Reader that keeps no artifacts.
//
// Nothing here does I/O or keeps state between calls but a Reader's own.
package dialect
