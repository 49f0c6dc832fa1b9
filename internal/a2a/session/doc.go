// Package session relates the exchanges of a session to each other: the conversation that each
// belongs to, calls that only repeat the one before, the task that led to another task, push
// registrations, and the version where the wire does not name it. Exchanges must be in the order in
// which they began, each with its reading. The package does no I/O.
package session
