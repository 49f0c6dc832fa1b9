package inspector

import "net/url"

// Bases are the origins and paths that what a person typed may mean, in the
// order in which Discover tries them: https first for a host on the net, http
// first for this machine.
func Bases(text string) ([]*url.URL, error) { return parseAddress(text) }
