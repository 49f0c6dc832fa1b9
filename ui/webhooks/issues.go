package webhooks

import (
	"fmt"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/pushes"
)

// issue is a problem with the deliveries to a webhook. Word is its short form, for the list.
type issue struct{ Word, Problem, Reason, Advice string }

const (
	deliveryTimeoutSeconds = 10                                   // after which an event without a delivery counts as missing
	deliveryTimeout        = deliveryTimeoutSeconds * time.Second // the same
)

// judge adds the issues, worst first, and the notes.
func (st *Assessment) judge(e *Entry, now time.Time) {
	if st.Error != nil {
		st.addIssue(refusalIssue(st))
	}
	st.addIssues(faultConditions)
	if st.Error == nil {
		st.addIssue(missingIssues(e, st, now)...)
	}
	if st.partial() {
		st.addIssue(issue{"not all read", "Not everything was compared.", fmt.Sprintf("A page reads at most %d exchanges or %d MB, and more are on record.", pushes.MaxReads, pushes.PageBudget>>20), "Open the deliveries in Traffic."})
	}
	if n := len(st.Unrecorded); n > 0 {
		st.Notes = append(st.Notes, issue{"not on record", part.Plural(n, "event") + " of the stream without a delivery on record.", "Recording was incomplete (" + part.Short(st.LossReason, 200) + "): the console cannot tell whether the agent delivered it.", ""})
	}
	st.addIssues(oddConditions)
}

// partial reports whether the budget did not last for all calls and deliveries.
func (st *Assessment) partial() bool { return st.Unread+st.UnreadCalls > 0 }

func (st *Assessment) addIssue(t ...issue) { st.Issues = append(st.Issues, t...) }

// successNote says that everything was delivered correctly; "" if something was not, or
// if it is too early to tell.
func (st *Assessment) successNote() string {
	if len(st.Unrecorded)+len(st.RejectedEvents)+len(st.Issues)+len(st.Notes) > 0 || st.Register == nil || st.Error != nil || st.Open || len(st.Report.Missing) > 0 {
		return ""
	}
	brought := st.numbersOf(func(d *deliveryView) bool { return d.Status.Event >= 0 })
	if len(brought) == 0 {
		return ""
	}
	says := "Every event of the stream was delivered once, in order"
	if len(brought) < len(st.Report.Events) {
		says = "Every event that had to be pushed was delivered once, in order"
	}
	for _, n := range brought {
		if d := &st.Deliveries[n-1]; d.Token.Result != delivery.Match && (d.Auth.Result != delivery.Match || !st.Expectation.Authorization.Set && d.Proof == nil) {
			return says + "."
		}
	}
	return says + ", with the right credentials."
}

func refusalIssue(st *Assessment) issue {
	t := issue{"not registered", "The agent refused the registration: " + part.Short(string(st.Error.Name), 60) + ".", part.Short(st.Error.Message, 300), "See the exchange."}
	text := strings.ToLower(st.Error.Message)
	for _, word := range []string{"loopback", "private", "localhost", "127.0.0.1", "not allowed", "ssrf", "blocked"} {
		if strings.Contains(text, word) {
			t.Advice = loopbackAdvice
		}
	}
	return t
}

// loopbackAdvice is about agents that do not push to this machine.
const loopbackAdvice = "Check that the agent may push to this machine. Some agents refuse loopback and private addresses: a2a-go from v2.4.0 on, unless its push sender has AllowPrivateNetworks. The reference agent pushes only to this machine, unless it has --push-anywhere. " +
	"For an agent in a container or on another machine, start the console with --webhook-listen 0.0.0.0:7440 --webhook-url http://host.docker.internal:7440 (or this machine's name), then register again."

// missingIssues reports events without a delivery. Deliveries of the latest
// events may be on their way.
func missingIssues(e *Entry, st *Assessment, now time.Time) []issue {
	var lost []int // numbers in the stream
	for _, i := range st.Report.Missing {
		if now.Sub(st.Report.Events[i].At) > deliveryTimeout {
			lost = append(lost, st.Report.Events[i].Number)
		}
	}
	const none = "Nothing was delivered."
	switch gone := part.Plural(len(lost), "event"); {
	case len(lost) > 0 && len(e.Deliveries) == 0:
		return []issue{{"none came", none, "The task's stream had " + gone + " since the address was registered, and the agent accepted the registration.", loopbackAdvice}}
	case len(lost) > 0:
		return []issue{{part.Count(len(lost)) + " lost", gone + " of the stream never arrived.", fmt.Sprintf("The agent streamed %s, but did not push within %d seconds.", deliveryNumbers(lost), deliveryTimeoutSeconds), "Read the agent's log: the agent may have given up after an error, or push final states only."}}
	case st.LossReason == "" && len(e.Deliveries) == 0 && st.Register != nil && !st.Streamed && e.State.Terminal() && now.Sub(st.Register.Started) > deliveryTimeout:
		return []issue{{"none came", none, "The task is finished, and the agent accepted the registration.", loopbackAdvice}}
	}
	return nil
}

// due returns when the next undelivered event will count as missing, zero for never.
func (e *Entry) due(now time.Time) (next time.Time) {
	if e.Assessment == nil {
		return next
	}
	from := func(t time.Time) {
		if t = t.Add(deliveryTimeout + time.Millisecond); t.After(now) && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	for _, i := range e.Assessment.Report.Missing {
		from(e.Assessment.Report.Events[i].At)
	}
	if len(e.Deliveries) == 0 && e.Assessment.Register != nil {
		from(e.Assessment.Register.Started)
	}
	return next
}
