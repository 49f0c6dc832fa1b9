// Package webhook receives push notifications: an agent's POSTs to a URL that a client registered.
//
// Each registration gets its own URL, with an unguessable id, so that the path alone identifies the
// agent and the session of a delivery. What arrives is written to a recorder byte for byte and
// committed before the response, whatever its path or credentials: judging it is the reader's
// business. The receiver refuses what a web page could send on someone's behalf, what is too large,
// and what is for an unknown path. Rules may delay, change or drop a delivery, or answer it
// differently.
//
// The package knows HTTP and wire, not A2A. It follows one A2A convention, 0.1's check of a new URL: it
// answers a GET with validationToken by returning that token.
package webhook
