package webhooks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// condition describes what may be wrong with deliveries. text follows the number of deliveries,
// reason the list of them. The rules of checks precede advice. extend adds what depends on the
// deliveries.
type condition struct {
	word, text, reason, advice string
	checks                     string // ids of checks, separated by spaces
	note                       bool   // odd, but not a fault
	matches                    func(*Assessment, *deliveryView) bool
	extend                     func(st *Assessment, on []int, t *issue)
}

const distrust = "receivers must not act on deliveries without it: anybody who learns the address could have sent them."

// faultConditions are reported before missing deliveries, oddConditions after them. Both are sorted
// worst first.
var faultConditions = []condition{
	{word: "refused", text: "refused.", extend: addLastProblem,
		matches: func(st *Assessment, d *deliveryView) bool { return d.refused() && st.laterDelivery(d) == 0 }},
	{word: "broke off", text: "broke off.", reason: ": the connection ended before all of it had arrived.",
		advice:  "Read the agent's log if this continues. Agents should deliver it again (1.0 §13.2).",
		matches: func(st *Assessment, d *deliveryView) bool { return d.isBroken() && st.laterDelivery(d) == 0 }},
	{word: "retried", text: "failed and arrived again.", advice: "The agent sent the same event again, as it should.", note: true, extend: addLastProblem,
		matches: func(st *Assessment, d *deliveryView) bool {
			return (d.refused() || d.isBroken()) && st.laterDelivery(d) > 0
		}},
	{word: "credentials", text: "without the registered token.", checks: "PUSH-13", advice: part.Capital(distrust),
		matches: func(_ *Assessment, d *deliveryView) bool { return d.Token.Result.Bad() }},
	{word: "credentials", text: "without the registered Authorization.", checks: "PUSH-14", advice: part.Capital(distrust),
		matches: func(_ *Assessment, d *deliveryView) bool { return d.Auth.Result.Bad() }},
	{word: "signature", text: "with a signature that is not verified.", advice: "Check that the keys are the agent's current ones. Receivers must not act on such a delivery.",
		matches: func(_ *Assessment, d *deliveryView) bool { return d.unverified() }},
	{word: "credentials", text: "without the token made with this address.",
		reason: ": the registration is not on record; it may have given another token, or none.", advice: "If it gave this token, " + distrust,
		matches: func(_ *Assessment, d *deliveryView) bool { return d.hasDoubtfulToken() }},
	{word: "not A2A", text: "carried no A2A event.", reason: ": neither a task, nor an update of one, nor a message, in any version.", checks: "PUSH-21 PUSH-11",
		matches: (*Assessment).lacksEvent},
}

var oddConditions = []condition{
	{word: "out of order", text: "arrived out of order.", reason: " arrived after the delivery of a later event.",
		advice:  "Deliver one event at a time, each after the previous one was answered. Receivers should fetch the task to be sure.",
		matches: func(_ *Assessment, d *deliveryView) bool { return d.Status.OvertakenBy >= 0 }},
	{word: "another task", text: "about another task.", advice: "Give each task an address of its own to have its deliveries compared.", note: true,
		matches: (*Assessment).isForOtherTask,
		extend: func(st *Assessment, on []int, t *issue) {
			t.Reason = deliveryNumbers(on) + ": the address is compared with task " + part.ShortID(st.Task) + "."
		}},
	{word: "duplicates", text: "repeated an event.", reason: " carried an event that had already been accepted.", note: true,
		advice:  "Compare the event, or its time, before acting on it. A2A allows repeats, and requires receivers to tolerate them (1.0 §4.3.3).",
		matches: func(st *Assessment, d *deliveryView) bool { return st.repeated(d) > 0 }},
	{word: "late", text: "arrived late.", reason: " arrived " + lateWord + " or more after the stream had the event.", note: true,
		advice:  "Check what the agent does between an event and its delivery. A2A sets no limit, but clients that rely on notifications alone wait that long.",
		matches: func(_ *Assessment, d *deliveryView) bool { return isLate(d.Status) }},
	{word: "unasked", text: "with credentials that were not asked for.", reason: ": the registration gave none, so there is nothing to compare them with.", note: true,
		advice: "Register with a token or credentials to have deliveries compared. These credentials prove nothing.",
		matches: func(_ *Assessment, d *deliveryView) bool {
			return d.Token.Result == delivery.Unasked || d.Auth.Result == delivery.Unasked
		},
		extend: func(st *Assessment, on []int, t *issue) {
			if !st.Keys && slices.ContainsFunc(st.Deliveries, func(d deliveryView) bool { return d.Signed }) {
				t.Reason = deliveryNumbers(on) + ": the agent signs its deliveries with a JWT, as agents of A2A 0.1 do."
				t.Advice = "Check the signatures with the agent's keys below."
			}
		}},
	// A note, because it says nothing about who sent the deliveries.
	{word: "registered without credentials", advice: "Register with credentials to see whether the agent sends them.", note: true,
		matches: func(_ *Assessment, d *deliveryView) bool { return d.Auth.Result == delivery.Ungiven },
		extend: func(st *Assessment, _ []int, t *issue) {
			t.Problem = "Registered without credentials."
			t.Reason = "The registration names " + part.Short(strings.Join(st.Expectation.Schemes, " or "), 60) + " and gives no credentials, so the agent had none to send."
			if st.Register != nil && st.Register.Origin == wire.Replay {
				t.Problem = "Registered by a replay, without credentials."
				t.Reason += " A replay leaves out credentials that are not on record."
			}
		}},
}

// addLastProblem says why the last of the deliveries failed.
func addLastProblem(st *Assessment, on []int, t *issue) {
	t.Reason = deliveryNumbers(on) + ": " + cmp.Or(part.Short(st.Deliveries[on[len(on)-1]-1].X.Problem, 300), "The delivery was not accepted.")
}

// addIssues adds an issue or a note for each condition that some deliveries meet.
func (st *Assessment) addIssues(rows []condition) {
	for _, r := range rows {
		on := st.numbersOf(func(d *deliveryView) bool { return r.matches(st, d) })
		if len(on) == 0 {
			continue
		}
		t := issue{r.word, deliveryCount(len(on)) + " " + r.text, deliveryNumbers(on) + cmp.Or(r.reason, "."), rulesOf(r.checks) + r.advice}
		if r.extend != nil {
			r.extend(st, on, &t)
		}
		if r.note {
			st.Notes = append(st.Notes, t)
		} else {
			st.addIssue(t)
		}
	}
}

// rulesOf returns the rules of checks, each with its section in the newest version that has it.
func rulesOf(ids string) (out string) {
	for _, id := range strings.Fields(ids) {
		c, _ := check.ByID(id)
		out += c.Rule + " (" + c.Sections[len(c.Sections)-1] + ") "
	}
	return out
}
