// Package document holds bodies as they are read: JSON with the place of each value
// and of what was repaired, JSON-RPC envelopes, the documents in an event, and
// problems put where a value stands.
package document
