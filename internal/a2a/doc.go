// Package a2a is the vocabulary of the Agent2Agent protocol in version 1.0's terms, whatever version a
// document was written in.
//
// The nouns (Task, Message, Part, Artifact, Card, Call, Result) belong to no version: a Dialect,
// which is one version of the protocol, decodes its own JSON into them and encodes them back. A
// Reading is what one recorded body or stream event means, with Problems where it breaks its
// version's rules. Package a2a/dialect lists the dialects.
//
// The package does no I/O and imports only the standard library.
package a2a
