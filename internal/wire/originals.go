package wire

import "slices"

// Originals leaves out of a session's exchanges those with which a replay
// repeated others of them, and the developer's calls from the command line where
// programs or pages called, too. It is what a session is where it is run again, compared
// or tested: what happened, and not also what was tried with it since.
// The list is changed. terminal keeps the calls from the command line.
func Originals(list []Exchange, terminal bool) []Exchange {
	there := make(map[string]bool, len(list))
	for i := range list {
		there[list[i].ID] = true
	}
	left := !terminal && slices.ContainsFunc(list, func(x Exchange) bool { return slices.Contains(Callers, x.Origin) })
	return slices.DeleteFunc(list, func(x Exchange) bool {
		return x.Origin == Replay && there[x.Link] || left && x.Origin == Terminal
	})
}

// Callers are the origins beside which calls from the command line are something else.
var Callers = []Origin{Client, Compose}
