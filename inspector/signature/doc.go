// Package signature verifies the signatures of an Agent Card: JSON Web Signatures (RFC 7515) whose payload is
// the card without its member signatures, in the canonical form of RFC 8785 (0.3 §5.5.6, 1.0 §8.4). It fetches
// nothing: the caller supplies the keys, which the person pasted, read from a file, or had fetched from the
// address that a signature names. That address is only a claim of the card and proves little. A valid signature
// proves only that the owner of the key signed this card.
package signature
