// Package push judges push notifications: whether a delivery carries the
// credentials that its registration asked for, whether its signature holds, and
// how it compares with the task's stream (how much later, in which order, twice, or
// not at all).
//
// It compares records, in which secrets are replaced by filler: two secrets are
// equal when their fingerprints are. Nothing here does I/O but FetchKeys, which
// runs when a person asks for it.
package push
