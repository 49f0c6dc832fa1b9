package wire

import (
	"slices"
	"strings"
)

// Originals leaves out of a session's exchanges those with which a replay
// repeated others of them, and the developer's calls from the command line where
// programs or pages sent messages, too. It is what a session is where it is run again, compared
// or tested: what happened, and not also what was tried with it since.
// The list is changed. terminal keeps the calls from the command line.
func Originals(list []Exchange, terminal bool) []Exchange {
	there := make(map[string]bool, len(list))
	for i := range list {
		there[list[i].ID] = true
	}
	left := !terminal && slices.ContainsFunc(list, func(x Exchange) bool {
		return slices.Contains(Callers, x.Origin) && strings.HasPrefix(x.Labels.Op, "Send")
	})
	return slices.DeleteFunc(list, func(x Exchange) bool {
		return x.Origin == Replay && there[x.Link] || left && x.Origin == Terminal
	})
}

// Callers are the origins beside whose messages calls from the command line are something
// else.
var Callers = []Origin{Client, Compose}

// OthersSent selects the messages in a session beside which calls from the command line are
// left out.
func OthersSent(session string) Filter {
	return Filter{Session: session, Origins: Callers, Ops: []string{"send"}}
}
