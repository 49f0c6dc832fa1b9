package ui

import (
	"strings"
	"unicode"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

func stateIn(x wire.Exchange) a2a.State { return a2a.State(x.Labels.State) }

// continueWord is what Compose does next about a task: a task that is over takes
// no more messages, its context does.
func continueWord(v *taskView) string {
	switch {
	case !v.State.Terminal():
		return "Continue"
	case v.Context != "":
		return "New task in this context"
	}
	return "New task"
}

// byWord is who made an exchange.
func byWord(x wire.Exchange) string {
	switch x.Origin {
	case wire.Compose:
		return "you"
	case wire.Console:
		return "console"
	case wire.Push:
		return "the agent, push"
	}
	return part.Short(x.Caller, 40)
}

// saidBy heads the message of a request.
func saidBy(x wire.Exchange) string {
	switch x.Origin {
	case wire.Compose:
		return "You"
	case wire.Replay:
		return "Replay"
	}
	if name, _, _ := strings.Cut(x.Caller, " "); name != "" {
		return part.Short(name, 40)
	}
	return "Client"
}

// endedWord is how an exchange closed, in a word or two.
func endedWord(x wire.Exchange) string {
	switch x.Outcome {
	case wire.Open:
		return "open"
	case wire.ByAgent:
		return "by the agent"
	case wire.Cut:
		return "cut"
	case wire.Cancelled:
		return "cancelled"
	case wire.TimedOut:
		return "timed out"
	case wire.Refused:
		return "refused"
	case wire.Unreachable:
		return "unreachable"
	case wire.Interrupted:
		return "interrupted"
	}
	return part.Short(string(x.Outcome), 20)
}

// humps are the words of a name in camel case, so that a line may break between
// them.
func humps(name string) []string {
	var out []string
	upper := true
	for _, r := range name {
		if now := unicode.IsUpper(r); now && !upper || len(out) == 0 {
			out = append(out, string(r))
		} else {
			out[len(out)-1] += string(r)
		}
		upper = unicode.IsUpper(r)
	}
	return out
}
