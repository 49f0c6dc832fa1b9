// Package auth signs in to agents. It reads the security schemes from a card (Schemes), obtains a Credential
// for one, and holds credentials in a Wallet, which adds them to requests for their agent only and refreshes
// expiring tokens. It never leaks a credential to another agent of the origin, to another origin, or from https
// to http. Secrets stay in memory; a Vault, such as the operating system's Keyring, keeps them between runs if
// the person asks for that.
//
// A card may name any URL as its authorization server. So nothing here calls one before the caller
// agrees by calling Begin, and then only over https, or over http on this machine or, for an agent
// that is called over http, in a private network; never at a link-local or metadata address. No
// secret is sent to a server before its addresses are shown to belong together.
package auth
