// Package auth signs in to agents: it reads from a card which ways there are,
// gets credentials by them, and adds these to requests.
//
// Schemes lists what a card asks for, in one form for every version. A
// Credential is what one scheme requires: a token, a name and password, an API
// key, or what an OAuth server gave. A Wallet holds credentials by the agent they
// are for and adds them to requests for that agent only, so that none follows to
// another agent of its origin, to another origin or from https to http. Tokens
// that expire are refreshed when a request needs them.
//
// The addresses of authorization servers come from cards and are other people's
// URLs: nothing here asks one unless its caller says so by calling Begin, and
// then over https, or over http on this machine, and never at a link-local or
// metadata address. Nothing secret goes to one before its addresses were shown to
// belong together. Secrets stay in memory; a Vault, such as the Keyring of the
// operating system, keeps them between runs if the person asks for it.
package auth
