package wire

import "slices"

// FilterOriginals removes from a session's exchanges those by which a replay repeated others of the list. What
// remains is what happened, without what was tried since: the input for running a session again, comparing it or
// testing it. It changes list.
func FilterOriginals(list []Exchange) []Exchange {
	there := make(map[string]bool, len(list))
	for i := range list {
		there[list[i].ID] = true
	}
	return slices.DeleteFunc(list, func(x Exchange) bool { return x.Origin == Replay && there[x.Link] })
}
