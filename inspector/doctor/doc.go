// Package doctor finds out where a connection to an agent stops, and why: it
// walks from the name to the first call, one step at a time (address, DNS, TCP,
// TLS, HTTP, card, interface, authentication, call), and says what it found and
// what to try. The first call asks for a task that does not exist: any agent
// can answer that, and it changes nothing.
//
// It connects to the address it was given. It connects to another origin that a card
// names only when asked to.
package doctor
