// Package session says what the exchanges of a session are to each other: which
// conversation each belongs to, which calls only repeat the one before, which task
// came of which, what was registered for push notifications, and which version is
// spoken where the wire does not tell. It does no I/O: exchanges are given in the
// order in which they began, each with what its reading says.
package session
