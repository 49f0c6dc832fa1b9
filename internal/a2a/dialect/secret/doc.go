// Package secret knows where exchanges have secrets, in all versions and bindings:
// headers, parameters, members of bodies and fields of messages.
package secret
