// Package signature verifies the signatures of an Agent Card: JSON Web
// Signatures (RFC 7515) whose payload is the card itself, without its member
// signatures, in the canonical form of RFC 8785 (0.3 §5.5.6, 1.0 §8.4).
//
// Nothing is fetched here. Keys are the caller's to give: a key set that the
// person pasted, has as a file, or had fetched from the address that a signature
// names, which is the card's word and so proves little by itself. A valid
// signature proves only that the owner of the key signed this card.
package signature
