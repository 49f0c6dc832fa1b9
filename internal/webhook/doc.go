// Package webhook receives push notifications: an agent's POSTs to an address
// that a client gave it.
//
// Each registration gets an address of its own, with an id that cannot be
// guessed, so that a delivery tells by its path alone what it belongs to: which
// agent was asked, in which session. What arrives is written to a recorder byte
// for byte and committed before it is answered, whatever its path or its
// credentials: judging is the reader's business. Only what a web page could
// send on somebody else's behalf is refused. Rules may have a delivery wait, change or
// drop it, or answer it in another way.
//
// The package knows HTTP and wire, not A2A. The one custom it follows is 0.1's
// check of a new address: a GET with validationToken is answered with that
// token.
package webhook
