package webhooks

import (
	"cmp"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// row is what may be wrong with deliveries: what stands after how many they are, why after
// their numbers. What to try begins with the rules of checks. more tells what depends on
// other things.
type row struct {
	word, what, why, try string
	checks               string // ids
	note                 bool   // it is odd, and no trouble
	is                   func(*Judged, *deliveryView) bool
	more                 func(st *Judged, on []int, t *trouble)
}

const distrust = "receivers must not act on deliveries without it: anybody who learns the address could have sent them."

// wrong are the rows that come before what was not delivered, odd those after it; both the
// worst first.
var wrong = []row{
	{word: "refused", what: "refused.", more: problem,
		is: func(st *Judged, d *deliveryView) bool { return d.refused() && st.laterDelivery(d) == 0 }},
	{word: "broke off", what: "broke off.", why: ": the connection ended before all of it had come.",
		try: "Agents should deliver it again (1.0 §13.2). See the agent's log where that goes on.",
		is:  func(st *Judged, d *deliveryView) bool { return d.broke() && st.laterDelivery(d) == 0 }},
	{word: "retried", what: "failed and came again.", try: "The agent sent the same event again, as it should.", note: true, more: problem,
		is: func(st *Judged, d *deliveryView) bool { return (d.refused() || d.broke()) && st.laterDelivery(d) > 0 }},
	{word: "credentials", what: "without the registered token.", checks: "PUSH-13", try: part.Capital(distrust),
		is: func(_ *Judged, d *deliveryView) bool { return d.Token.Result.Bad() }},
	{word: "credentials", what: "without the registered Authorization.", checks: "PUSH-14", try: part.Capital(distrust),
		is: func(_ *Judged, d *deliveryView) bool { return d.Auth.Result.Bad() }},
	{word: "signature", what: "with a signature that is not verified.", try: "A receiver must not act on it. See whether the keys are the agent's current ones.",
		is: func(_ *Judged, d *deliveryView) bool { return d.unverified() }},
	{word: "credentials", what: "without the token made with this address.",
		why: ": the registration is not on record, and may have had another token, or none.", try: "Unless it had, " + distrust,
		is: func(_ *Judged, d *deliveryView) bool { return d.doubtful() }},
	{word: "not A2A", what: "carried no event of A2A.", why: ": neither a task, nor an update of one, nor a message, in any version.", checks: "PUSH-21 PUSH-11",
		is: (*Judged).strange},
}

var odd = []row{
	{word: "out of order", what: "came out of order.", why: " came after the delivery of a later event.",
		try: "Deliver one after the other, each once the one before was answered; receivers should fetch the task to be sure.",
		is:  func(_ *Judged, d *deliveryView) bool { return d.Status.OvertakenBy >= 0 }},
	{word: "another task", what: "about another task.", try: "Give each task an address of its own to have its deliveries compared.", note: true,
		is: (*Judged).foreign,
		more: func(st *Judged, on []int, t *trouble) {
			t.Why = deliveryNumbers(on) + ": the address is compared with task " + part.ShortID(st.Task) + "."
		}},
	{word: "duplicates", what: "brought an event again.", why: " brought what had been answered with success.", note: true,
		try: "A2A allows it, and requires receivers to tolerate it (1.0 §4.3.3): compare the event, or its time, before acting on it.",
		is:  func(st *Judged, d *deliveryView) bool { return st.repeated(d) > 0 }},
	{word: "late", what: "came late.", why: " came " + slowWord + " or more after the stream had the event.", note: true,
		try: "A2A sets no limit. Clients that rely on notifications alone wait that long: check what the agent does between an event and its delivery.",
		is:  func(_ *Judged, d *deliveryView) bool { return slow(d.Status) }},
	{word: "unasked", what: "with credentials that were not asked for.", why: ": the registration gave none, so there is nothing to compare them with.", note: true,
		try: "They prove nothing. Register with a token or credentials to have deliveries compared.",
		is: func(_ *Judged, d *deliveryView) bool {
			return d.Token.Result == delivery.Unasked || d.Auth.Result == delivery.Unasked
		},
		more: func(st *Judged, on []int, t *trouble) {
			if st.signature() != nil && !st.Keys {
				t.Why = deliveryNumbers(on) + ": the agent signs its deliveries with a JWT, as agents of A2A 0.1 do."
				t.Try = "Check the signatures with the agent's keys below."
			}
		}},
	// Nothing follows from this one about who sent the deliveries.
	{word: "registered without credentials", try: "Register with credentials to see whether the agent sends them.", note: true,
		is: func(_ *Judged, d *deliveryView) bool { return d.Auth.Result == delivery.Ungiven },
		more: func(st *Judged, _ []int, t *trouble) {
			t.What = "Registered without credentials."
			t.Why = "The registration names " + part.Short(strings.Join(st.Asked.Schemes, " or "), 60) + " and gives no credentials, so the agent had none to send."
			if st.Register != nil && st.Register.Origin == wire.Replay {
				t.What = "Registered by a replay, without credentials."
				t.Why += " A replay leaves out what is not on record."
			}
		}},
}

// problem says why the last of the deliveries failed.
func problem(st *Judged, on []int, t *trouble) {
	t.Why = deliveryNumbers(on) + ": " + cmp.Or(part.Short(st.Deliveries[on[len(on)-1]-1].X.Problem, 300), "It was not taken.")
}

// tell adds what rows say of the deliveries that they are about.
func (st *Judged) tell(rows []row) {
	for _, r := range rows {
		on := st.where(func(d *deliveryView) bool { return r.is(st, d) })
		if len(on) == 0 {
			continue
		}
		t := trouble{r.word, deliveryCount(len(on)) + " " + r.what, deliveryNumbers(on) + cmp.Or(r.why, "."), rulesOf(r.checks) + r.try}
		if r.more != nil {
			r.more(st, on, &t)
		}
		if r.note {
			st.Notes = append(st.Notes, t)
		} else {
			st.trouble(t)
		}
	}
}

// rulesOf is the rules of checks, with where the newest version that has one says it.
func rulesOf(ids string) (out string) {
	for _, id := range strings.Fields(ids) {
		c, _ := check.Of(id)
		out += c.Rule + " (" + c.Sections[len(c.Sections)-1] + ") "
	}
	return out
}
