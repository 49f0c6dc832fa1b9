// Package secret lists where exchanges carry secrets, in all versions and bindings: in headers,
// parameters, members of bodies and fields of messages.
package secret
