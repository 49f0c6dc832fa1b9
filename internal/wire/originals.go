package wire

import (
	"slices"
	"strings"
)

// FilterOriginals leaves out of a session's exchanges those with which a replay
// repeated others of them, and the developer's calls from the command line where
// programs or pages sent messages, too. It is what a session is where it is run again, compared
// or tested: what happened, and not also what was tried with it since.
// The list is changed. terminal keeps the calls from the command line; left is how many were
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

// ProgramOrigins are the origins beside whose messages calls from the command line are something
// else.
var ProgramOrigins = []Origin{Client, Compose}

// ProgramMessages selects the messages in a session beside which calls from the command line are
// left out.
func ProgramMessages(session string) Filter {
	return Filter{Session: session, Origins: ProgramOrigins, Ops: []string{"send"}}
}
