// Package delivery reads push notifications against what was asked for: whether a
// delivery carries the credentials of its registration, and which event it brings.
//
// It compares records, in which secrets are replaced by filler: two secrets are
// equal when their fingerprints are. It does no I/O.
package delivery
