// Package auth signs in to agents. It reads the security schemes from a card (Schemes), obtains a Credential
// for one, and holds credentials in a Wallet, which adds them to requests for their agent only and refreshes
// expiring tokens. It never leaks a credential to another agent of the origin, to another origin, or from https
// to http. Secrets stay in memory; a Vault, such as the operating system's Keyring, keeps them between runs if
// the person asks for that.
//
// A card may name any URL as its authorization server. So nothing here calls one before the caller
// agrees by calling Begin. It must use https; http is allowed on this machine and, for an agent
// that is called over http, in a private network. Link-local and metadata addresses are never
// called. No secret is sent to a server before its addresses are shown to belong together, unless a
// person named them.
package auth
