// Package delivery checks push notifications against their registration: whether a delivery carries
// the registered credentials, and which event it reports. It compares recordings, in which
// redaction replaces secrets with filler: secrets are equal when their fingerprints are. It does no
// I/O.
package delivery
