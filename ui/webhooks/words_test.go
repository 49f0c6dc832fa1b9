package webhooks

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// credentials returns an assessment of deliveries whose tokens got these verdicts.
func credentials(results ...delivery.CredentialResult) *Assessment {
	st := &Assessment{}
	for i, r := range results {
		st.Deliveries = append(st.Deliveries, deliveryView{X: wire.Exchange{Method: "POST", Outcome: wire.ByAgent}, N: i + 1, Status: push.DeliveryStatus{Event: -1, DuplicateOf: -1, OvertakenBy: -1}, Token: delivery.CredentialCheck{Result: r, Text: "a token " + string(r)}, Auth: delivery.CredentialCheck{Result: delivery.None}})
	}
	return st
}

// told returns the issue or the note with a word.
func told(st *Assessment, word string) (issue, bool) {
	c := *st
	c.judge(&Entry{}, time.Time{})
	for _, t := range slices.Concat(c.Issues, c.Notes) {
		if t.Word == word {
			return t, true
		}
	}
	return issue{}, false
}

// TestBadCredentials: wrong credentials in several deliveries give one issue for each kind, with
// the numbers of the deliveries and the rules of the checks.
func TestBadCredentials(t *testing.T) {
	const bad, none, good = delivery.Wrong, delivery.Missing, delivery.Match
	for _, c := range []struct {
		st         *Assessment
		token, why string
	}{
		{credentials(good, good), "", ""},
		{credentials(none), "1 delivery without the registered token.", "#1."},
		{credentials(good, bad, none, good, bad), "3 deliveries without the registered token.", "#2–#3, #5."},
	} {
		got, _ := told(c.st, "credentials")
		if got.Problem != c.token || got.Reason != c.why || got.Problem != "" && !strings.HasPrefix(got.Advice, "A notification has its registration's token in X-A2A-Notification-Token. (0.3 §9.5) Receivers must not act on") {
			t.Errorf("%+v, want %q %q", got, c.token, c.why)
		}
	}
	st := credentials(good, good)
	st.Deliveries[0].Auth.Result, st.Deliveries[1].Proof = none, &push.Proof{}
	if got, _ := told(st, "credentials"); got.Problem != "1 delivery without the registered Authorization." || !strings.Contains(got.Advice, "(1.0 §4.3.3)") {
		t.Errorf("%+v", got)
	}
	if got, _ := told(st, "signature"); got.Problem != "1 delivery with a signature that is not verified." || got.Reason != "#2." {
		t.Errorf("%+v", got)
	}
}

// TestDeliveryNumbers lists runs of deliveries up to the limit.
func TestDeliveryNumbers(t *testing.T) {
	st := credentials(delivery.Match, delivery.DifferentToken, delivery.Absent, delivery.Match)
	if st.judge(&Entry{}, time.Time{}); len(st.Issues) == 0 || !strings.HasPrefix(st.Issues[0].Reason, "#2–#3: the registration is not on record; it may have ") {
		t.Errorf("%+v", st.Issues)
	}
	if got := deliveryNumbers([]int{1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 26, 30}); got != "#1, #3, #5, #7, #9, #11, #13, #15, #17, #19, #21, #23 and 3 more" {
		t.Error(got)
	}
}

// TestDuplicates: a repeated event is a note, not an issue.
func TestDuplicates(t *testing.T) {
	for _, c := range []struct {
		of   []int
		want string
	}{
		{[]int{-1, -1}, ""},
		{[]int{-1, 0, -1, 2}, "2 deliveries repeated an event."},
		{[]int{-1, 0}, "1 delivery repeated an event."},
	} {
		st := credentials(make([]delivery.CredentialResult, len(c.of))...)
		for i, of := range c.of {
			st.Deliveries[i].Status.DuplicateOf = of
		}
		if got, ok := told(st, "duplicates"); got.Problem != c.want || ok != (c.want != "") {
			t.Errorf("%v: %q, want %q", c.of, got.Problem, c.want)
		}
	}
	// The first is somebody else's, the others have the same verdict.
	st := credentials(delivery.DifferentToken, delivery.Match, delivery.Match)
	for i := range 2 {
		st.Deliveries[i+1].Status.DuplicateOf = 0
	}
	if got, ok := told(st, "duplicates"); !ok || got.Problem != "1 delivery repeated an event." || !strings.HasPrefix(got.Reason, "#3 carried ") {
		t.Errorf("%+v", got)
	}
	for i, want := range []string{"the same as #1, with other credentials", "the same as #2"} {
		if got, bad := st.remark(&st.Deliveries[i+1]); got != want || bad {
			t.Errorf("%q %t, want %q", got, bad, want)
		}
	}
	st.Deliveries = credentials(delivery.Match, delivery.Match).Deliveries
	st.Deliveries[1].Status.DuplicateOf = 0
	for i := range st.Deliveries {
		st.Deliveries[i].Result = &a2a.Result{Task: &a2a.Task{}}
	}
	if st.judge(&Entry{}, time.Time{}); len(st.Issues) != 0 || len(st.Notes) != 1 || st.Notes[0].Word != "duplicates" {
		t.Errorf("A2A allows to deliver twice: troubles %+v, notes %+v", st.Issues, st.Notes)
	}
}

// TestFailedDeliveryCameAgain: a failed delivery is not an issue if its event
// came again later, complete.
func TestFailedDeliveryCameAgain(t *testing.T) {
	event := &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", Status: a2a.Status{State: a2a.Working}}}
	for _, c := range []struct {
		first, then wire.Outcome
		event       *a2a.Result
		remark      string
		again       bool
	}{
		{wire.Cut, wire.ByAgent, event, "broke off; again as #2", true},
		{wire.Refused, wire.ByAgent, event, "refused: 503; again as #2", true},
		{wire.Cut, wire.Cut, event, "broke off", false},
		{wire.Cut, wire.ByAgent, nil, "broke off", false},
		{wire.Refused, wire.ByAgent, &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", Status: a2a.Status{State: a2a.Completed}}}, "refused: 503", false},
	} {
		st := credentials(delivery.None, delivery.Match)
		st.Deliveries[0].X.Outcome, st.Deliveries[1].X.Outcome = c.first, c.then
		st.Deliveries[0].X.Response.Status = 503
		st.Deliveries[0].Result, st.Deliveries[1].Result = event, c.event
		st.judge(&Entry{}, time.Time{})
		remark, bad := st.remark(&st.Deliveries[0])
		if remark != c.remark || bad == c.again || (len(st.Notes) == 1) != c.again {
			t.Errorf("%q %t, notes %v, want %q", remark, bad, st.Notes, c.remark)
		}
		if st.Deliveries[1].Token.Result = delivery.DifferentToken; st.laterDelivery(&st.Deliveries[0]) != 0 {
			t.Error("what may be forged counts as sent again")
		}
		if c.again && (st.Notes[0].Problem != "1 delivery failed and arrived again." || len(st.Issues) != 0) {
			t.Errorf("notes %+v, troubles %+v", st.Notes, st.Issues)
		}
	}
}

// TestLinesStandTogether: a duplicate is listed below the first, and a failed delivery next to its
// repetition, whatever came in between.
func TestLinesStandTogether(t *testing.T) {
	start := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	at := func(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }
	event := func(s a2a.State) *a2a.Result {
		return &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", Status: a2a.Status{State: s}}}
	}
	st := credentials(delivery.Match, delivery.Match, delivery.Match, delivery.Match)
	st.Report.Events = []push.Event{{At: at(0), Number: 1, Result: event(a2a.Working)}, {At: at(1), Number: 2, Result: event(a2a.Completed)}}
	for i, d := range []struct {
		ms      int
		state   a2a.State
		outcome wire.Outcome
		event   int
		again   int
	}{{10, a2a.Working, wire.Cut, -1, -1}, {20, a2a.Completed, wire.ByAgent, 1, -1}, {30, a2a.Working, wire.ByAgent, 0, -1}, {40, a2a.Completed, wire.ByAgent, -1, 1}} {
		v := &st.Deliveries[i]
		v.X.Started, v.X.Outcome, v.Result = at(d.ms), d.outcome, event(d.state)
		v.Status = push.DeliveryStatus{Event: d.event, DuplicateOf: d.again, OvertakenBy: -1}
	}
	var order []string
	for _, l := range st.lines(at(100)) {
		order = append(order, fmt.Sprint(l.Delivery.N, " ", l.Remark))
	}
	if got, want := strings.Join(order, "|"), "1 broke off; again as #3|3 |2 |4 the same as #2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// A delivery that failed between an event and its repeat is listed between them.
	st.Deliveries = st.Deliveries[:3]
	for i, d := range []push.DeliveryStatus{{Event: 0, DuplicateOf: -1, OvertakenBy: -1}, {Event: -1, DuplicateOf: -1, OvertakenBy: -1}, {Event: -1, DuplicateOf: 0, OvertakenBy: -1}} {
		v := &st.Deliveries[i]
		v.Status, v.X.Outcome, v.Result, v.key = d, []wire.Outcome{wire.ByAgent, wire.Cut, wire.ByAgent}[i], event(a2a.Working), ""
	}
	for i := range st.Deliveries {
		if at, n := st.place(&st.Deliveries[i]); !at.Equal(st.Report.Events[0].At) || n != 1 {
			t.Errorf("#%d stands at %s, event %d", i+1, at, n)
		}
	}
}

// TestNotes: oddities that are nobody's fault are notes with the numbers of their deliveries.
func TestNotes(t *testing.T) {
	st := credentials(delivery.Unasked, delivery.Match, delivery.Match)
	st.Deliveries[1].Status = push.DeliveryStatus{Event: 0, Lag: 1400 * time.Millisecond, DuplicateOf: -1, OvertakenBy: -1}
	st.Deliveries[2].Status = push.DeliveryStatus{Event: 1, Lag: 2 * time.Second, DuplicateOf: -1, OvertakenBy: -1}
	for i := range st.Deliveries {
		st.Deliveries[i].Result = &a2a.Result{Task: &a2a.Task{}}
	}
	st.Task, st.Deliveries[0].X.Labels.Task, st.Deliveries[1].X.Labels.Task = "t", "u", "t"
	st.judge(&Entry{}, time.Time{})
	var got []string
	for _, n := range st.Notes {
		got = append(got, n.Problem+" "+n.Reason)
	}
	if want := "1 delivery about another task. #1: the address is compared with task t.|2 deliveries arrived late. #2–#3 arrived 1 s or more after the stream had the event.|1 delivery with credentials that were not asked for. #1: the registration gave none, so there is nothing to compare them with."; strings.Join(got, "|") != want || len(st.Issues) != 0 {
		t.Errorf("%s, want %s; troubles %+v", strings.Join(got, "|"), want, st.Issues)
	}
	st.Deliveries[0].Proof = &push.Proof{Valid: true, Text: "the signature is valid"}
	st.Deliveries[0].Auth = delivery.CredentialCheck{Result: delivery.Unasked}
	if st.Deliveries[0].judgeProof(); st.Deliveries[0].Auth.Result != delivery.Match || st.Deliveries[0].Auth.Text != "a JWT was sent, which the registration did not ask for; the signature is valid" {
		t.Errorf("%+v", st.Deliveries[0].Auth)
	}
}

// TestFine: success is only reported if everything is known.
func TestFine(t *testing.T) {
	fine := func(change func(*Assessment)) string {
		st := credentials(delivery.Match, delivery.Match)
		st.Register, st.Report.Events = &wire.Exchange{}, make([]push.Event, 2)
		for i := range st.Deliveries {
			st.Deliveries[i].Status.Event = i
		}
		change(st)
		return st.successNote()
	}
	if got := fine(func(*Assessment) {}); got != "Every event of the stream was delivered once, in order, with the right credentials." {
		t.Error(got)
	}
	if got := fine(func(st *Assessment) {
		st.Deliveries = append(st.Deliveries, credentials(delivery.None).Deliveries...)
		st.Deliveries[2].X.Method = "GET"
	}); got != "Every event of the stream was delivered once, in order, with the right credentials." {
		t.Error(got)
	}
	if got := fine(func(st *Assessment) { st.Report.Events = make([]push.Event, 3) }); got != "Every event that had to be pushed was delivered once, in order, with the right credentials." {
		t.Error(got)
	}
	compared := func(set bool) func(st *Assessment) {
		return func(st *Assessment) {
			st.Expectation.Authorization.Set = set
			for i := range st.Deliveries {
				st.Deliveries[i].Token.Result, st.Deliveries[i].Auth.Result = delivery.None, delivery.Match
			}
		}
	}
	if got := fine(compared(true)); got != "Every event of the stream was delivered once, in order, with the right credentials." {
		t.Error(got)
	}
	if got := fine(compared(false)); got != "Every event of the stream was delivered once, in order." {
		t.Error("a scheme alone proves nothing: " + got)
	}
	if got := fine(func(st *Assessment) { st.Deliveries[1].Token.Result = delivery.None }); got != "Every event of the stream was delivered once, in order." {
		t.Error(got)
	}
	for name, change := range map[string]func(*Assessment){
		"the task goes on": func(st *Assessment) { st.Open = true }, "nothing came": func(st *Assessment) { st.Deliveries = nil },
		"the registration is not on record": func(st *Assessment) { st.Register = nil }, "the registration was refused": func(st *Assessment) { st.Error = &a2a.Error{} },
		"no event came":  func(st *Assessment) { st.Deliveries[0].Status.Event, st.Deliveries[1].Status.Event = -1, -1 },
		"one is missing": func(st *Assessment) { st.Report.Missing = []int{0} }, "a trouble": func(st *Assessment) { st.addIssue(issue{}) }, "a note": func(st *Assessment) { st.Notes = []issue{{}} },
	} {
		if got := fine(change); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestDue: an undelivered event is drawn as missing once its time is over.
func TestDue(t *testing.T) {
	start := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	e := &Entry{Assessment: &Assessment{Report: push.DeliveryReport{Events: []push.Event{{At: start}, {At: start.Add(time.Second)}}, Missing: []int{0, 1}}}}
	for now, want := range map[time.Duration]time.Duration{0: deliveryTimeout, deliveryTimeout + time.Second/2: deliveryTimeout + time.Second, deliveryTimeout + 2*time.Second: 0} {
		due := e.due(start.Add(now))
		if want == 0 && !due.IsZero() || want > 0 && due.Sub(start).Truncate(time.Second) != want {
			t.Errorf("at %s: due %s, want %s", now, due.Sub(start), want)
		}
	}
	if due := (&Entry{}).due(start); !due.IsZero() {
		t.Error(due)
	}
	registered := &Entry{Assessment: &Assessment{Register: &wire.Exchange{Started: start}}}
	if due := registered.due(start); due.Sub(start).Truncate(time.Second) != deliveryTimeout {
		t.Error(due)
	}
}

// TestShellQuoted: the developer chooses a webhook's public URL, which may contain anything.
func TestShellQuoted(t *testing.T) {
	if got := host.QuoteShell(`a'b$(c)`); got != `'a'\''b$(c)'` {
		t.Error(got)
	}
}

// TestStrange: a delivery without an event is an issue, a check of the address is not. A plain GET
// is described as what it is.
func TestStrange(t *testing.T) {
	st := &Assessment{Task: "task"}
	for _, x := range []wire.Exchange{
		{Method: "POST", Outcome: wire.ByAgent}, {Method: "POST", Outcome: wire.ByAgent}, {Method: "POST", Outcome: wire.Cut}, {Method: "POST", Outcome: wire.Refused},
		{Method: "GET", URL: "http://127.0.0.1:7440/hook/a?validationToken=x", Outcome: wire.ByAgent}, {Method: "GET", URL: "http://127.0.0.1:7440/hook/a", Outcome: wire.ByAgent},
		{Method: "POST", Outcome: wire.ByAgent, Labels: wire.Labels{Task: "other-task"}},
	} {
		st.Deliveries = append(st.Deliveries, deliveryView{X: x, N: len(st.Deliveries) + 1, Status: push.DeliveryStatus{Event: -1, DuplicateOf: -1, OvertakenBy: -1}})
	}
	st.Deliveries[6].Result = &a2a.Result{Task: &a2a.Task{}}
	st.Deliveries[1].Result = &a2a.Result{} // as {"hello":1} is read
	if on := deliveryNumbers(st.numbersOf(st.lacksEvent)); on != "#1–#2" {
		t.Errorf("%s are strange", on)
	}
	for i, want := range []string{"no A2A event", "no A2A event", "broke off", "refused: 0", "as in A2A 0.1; token echoed", "not a delivery: its method is GET", "about another task: other-task"} {
		if got, _ := st.remark(&st.Deliveries[i]); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestLagWord: a lag measured by another clock is shown as approximate, in both directions.
func TestLagWord(t *testing.T) {
	for _, c := range []struct {
		f    push.DeliveryStatus
		want string
		slow bool
	}{
		{push.DeliveryStatus{Event: -1}, "–", false},
		{push.DeliveryStatus{Event: 0, Lag: 2500 * time.Millisecond}, "+2.5 s", true},
		{push.DeliveryStatus{Event: 0, Lag: -2 * time.Millisecond}, "−2.0 ms", false},
		{push.DeliveryStatus{Event: -1, LagByTimestamp: true, Lag: 2500 * time.Millisecond}, "≈ 2.5 s", false},
		{push.DeliveryStatus{Event: -1, LagByTimestamp: true, Lag: -2 * time.Millisecond}, "≈ −2.0 ms", false},
	} {
		if got := lagWord(c.f); got != c.want || isLate(c.f) != c.slow {
			t.Errorf("%+v: %q, slow %t", c.f, got, isLate(c.f))
		}
	}
}

// TestNothingIsClaimedOfWhatWasNotRead: while something is unread, no event is called undelivered,
// and no unread delivery is said to lack an event.
func TestNothingIsClaimedOfWhatWasNotRead(t *testing.T) {
	st := credentials(delivery.Match, delivery.Match)
	st.Report.Events = []push.Event{{Result: &a2a.Result{Task: &a2a.Task{}}}}
	if got, _ := st.absent(0, time.Time{}); got != "a snapshot of the task: need not be pushed" {
		t.Error(got)
	}
	st.Unread, st.Deliveries[0].Unread = 1, true
	if got, bad := st.absent(0, time.Time{}); got != "not compared" || bad {
		t.Error(got)
	}
	if got, bad := st.remark(&st.Deliveries[0]); got != "not compared" || bad {
		t.Error(got)
	}
	if got := deliveryNumbers(st.numbersOf(st.lacksEvent)); got != "#2" {
		t.Errorf("%s are strange", got)
	}
}

// TestRegistrationNamesTheTask: the task is the one for which the address was registered,
// whatever was delivered first.
func TestRegistrationNamesTheTask(t *testing.T) {
	e := &Entry{}
	e.addDelivery(wire.Exchange{Labels: wire.Labels{Task: "forged", State: "TASK_STATE_FAILED"}})
	e.addDelivery(wire.Exchange{Labels: wire.Labels{Task: "t", State: "TASK_STATE_WORKING"}})
	if e.Task != "forged" || e.State != a2a.Failed {
		t.Errorf("%s %s", e.Task, e.State)
	}
	if e.setTask("t"); e.Task != "t" || e.State != a2a.Working {
		t.Errorf("%s %s", e.Task, e.State)
	}
	if e.setTask(""); e.Task != "t" {
		t.Error(e.Task)
	}
}
