package webhooks

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/pushes"
)

// trouble is something wrong with an address' deliveries.
// Word is for a list.
type trouble struct{ Word, What, Why, Try string }

const (
	patienceSeconds = 10                            // that a delivery may take before it counts as missing
	patience        = patienceSeconds * time.Second // the same
)

// troubles says what is wrong, worst first.
func troubles(e *Entry, st *Judged, now time.Time) (out []trouble) {
	if st.Error != nil {
		out = append(out, refusedTrouble(st))
	}
	if n := e.Refused(); n > 0 {
		out = append(out, trouble{"refused", deliveryCount(n) + " refused.", lastProblem(e), "Register the webhook again where the address is an old one."})
	}
	if n := e.Broken(); n > 0 {
		out = append(out, trouble{"broke off", deliveryCount(n) + " broke off.", "The connection ended before all of it had come.", "Agents must deliver it again. See the agent's log where that goes on."})
	}
	if t, ok := badCredentials(st); ok {
		out = append(out, t)
	}
	out = append(out, doubtful(st)...)
	if st.Error == nil {
		out = append(out, missing(e, st, now)...)
	}
	if st.Unread > 0 {
		out = append(out, trouble{"not all read", "Not everything was compared.", fmt.Sprintf("There is more on record than one page reads: %d exchanges, or %d MB.", pushes.ReadsKept, pushes.PageBudget>>20), "See single deliveries under Traffic."})
	}
	twice, late := 0, 0
	for _, f := range st.Report.Deliveries {
		if f.DuplicateOf >= 0 {
			twice++
		}
		if f.OvertakenBy >= 0 {
			late++
		}
	}
	if twice > 0 {
		out = append(out, trouble{"twice", deliveryCount(twice) + " came twice.", "The same event was sent again, though it had been answered with success.", "Receivers must expect it: compare the event, or its time, before acting on it."})
	}
	if late > 0 {
		out = append(out, trouble{"out of order", deliveryCount(late) + " came out of order.", "A later event was delivered before an earlier one.", "Deliver one after the other, each once the one before was answered; receivers should fetch the task to be sure."})
	}
	return out
}

// doubtful tells of deliveries that may be nobody's the address was given to.
func doubtful(st *Judged) (out []trouble) {
	if n := st.otherTokens(); n > 0 {
		out = append(out, trouble{"not its token", deliveryCount(n) + " without the token made with this address.", "The registration is not on record: the client may have registered another token, or none.", "Unless it did, a receiver must not act on it: anybody who learns the address could have sent it."})
	}
	if n := st.strange(); n > 0 {
		out = append(out, trouble{"not A2A", deliveryCount(n) + " carried no event of A2A.", "What came is no task, no update of one and no message, of any version.", "Open the delivery below: it says what is wrong with what came."})
	}
	return out
}

func refusedTrouble(st *Judged) trouble {
	t := trouble{"not registered", "The agent refused the registration: " + part.Short(string(st.Error.Name), 60) + ".", part.Short(st.Error.Message, 300), "See the exchange."}
	text := strings.ToLower(st.Error.Message)
	for _, word := range []string{"loopback", "private", "localhost", "127.0.0.1", "not allowed", "ssrf", "blocked"} {
		if strings.Contains(text, word) {
			t.Try = loopbackAdvice
		}
	}
	return t
}

// loopbackAdvice is for agents that do not push to this machine.
const loopbackAdvice = "Some agents refuse to push to loopback and private addresses: a2a-go from v2.4.0 does unless its push sender is made with AllowPrivateNetworks; the reference agent pushes to this machine only, unless started with --push-anywhere. " +
	"An agent in a container or on another machine cannot reach 127.0.0.1 here: start the console with --webhook-listen 0.0.0.0:7440 --webhook-url http://host.docker.internal:7440 (or this machine's name), and register again."

// missing tells of events that were not delivered. The latest may be on their way.
func missing(e *Entry, st *Judged, now time.Time) []trouble {
	var gone int
	for _, i := range st.Report.Missing {
		if now.Sub(st.Report.Events[i].At) > patience {
			gone++
		}
	}
	switch {
	case gone > 0 && len(e.Deliveries) == 0:
		return []trouble{{"none came", "Nothing was delivered.", fmt.Sprintf("The task's stream had %s since the address was registered, and the agent took the registration.", part.Plural(gone, "event")), loopbackAdvice}}
	case gone > 0:
		return []trouble{{part.Count(gone) + " lost", part.Plural(gone, "event") + " of the stream never came.", fmt.Sprintf("The agent streamed %s, and did not push %[1]s within %d seconds.", map[bool]string{true: "it", false: "them"}[gone == 1], patienceSeconds), "See the agent's log: it may have given up after an error, or push final states only."}}
	case len(e.Deliveries) == 0 && st.Register != nil && !st.Streamed && e.State.Terminal() && now.Sub(st.Register.Started) > patience:
		return []trouble{{"none came", "Nothing was delivered.", "The task is finished, and the agent took the registration.", loopbackAdvice}}
	}
	return nil
}

func lastProblem(e *Entry) string {
	for i := len(e.Deliveries) - 1; i >= 0; i-- {
		if p := e.Deliveries[i].Problem; p != "" {
			return part.Short(p, 300)
		}
	}
	return ""
}

// badCredentials tells of the deliveries that break what was asked for.
func badCredentials(st *Judged) (trouble, bool) {
	n := 0
	var kinds []string // of what is wrong, each once
	times := map[string]int{}
	for i := range st.Deliveries {
		kind := st.Deliveries[i].badWord()
		if kind == "" {
			continue
		}
		if times[kind] == 0 {
			kinds = append(kinds, kind)
		}
		n, times[kind] = n+1, times[kind]+1
	}
	if n == 0 {
		return trouble{}, false
	}
	t := trouble{Word: "forged?", What: deliveryCount(n) + " without the right credentials.", Why: part.Capital(kinds[0]) + ".",
		Try: "A receiver must not act on it: anybody who learns the address could have sent it."}
	if len(kinds) > 1 {
		for i, kind := range kinds {
			kinds[i] = part.Count(times[kind]) + "×: " + kind
		}
		t.Why = strings.Join(kinds, "; ") + "."
	}
	return t, true
}

// badWord says what is wrong with a delivery's credentials, "" for nothing.
func (d *deliveryView) badWord() string {
	switch {
	case d.Token.Result.Bad():
		return d.Token.Says
	case d.Auth.Result.Bad():
		return d.Auth.Says
	case d.Proof != nil && !d.Proof.Valid:
		return d.Proof.Says
	}
	return ""
}

// ungiven tells that an agent had no credentials to send: its registration named a
// scheme only. Nothing follows from that about who sent the deliveries.
func ungiven(st *Judged) *trouble {
	if !slices.ContainsFunc(st.Deliveries, func(d deliveryView) bool { return d.Auth.Result == delivery.Ungiven }) {
		return nil
	}
	t := &trouble{Word: "registered without credentials", What: "Registered without credentials.",
		Why: "The registration names " + part.Short(strings.Join(st.Asked.Schemes, " or "), 60) + " and gives no credentials, so the agent had none to send.",
		Try: "Register with credentials to see whether the agent sends them."}
	if st.Register != nil && st.Register.Origin == wire.Replay {
		t.What = "Registered by a replay, without credentials."
		t.Why += " A replay leaves out what is not on record."
	}
	return t
}

// otherTokens counts the deliveries that did not carry the token made with the address.
func (st *Judged) otherTokens() (n int) {
	for _, d := range st.Deliveries {
		if d.Token.Result == delivery.Other {
			n++
		}
	}
	return n
}

// strange counts the deliveries that came whole and carried no event.
func (st *Judged) strange() (n int) {
	for _, d := range st.Deliveries[min(st.Unread, len(st.Deliveries)):] {
		if d.X.Method == "POST" && d.X.Outcome == wire.ByAgent && noEvent(d.Result) {
			n++
		}
	}
	return n
}

// noEvent reports a delivery that brings nothing.
func noEvent(r *a2a.Result) bool {
	return r == nil || r.Task == nil && r.Status == nil && r.Artifact == nil && r.Message == nil
}

func deliveryCount(n int) string {
	if n == 1 {
		return "1 delivery"
	}
	return part.Count(n) + " deliveries"
}
