// Package dialect reads and writes every version of the protocol: which version an exchange speaks
// (Identify), what its bodies mean (ReadRequest, ReadResponse, ReadEvent), how to write a call in a version
// and binding (Request), and what the recorder and the tap need from a document: labels and a card's URLs.
//
// Versions live in the folders v01, v10, …, one version.Version each, listed by package registry and by All.
// Bindings live in jsonrpc, rest and grpc, one binding.Binding each, listed here. This package holds what is
// generic: the order in which evidence is weighed, and the flow of reading, which delegates to the binding.
// Speaks and Bindings say which version is spoken over which binding.
//
// A Reader follows one exchange piece by piece; an event costs no more than its own size. Package reading
// cuts an exchange's bytes into these pieces, so callers that want to read an exchange use that package.
// NewLabeller makes a Reader that keeps no artifacts.
//
// Nothing here does I/O, and only a Reader keeps state between calls.
package dialect
