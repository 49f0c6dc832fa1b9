package wire

import (
	"slices"
	"strings"
)

// FilterOriginals removes from a session's exchanges those by which a replay repeated others of the list,
// and, where programs or pages sent messages too, the developer's calls from the command line. What remains
// is what happened, without what was tried since: the input for running a session again, comparing it or
// testing it. It changes list. terminal keeps the calls from the command line; left counts those that were
// removed.
// left out.
func FilterOriginals(list []Exchange, terminal bool) (own []Exchange, left int) {
	there := make(map[string]bool, len(list))
	for i := range list {
		there[list[i].ID] = true
	}
	beside := !terminal && slices.ContainsFunc(list, func(x Exchange) bool {
		return slices.Contains(ProgramOrigins, x.Origin) && strings.HasPrefix(x.Labels.Op, "Send")
	})
	own = slices.DeleteFunc(list, func(x Exchange) bool {
		if beside && x.Origin == Terminal {
			left++
			return true
		}
		return x.Origin == Replay && there[x.Link]
	})
	return own, left
}

// ProgramOrigins are the origins whose messages make calls from the command line secondary.
var ProgramOrigins = []Origin{Client, Compose}

// ProgramMessages selects the messages of a session whose presence makes FilterOriginals drop calls from the
// command line.
func ProgramMessages(session string) Filter {
	return Filter{Session: session, Origins: ProgramOrigins, Ops: []string{"send"}}
}
