package chaos

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Verdict says how a client coped with faults.
type Verdict string

const (
	Recovered    Verdict = "recovered"    // it has everything the agent sent, by reading the task or because the fault did no harm
	Resubscribed Verdict = "resubscribed" // it has everything, by subscribing to the task again
	Retried      Verdict = "retried"      // it has everything, by sending its message again
	GaveUp       Verdict = "gave_up"      // it learned of a failure, and stopped
	Hung         Verdict = "hung"         // it was still waiting when its time ran out
	Lost         Verdict = "lost"         // it stopped as if all were well, without everything the agent sent
	NotTouched   Verdict = "not_touched"  // no rule applied, so nothing was tested
	NotStarted   Verdict = "not_held"     // the conversation could not begin: no program accepts the message, or the message cannot be written
	Unrecorded   Verdict = "unseen"       // part of it was not recorded
)

// Verdicts lists all verdicts, best first.
func Verdicts() []Verdict {
	return []Verdict{Recovered, Resubscribed, Retried, GaveUp, Hung, Lost, NotTouched, NotStarted, Unrecorded}
}

// IsBad reports whether the client needs repair, could not begin, or was not observed.
func (v Verdict) IsBad() bool { return v == Hung || v == Lost || v == NotStarted || v == Unrecorded }

func (t conversation) judge(hung bool, limit time.Duration) (Verdict, string) {
	first := t.firstTouched()
	switch {
	case len(t) == 0:
		return NotTouched, "The client made no call."
	case first < 0:
		return NotTouched, t.describeUntouched(hung, limit)
	case hung:
		return Hung, fmt.Sprintf("The client was still waiting after %s.", limit)
	}
	ended, missing := t.hasEnded(), t.missingArtifacts()
	how, did := t.recoveryOf(first)
	switch {
	case ended && missing == "":
		return how, did
	case t.knowsFailure():
		return GaveUp, "The client saw that " + t.lastFailure() + ", and stopped" + attemptText(did, how) + "."
	case missing != "":
		return Lost, "The client stopped as if all were well, without " + missing + "."
	}
	return Lost, "The client stopped as if all were well, without knowing how the task ended."
}

// describeUntouched describes a conversation to which no rule applied.
func (t conversation) describeUntouched(hung bool, limit time.Duration) string {
	says := "No rule touched this conversation"
	switch {
	case hung:
		return fmt.Sprintf("%s. The client was still waiting after %s.", says, limit)
	case t.knowsFailure():
		return says + ". The client saw that " + t.lastFailure() + "."
	}
	return says + "."
}

// attemptText says what a client tried before it gave up.
func attemptText(did string, how Verdict) string {
	if how == Recovered {
		return ""
	}
	return map[Verdict]string{Resubscribed: " after it had subscribed again", Retried: " after it had sent its message again"}[how]
}

// firstTouched returns the index of the first call that a rule changed, -1 for none.
func (t conversation) firstTouched() int {
	for i, c := range t {
		if c.changedFrames > 0 || c.isRuleAnswer || c.isRuleBreak {
			return i
		}
	}
	return -1
}

// hasEnded reports whether the client knows how the conversation ended: it received a terminal state or a message.
func (t conversation) hasEnded() bool {
	return slices.ContainsFunc(t, (*call).hasEnd)
}

// missingArtifacts says how much of the agent's artifacts never reached the client, "" for nothing.
func (t conversation) missingArtifacts() string {
	said, got := map[string]int{}, map[string]int{}
	for _, c := range t {
		for id, n := range c.fromAgent.artifacts {
			said[id] = max(said[id], n)
		}
		for id, n := range c.toClient.artifacts {
			got[id] = max(got[id], n)
		}
	}
	lost, bytes := 0, 0
	for id, n := range said {
		if got[id] < n {
			lost, bytes = lost+1, bytes+n-got[id]
		}
	}
	if lost == 0 {
		return ""
	}
	return fmt.Sprintf("%d bytes in %d of the agent's artifacts", bytes, lost)
}

// recoveryOf returns the kind of call that told the client the end after the fault, at index first, and a
// sentence with everything that the client tried.
func (t conversation) recoveryOf(first int) (Verdict, string) {
	var by Verdict
	tried := map[Verdict]int{}
	for i, c := range t[first:] {
		kind := t.verdictOf(c)
		if i > 0 && kind != "" {
			tried[kind]++
		}
		if by == "" && c.hasEnd() && i > 0 {
			by = kind
		} else if c.hasEnd() && i == 0 {
			return Recovered, "The fault did no harm: the client received all artifacts and the end."
		}
	}
	var says []string
	for _, one := range []struct {
		kind Verdict
		what string
	}{{Retried, "sent its message again"}, {Resubscribed, "subscribed to the task again"}, {Recovered, "asked for the task"}} {
		if n := tried[one.kind]; n > 0 {
			says = append(says, one.what+" ("+formatTimes(n)+")")
		}
	}
	if len(says) == 0 {
		return cmp.Or(by, Recovered), "The client carried on."
	}
	return cmp.Or(by, Recovered), "The client " + strings.Join(says, ", and ") + "."
}

// hasEnd reports whether this call told the client how the conversation ended.
func (c *call) hasEnd() bool {
	return c.toClient.HasMessage || c.toClient.IsTerminal
}

// verdictOf returns the recovery that a call after a fault attempts, "" for none.
func (t conversation) verdictOf(c *call) Verdict {
	switch c.op {
	case a2a.SubscribeToTask:
		return Resubscribed
	case a2a.GetTask:
		return Recovered
	case a2a.SendMessage, a2a.SendStreamingMessage:
		if t.isRepeat(c) {
			return Retried
		}
	}
	return ""
}

// isRepeat reports whether a call repeats the text of an earlier message.
func (t conversation) isRepeat(c *call) bool {
	for _, b := range t {
		if b == c {
			return false
		}
		if b.text == c.text && c.text != "" {
			return true
		}
	}
	return false
}

func formatTimes(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// knowsFailure reports whether the last call told the client that something failed or broke off, or the client hung up
// itself.
func (t conversation) knowsFailure() bool { return t.lastFailure() != "" }

// lastFailure describes the failure that the last call told the client of, "" for none.
func (t conversation) lastFailure() string {
	last := t[len(t)-1]
	switch {
	case last.refusal() != "":
		return "the call failed (" + last.refusal() + ")"
	case last.isRuleBreak, last.exchange.Outcome == wire.Cut:
		return "the connection broke off"
	case last.isRuleAnswer:
		return "the connection was closed without an answer"
	case last.exchange.Outcome == wire.Unreachable:
		return "the agent cannot be reached"
	case last.exchange.Outcome == wire.Cancelled:
		return "nothing more arrived, and the client disconnected"
	case last.toClient.State.Interrupted():
		return "the task waits for its client"
	case len(t) > 1 && last.op == a2a.GetTask:
		return "the task is " + last.toClient.State.Word()
	}
	return ""
}
