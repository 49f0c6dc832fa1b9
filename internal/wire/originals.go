package wire

import "slices"

// Originals leaves out of a session's exchanges those with which a replay
// repeated others of them. It is what a session is where it is run again, compared
// or served as a mock: what happened, and not also what was tried with it since.
// The list is changed.
func Originals(list []Exchange) []Exchange {
	there := make(map[string]bool, len(list))
	for i := range list {
		there[list[i].ID] = true
	}
	return slices.DeleteFunc(list, func(x Exchange) bool { return x.Origin == Replay && there[x.Link] })
}
