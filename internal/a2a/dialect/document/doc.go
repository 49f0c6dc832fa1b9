// Package document represents a body as it was read: JSON in which each value and each repair has its place,
// JSON-RPC envelopes, the documents in an event, and problems at a value's place.
package document
