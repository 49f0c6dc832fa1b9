package wire

import "slices"

// FilterOriginals removes from list, which it changes, the exchanges in which a replay repeated
// others of list. What remains is the session as it first happened, to be replayed, compared or
// tested.
func FilterOriginals(list []Exchange) []Exchange {
	there := make(map[string]bool, len(list))
	for i := range list {
		there[list[i].ID] = true
	}
	return slices.DeleteFunc(list, func(x Exchange) bool { return x.Origin == Replay && there[x.Link] })
}
