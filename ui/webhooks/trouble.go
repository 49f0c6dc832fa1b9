package webhooks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

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

// judge says what is wrong, worst first, and what is only odd.
func (st *Judged) judge(e *Entry, now time.Time) {
	if st.Error != nil {
		st.trouble(refusedTrouble(st))
	}
	st.failures()
	if t, ok := badCredentials(st); ok {
		st.trouble(t)
	}
	st.trouble(doubts(st)...)
	if st.Error == nil {
		st.trouble(missing(e, st, now)...)
	}
	if st.partial() {
		st.trouble(trouble{"not all read", "Not everything was compared.", fmt.Sprintf("There is more on record than one page reads: %d exchanges, or %d MB.", pushes.ReadsKept, pushes.PageBudget>>20), "See single deliveries under Traffic."})
	}
	if on := st.where(func(d *deliveryView) bool { return d.Status.OvertakenBy >= 0 }); len(on) > 0 {
		st.trouble(trouble{"out of order", deliveryCount(len(on)) + " came out of order.", deliveryNumbers(on) + " came after the delivery of a later event.", "Deliver one after the other, each once the one before was answered; receivers should fetch the task to be sure."})
	}
	for _, note := range []func(*Judged) (trouble, bool){unrecorded, anotherTask, duplicates, lateDeliveries, unasked, ungiven} {
		if t, ok := note(st); ok {
			st.Notes = append(st.Notes, t)
		}
	}
}

// partial reports that something was too much to read.
func (st *Judged) partial() bool { return st.Unread+st.UnreadCalls > 0 }

func (st *Judged) trouble(t ...trouble) { st.Troubles = append(st.Troubles, t...) }

// fine says that everything came as it should, "" where something did not, or where nobody can
// tell yet.
func (st *Judged) fine() string {
	if len(st.Unrecorded)+len(st.Untaken)+len(st.Troubles)+len(st.Notes) > 0 || st.Register == nil || st.Error != nil || st.Open || len(st.Report.Missing) > 0 {
		return ""
	}
	brought := st.where(func(d *deliveryView) bool { return d.Status.Event >= 0 })
	if len(brought) == 0 {
		return ""
	}
	says := "Every event of the stream was delivered once, in order"
	if len(brought) < len(st.Report.Events) {
		says = "Every event that had to be pushed was delivered once, in order"
	}
	for _, n := range brought {
		if d := &st.Deliveries[n-1]; d.Token.Result != delivery.Match && (d.Auth.Result != delivery.Match || !st.Asked.Authorization.Set && d.Proof == nil) {
			return says + "."
		}
	}
	return says + ", with the right credentials."
}

// failures tells of deliveries that were refused or broke off. What came again is no trouble.
func (st *Judged) failures() {
	var refused, broke, again []int
	for i := range st.Deliveries {
		switch d := &st.Deliveries[i]; {
		case !d.refused() && !d.broke():
		case st.again(d) > 0:
			again = append(again, d.N)
		case d.refused():
			refused = append(refused, d.N)
		default:
			broke = append(broke, d.N)
		}
	}
	if n := len(refused); n > 0 {
		st.trouble(trouble{"refused", deliveryCount(n) + " refused.", st.problem(refused), ""})
	}
	if n := len(broke); n > 0 {
		st.trouble(trouble{"broke off", deliveryCount(n) + " broke off.", deliveryNumbers(broke) + ": the connection ended before all of it had come.", "Agents should deliver it again (1.0 §13.2). See the agent's log where that goes on."})
	}
	if n := len(again); n > 0 {
		st.Notes = append(st.Notes, trouble{Word: "retried", What: deliveryCount(n) + " failed and came again.", Why: st.problem(again) + " The agent sent the same event again, as it should."})
	}
}

// problem says which deliveries failed, and why the last of them did.
func (st *Judged) problem(on []int) string {
	return deliveryNumbers(on) + ": " + cmp.Or(part.Short(st.Deliveries[on[len(on)-1]-1].X.Problem, 300), "It was not taken.")
}

// duplicates tells of events that were delivered more than once.
func duplicates(st *Judged) (trouble, bool) {
	var again []int
	times := map[int]int{} // deliveries, by the first of them
	most := 0
	for i := range st.Deliveries {
		d := &st.Deliveries[i]
		if first := st.repeated(d); first > 0 {
			again = append(again, d.N)
			times[first]++
			most = max(most, times[first]+1)
		}
	}
	if len(times) == 0 {
		return trouble{}, false
	}
	t := trouble{Word: "duplicates", Why: deliveryNumbers(again) + " brought again what had been answered with success.", Try: "A2A allows it, and wants receivers to take it without harm (1.0 §4.3.3): compare the event, or its time, before acting on it."}
	switch {
	case most == 2:
		t.What = eventsWere(len(times)) + " delivered twice."
	case len(times) == 1:
		t.What = eventsWere(1) + " delivered " + part.Count(most) + " times."
	default:
		t.What = eventsWere(len(times)) + " delivered more than once, up to " + part.Count(most) + " times."
	}
	return t, true
}

func eventsWere(n int) string {
	if n == 1 {
		return "1 event was"
	}
	return part.Count(n) + " events were"
}

// doubts tells of deliveries that may be nobody's the address was given to.
func doubts(st *Judged) (out []trouble) {
	other := st.where(func(d *deliveryView) bool { return d.Token.Result == delivery.Other })
	absent := st.where(func(d *deliveryView) bool { return d.Token.Result == delivery.Absent })
	if n := len(other) + len(absent); n > 0 {
		var carried []string
		if len(other) > 0 {
			carried = append(carried, deliveryNumbers(other)+" carried another token")
		}
		if len(absent) > 0 {
			carried = append(carried, deliveryNumbers(absent)+" carried none")
		}
		out = append(out, trouble{"credentials", deliveryCount(n) + " without the token made with this address.",
			strings.Join(carried, "; ") + ". The registration is not on record: the client may have registered another token, or none.",
			"Unless it did, a receiver must not act on it: anybody who learns the address could have sent it."})
	}
	if on := st.where(st.strange); len(on) > 0 {
		out = append(out, trouble{"not A2A", deliveryCount(len(on)) + " carried no event of A2A.", deliveryNumbers(on) + ": neither a task, nor an update of one, nor a message, in any version.",
			"Agents of 1.0 send a StreamResponse: an object with task, statusUpdate, artifactUpdate or message. Those before 1.0 send the task."})
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
	var lost []int // numbers in the stream
	for _, i := range st.Report.Missing {
		if now.Sub(st.Report.Events[i].At) > patience {
			lost = append(lost, st.Report.Events[i].N)
		}
	}
	gone := len(lost)
	switch {
	case gone > 0 && len(e.Deliveries) == 0:
		return []trouble{{"none came", "Nothing was delivered.", fmt.Sprintf("The task's stream had %s since the address was registered, and the agent took the registration.", part.Plural(gone, "event")), loopbackAdvice}}
	case gone > 0:
		return []trouble{{part.Count(gone) + " lost", part.Plural(gone, "event") + " of the stream never came.", fmt.Sprintf("The agent streamed %s, and did not push %s within %d seconds.", deliveryNumbers(lost), map[bool]string{true: "it", false: "them"}[gone == 1], patienceSeconds), "See the agent's log: it may have given up after an error, or push final states only."}}
	case st.Lost == "" && len(e.Deliveries) == 0 && st.Register != nil && !st.Streamed && e.State.Terminal() && now.Sub(st.Register.Started) > patience:
		return []trouble{{"none came", "Nothing was delivered.", "The task is finished, and the agent took the registration.", loopbackAdvice}}
	}
	return nil
}

// unrecorded tells of events without a delivery on record, where not all was recorded.
func unrecorded(st *Judged) (trouble, bool) {
	n := len(st.Unrecorded)
	return trouble{"not on record", part.Plural(n, "event") + " of the stream without a delivery on record.", "Something was not recorded since (" + part.Short(st.Lost, 200) + "): whether the agent delivered it nobody can tell.", ""},
		n > 0
}

// due is when something of an entry that has not come counts as missing next, zero for never.
func (e *Entry) due(now time.Time) (next time.Time) {
	if e.Study == nil {
		return next
	}
	from := func(t time.Time) {
		if t = t.Add(patience + time.Millisecond); t.After(now) && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	for _, i := range e.Study.Report.Missing {
		from(e.Study.Report.Events[i].At)
	}
	if len(e.Deliveries) == 0 && e.Study.Register != nil {
		from(e.Study.Register.Started)
	}
	return next
}

// badCredentials tells of the deliveries that break what was asked for.
func badCredentials(st *Judged) (trouble, bool) {
	bad := st.where((*deliveryView).bad)
	if len(bad) == 0 {
		return trouble{}, false
	}
	var why []string
	in := func(what string, is func(d *deliveryView) bool) bool {
		on := st.where(is)
		if len(on) > 0 {
			why = append(why, what+" in "+deliveryNumbers(on))
		}
		return len(on) > 0
	}
	missing := in("no token", func(d *deliveryView) bool { return d.Token.Result == delivery.Missing })
	wrong := in("another token", func(d *deliveryView) bool { return d.Token.Result == delivery.Wrong })
	missing = in("no Authorization", func(d *deliveryView) bool { return d.Auth.Result == delivery.Missing }) || missing
	wrong = in("another Authorization", func(d *deliveryView) bool { return d.Auth.Result == delivery.Wrong }) || wrong
	in("a signature that is not verified", (*deliveryView).unverified)
	t := trouble{Word: "credentials", Why: part.Capital(strings.Join(why, "; ")) + ".",
		Try: "The agent should send what the registration gave: the token in X-A2A-Notification-Token, the credentials in Authorization. A receiver must not act on anything else: anybody who learns the address could have sent it."}
	with := "missing or wrong credentials"
	switch {
	case !missing && !wrong:
		t.Word, with = "signature", "a signature that is not verified"
		t.Try = "A receiver must not act on it. See whether the keys are the agent's current ones."
	case !wrong:
		with = "missing credentials"
	case !missing:
		with = "wrong credentials"
	}
	t.What = deliveryCount(len(bad)) + " with " + with + "."
	return t, true
}

// anotherTask tells of deliveries about other tasks than the one that the address is of.
func anotherTask(st *Judged) (trouble, bool) {
	on := st.where(st.foreign)
	if len(on) == 0 {
		return trouble{}, false
	}
	return trouble{"another task", deliveryCount(len(on)) + " about another task.", deliveryNumbers(on) + ": the address is compared with task " + part.ShortID(st.Task) + ".",
		"Give each task an address of its own to have its deliveries compared."}, true
}

// lateDeliveries tells of those that came long after the stream had their event.
func lateDeliveries(st *Judged) (trouble, bool) {
	late := st.where(func(d *deliveryView) bool { return slow(d.Status) })
	if len(late) == 0 {
		return trouble{}, false
	}
	var most time.Duration
	for _, n := range late {
		most = max(most, st.Deliveries[n-1].Status.Lag)
	}
	return trouble{"late", deliveryCount(len(late)) + " came late.",
		fmt.Sprintf("%s came %d s or more after the stream had the event, up to %s.", deliveryNumbers(late), slowSeconds, part.Took(most)),
		"A2A sets no limit. Who relies on notifications alone waits that long: see what the agent does between an event and its delivery."}, true
}

// unasked tells of credentials that nobody asked for.
func unasked(st *Judged) (trouble, bool) {
	on := st.where(func(d *deliveryView) bool {
		return d.Token.Result == delivery.Unasked || d.Auth.Result == delivery.Unasked
	})
	if len(on) == 0 {
		return trouble{}, false
	}
	t := trouble{"unasked", deliveryCount(len(on)) + " with credentials that were not asked for.",
		deliveryNumbers(on) + ": the registration gave none, so there is nothing to compare them with.", "They prove nothing. Register with a token or credentials to have deliveries compared."}
	if st.signature() != nil && !st.Keys {
		t.Why = deliveryNumbers(on) + ": the agent signs its deliveries with a JWT, as agents of A2A 0.1 do."
		t.Try = "Check the signatures with the agent's keys below."
	}
	return t, true
}

// ungiven tells that an agent had no credentials to send: its registration named a
// scheme only. Nothing follows from that about who sent the deliveries.
func ungiven(st *Judged) (trouble, bool) {
	if !slices.ContainsFunc(st.Deliveries, func(d deliveryView) bool { return d.Auth.Result == delivery.Ungiven }) {
		return trouble{}, false
	}
	t := trouble{Word: "registered without credentials", What: "Registered without credentials.",
		Why: "The registration names " + part.Short(strings.Join(st.Asked.Schemes, " or "), 60) + " and gives no credentials, so the agent had none to send.",
		Try: "Register with credentials to see whether the agent sends them."}
	if st.Register != nil && st.Register.Origin == wire.Replay {
		t.What = "Registered by a replay, without credentials."
		t.Why += " A replay leaves out what is not on record."
	}
	return t, true
}
