// Package push judges push notifications: whether the signature of a delivery holds,
// and how deliveries compare with the task's stream (how much later, in which order,
// twice, or not at all). Package delivery compares their credentials with what the
// registration asked for.
//
// Nothing here does I/O but FetchKeys, which runs when a person asks for it.
package push
