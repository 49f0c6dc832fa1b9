// Package registry lists the versions of the protocol that the console speaks: the
// dialect of each in each binding, which methods are whose, and which version's
// rules hold for an exchange.
package registry
