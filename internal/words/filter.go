package words

import (
	"cmp"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

// FilterVocabulary returns the filter language's vocabulary for A2A.
func FilterVocabulary() filter.Vocabulary {
	return filter.Vocabulary{
		Ops: []string{string(a2a.SendMessage), string(a2a.SendStreamingMessage), string(a2a.GetTask), string(a2a.ListTasks), string(a2a.CancelTask),
			string(a2a.SubscribeToTask), string(a2a.CreatePushConfig), string(a2a.GetPushConfig), string(a2a.ListPushConfigs),
			string(a2a.DeletePushConfig), string(a2a.GetExtendedCard), string(a2a.GetCard), string(a2a.PushNotification)},
		OpKinds: []filter.Value{{Word: "send", Help: "messages sent, streamed or not"}, {Word: "get", Help: "reads"}, {Word: "cancel", Help: "cancellations"},
			{Word: "subscribe", Help: "subscriptions to a task"}, {Word: "list", Help: "lists of tasks or push configurations"}, {Word: "stream", Help: "messages sent with a streamed answer"}, {Word: "card", Help: "requests for cards"}},
		States: []filter.Value{{Word: "submitted", Help: "accepted, not started"}, {Word: "working", Help: "in progress"}, {Word: "input-required", Help: "waits for input"},
			{Word: "auth-required", Help: "waits for credentials"}, {Word: "completed", Help: "done"}, {Word: "failed", Help: "went wrong"},
			{Word: "canceled", Help: "stopped by a cancellation"}, {Word: "rejected", Help: "refused by the agent"}, {Word: "unspecified"}, {Word: "unknown"}, {Word: "cancelled"}},
		StatePrefix: "task-state-",
		Versions:    versions(),
		Bindings:    bindings(),
		Checks:      checks(),
		Aliases:     listAliases(),
	}
}

// listAliases maps words that lists show to values of the filter language.
func listAliases() map[string]map[string]string {
	outcomes := map[string]string{"client left": string(wire.Cancelled), "ended by agent": string(wire.ByAgent)}
	for _, o := range []wire.Outcome{wire.Open, wire.ByAgent, wire.Cut, wire.Cancelled, wire.TimedOut, wire.Refused, wire.Unreachable, wire.Interrupted} {
		name := cmp.Or(string(o), "open")
		outcomes[OutcomeWord(o)], outcomes[strings.ToLower(OutcomePhrase(o))] = name, name
	}
	// What the state column shows for other endings, with a filter that finds them.
	endings := map[string]string{strings.ToLower(incompleteAnswer): "is:failed", InvalidAnswer: "is:failed", emptyAnswer: "is:failed", noEvent: "is:failed", unknownState: "is:failed",
		"message": "op:send", "wrong": "is:wrong", notInFile: "outcome:interrupted", ownError: "error:Other", "task failed": "state:failed", "task rejected": "state:rejected"}
	for _, st := range []a2a.State{a2a.Submitted, a2a.Working} {
		endings[endedWhilePrefix+st.Word()] = "state:" + st.Word() + " is:failed"
	}
	for _, name := range a2a.ErrorNames() {
		endings[strings.ToLower(ErrorWord(string(name)))] = "error:" + string(name)
	}
	spoken := map[string]string{}
	for _, b := range a2a.Bindings() {
		spoken[strings.ToLower(b.Word())] = string(b)
	}
	return map[string]map[string]string{
		"op":      {"stream": string(a2a.SendStreamingMessage), "card": "*card", "cards": "*card", "push config": "*pushnotificationconfig*", "sends": "send"},
		"binding": spoken, "outcome": outcomes, "ending": endings,
		"error":  {ownError: string(a2a.OtherError), "own": string(a2a.OtherError)},
		"origin": {"console probe": string(wire.Console), "push of the agent": string(wire.Push), "model call": string(wire.Model), "command line": string(wire.Terminal)},
		"is":     {"errors": "failed", "streams": "stream"},
		"":       {"took": "dur", "ended": "outcome", "http": "status", "a2a": "dialect", "operation": "op", "exchange": "id", "findings": "finding", "message": "text"},
	}
}

// versions lists the A2A versions that the checks cover, newest first.
func versions() (list []filter.Value) {
	for _, c := range check.All() {
		for _, v := range c.Versions {
			if !slices.ContainsFunc(list, func(o filter.Value) bool { return o.Word == string(v) }) {
				help := "A2A " + string(v)
				if check.DraftOf(v) != "" {
					help += ", a draft"
				}
				list = append(list, filter.Value{Word: string(v), Help: help})
			}
		}
	}
	slices.SortFunc(list, func(a, b filter.Value) int { return strings.Compare(b.Word, a.Word) })
	return list
}

func checks() (list []filter.Value) {
	for _, c := range check.All() {
		list = append(list, filter.Value{Word: c.ID, Help: c.Rule})
	}
	return list
}

func bindings() (list []filter.Value) {
	for _, b := range a2a.Bindings() {
		list = append(list, filter.Value{Word: string(b), Help: b.Word()})
	}
	return list
}
