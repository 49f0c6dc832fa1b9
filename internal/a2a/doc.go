// Package a2a is the vocabulary of the Agent2Agent protocol, in the words of
// version 1.0, whatever version a document was written in.
//
// Two kinds of value live here. The nouns (Task, Message, Part, Artifact, Card,
// Call, Result) are neutral: a dialect reads its own JSON into them and writes
// them as its own JSON. A Reading is what one recorded body or stream event was
// understood to mean, with Problems where it strayed from its version's rules.
// A Dialect is one version of the protocol; package a2a/dialect knows them all.
//
// The package does no I/O and imports only the standard library.
package a2a
