// Package doctor finds out where a connection to an agent fails, and why. It goes step by step from the address
// to the first call (address, DNS, TCP, TLS, HTTP, card, interface, authentication, call) and hands out a Step
// for each, with what to try. The first call asks for a task that does not exist: any agent can answer that,
// and it changes nothing. Doctor connects to another origin than the given one only if Options.AllowOtherOrigin
// is set.
package doctor
