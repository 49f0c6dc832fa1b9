package cause

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// judgeDelivery judges a push notification that the console's webhook receiver refused.
func judgeDelivery(c *Case) (Cause, bool) {
	if c.Exchange.Origin != wire.Push || c.Exchange.Response.Status < 400 {
		return Cause{}, false
	}
	return Cause{Kind: Refused, Text: fmt.Sprintf("The console's webhook receiver answered this delivery with %s.", words.StatusLine(c.Exchange.Response.Status)),
		Proof:  Proof{Text: "Status " + words.StatusLine(c.Exchange.Response.Status), Place: Response},
		Advice: "Compare the address and the token of the delivery with those of the push configuration, on Webhooks."}, true
}

const ruleAdvice = "Check how the client handles it, or switch the rule off under Intercept and send the message again."

// endings are outcomes that the agent did not choose, each with the advice for an end before and amid the
// response.
var endings = map[wire.Outcome]struct {
	kind         Kind
	before, amid string
}{
	wire.Cancelled: {ClientLeft, "Give the client more time, or see why the agent takes so long: the Timing tab says how long the client waited.",
		"If the client left by accident, raise its read timeout. The task may still run: get it or subscribe to it."},
	wire.Interrupted: {Interrupted, "Send the request again.", "Get the task to see what became of it, or send the message again."},
	wire.Refused:     {Refused, "", ""},
	wire.TimedOut:    {Timeout, "See whether the agent is busy, or give it more time.", "Give the call more time, or see what the agent waits for."},
	wire.Cut: {CutAnswer, "See the agent's log: it may have crashed on this request.",
		"Check the agent's log and any proxy in between: a crash or an idle timeout ends a stream. Subscribe to the task to see what becomes of it."},
}

func judgeUnanswered(c *Case) (Cause, bool) {
	if c.Exchange.Response.Status != 0 || c.Exchange.Outcome == wire.Open || c.Exchange.Outcome == wire.ByAgent {
		return Cause{}, false
	}
	e, known := endings[c.Exchange.Outcome]
	if !known {
		return c.unreachableCause(), true
	}
	if c.Exchange.WasBrokenByRule() || c.Exchange.WasAnsweredByRule() {
		e.before = ruleAdvice
	} else if c.Exchange.WasHeldToTheEnd() {
		e.before = "Forward what a rule holds before the client's timeout, or give the client more time."
	}
	return c.endCause(e.kind, words.OutcomeWordsOf(&c.Exchange).NoAnswer, e.before), true
}

// judgeTapNotice judges a response that another console's tap made because it got none from its agent.
func judgeTapNotice(c *Case) (Cause, bool) {
	n, ok := wire.ReadNotice(c.Exchange.Response.Status, c.Exchange.Response.Header, c.Body)
	if !ok {
		return Cause{}, false
	}
	c.Exchange.Problem, c.Exchange.Outcome = n.Problem(c.Exchange.URL), n.Outcome()
	out := c.unreachableCause()
	if n.Outcome() == wire.Refused {
		out.Kind = Refused
	}
	out.Proof = Proof{Text: "Status " + words.StatusLine(c.Exchange.Response.Status), Place: Response}
	return out, true
}

// unreachableCause tells why no connection was made, from the sentence that the tap recorded
// (proxy/failure.go).
func (c *Case) unreachableCause() Cause {
	out := c.endCause(Connect, "The agent could not be reached.", "Check the agent's address, and that the agent runs: Diagnose connection on its page shows the step that fails.")
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(c.Exchange.Problem, w) {
				return true
			}
		}
		return false
	}
	switch {
	case has("There is no host named", "could not be looked up"):
		out.Kind = DNS
	case has("certificate", "does not speak TLS", "tls:", "x509:"):
		out.Kind, out.Spec = TLS, "RFC 9110 §4.3.4"
	case has("in time", "in the time"):
		out.Kind = Timeout
	case has("not the agent's fault"):
		out.Kind = Interrupted
	}
	return out
}

// endCause returns a cause with the exchange's end as the proof. A problem that the tap recorded takes precedence: its
// first sentence says what happened, the rest what to try.
func (c *Case) endCause(k Kind, says, try string) Cause {
	out := Cause{Kind: k, Text: says, Advice: try, Proof: Proof{Text: "Ended: " + words.EndPhrase(&c.Exchange) + c.arrived(), Place: Head}}
	if c.Exchange.Problem == "" {
		return out
	}
	first, rest := splitSentence(c.Exchange.Problem)
	if k != ClientLeft {
		out.Text = first
	}
	if rest != "" {
		out.Advice = rest
	}
	return out
}

// arrived says how much of a response came and how long it took, "" if none did.
func (c *Case) arrived() string {
	x := &c.Exchange
	if x.Response.Status == 0 || x.Ended.IsZero() {
		return ""
	}
	amount := words.Plural(int(x.ResponseBytes), "byte")
	if x.Frames > 0 && wire.MediaType(x.Response.Header) == "text/event-stream" {
		amount = words.Plural(int(x.Frames), "event")
	}
	return " after " + amount + " and " + words.FormatDuration(x.Ended.Sub(x.Started))
}

// splitSentence splits a problem after its first sentence or at its first semicolon.
func splitSentence(s string) (first, rest string) {
	s = strings.TrimSpace(s)
	at, semi := strings.Index(s, ". "), strings.Index(s, "; ")
	if open := strings.IndexByte(s, '('); open >= 0 && open < semi && !strings.Contains(s[open:semi], ")") { // do not split within brackets
		semi = -1
	}
	if semi >= 0 && (at < 0 || semi < at) {
		rest = strings.TrimSpace(s[semi+2:])
		return s[:semi] + ".", strings.ToUpper(rest[:min(1, len(rest))]) + rest[min(1, len(rest)):]
	} else if at >= 0 {
		return s[:at+1], strings.TrimSpace(s[at+2:])
	}
	return s, ""
}

// Advice for a stream that broke off.
const (
	streamLog = "Check the agent's log and any proxy in between: a crash or an idle timeout ends a stream."
	streamCut = "The task may still run: subscribe to it, or get it. " + streamLog
)

// adviseCutStream sets the advice for a stream that broke off. It drops a mention of Content-Length, because a stream
// ends with its last event.
func (c *Case) adviseCutStream(out *Cause, over bool) {
	if strings.Contains(out.Text, "Content-Length") {
		out.Text = fmt.Sprintf("The stream broke off after %d bytes, before the agent had ended it.", c.Exchange.ResponseBytes)
	}
	out.Advice = streamCut
	if over {
		out.Advice = "The task was over already: c" + strings.TrimPrefix(streamLog, "C")
	}
}

// judgeEnding judges how a response ended after it had begun.
func judgeEnding(c *Case) (Cause, bool) {
	over := c.Status != nil && c.Status.State.Terminal()
	e, known := endings[c.Exchange.Outcome]
	if !known || c.Exchange.Outcome == wire.Cancelled && over {
		return Cause{}, false
	}
	if c.Exchange.WasBrokenByRule() {
		e.amid = ruleAdvice
	}
	out := c.endCause(e.kind, words.OutcomeWordsOf(&c.Exchange).Sentence, e.amid)
	if c.Exchange.Outcome == wire.Cut {
		out.Spec = c.sections().StreamEnd
		if wire.MediaType(c.Exchange.Response.Header) == "text/event-stream" {
			c.adviseCutStream(&out, over)
		}
	}
	return out, true
}
