package webhooks

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestBadCredentials: what is wrong with the credentials of several deliveries is said of each
// kind, with how many; of one kind alone without a number.
func TestBadCredentials(t *testing.T) {
	of := func(results ...delivery.CredentialResult) *Judged {
		st := &Judged{}
		for _, r := range results {
			st.Deliveries = append(st.Deliveries, deliveryView{X: wire.Exchange{Method: "POST"}, Token: delivery.CredentialCheck{Result: r, Says: "a token " + string(r)}, Auth: delivery.CredentialCheck{Result: delivery.None}})
		}
		return st
	}
	const bad, none, good = delivery.Wrong, delivery.Missing, delivery.Match
	for _, c := range []struct {
		st        *Judged
		why, sums string
	}{
		{of(good, good), "", ""},
		{of(good, bad, bad), "A token " + string(bad) + ".", "1 ✓ match · 2 ✕ wrong"},
		{of(good, bad, none, bad), "2×: a token " + string(bad) + "; 1×: a token " + string(none) + ".", "1 ✓ match · 2 ✕ wrong · 1 ✕ missing"},
	} {
		got, ok := badCredentials(c.st)
		if got.Why != c.why || ok != (c.why != "") {
			t.Errorf("%q, want %q", got.Why, c.why)
		}
		if sums := verdicts(c.st, false); sums != c.sums {
			t.Errorf("%q, want %q", sums, c.sums)
		}
		if sums := verdicts(c.st, true); sums != "" {
			t.Errorf("the authorization of all was judged alike, and it says %q", sums)
		}
	}
}

// TestStrange: a delivery that carries no event is something wrong, a check of the address is
// not; one that nobody asked to be echoed is told as what it is.
func TestStrange(t *testing.T) {
	st := &Judged{Task: "task"}
	for _, x := range []wire.Exchange{
		{Method: "POST", Outcome: wire.ByAgent}, {Method: "POST", Outcome: wire.ByAgent}, {Method: "POST", Outcome: wire.Cut}, {Method: "POST", Outcome: wire.Refused},
		{Method: "GET", URL: "http://127.0.0.1:7440/hook/a?validationToken=x", Outcome: wire.ByAgent}, {Method: "GET", URL: "http://127.0.0.1:7440/hook/a", Outcome: wire.ByAgent},
		{Method: "POST", Outcome: wire.ByAgent, Labels: wire.Labels{Task: "other-task"}},
	} {
		st.Deliveries = append(st.Deliveries, deliveryView{X: x, Status: push.DeliveryStatus{Event: -1, DuplicateOf: -1, OvertakenBy: -1}})
	}
	st.Deliveries[6].Result = &a2a.Result{Task: &a2a.Task{}}
	st.Deliveries[1].Result = &a2a.Result{} // as {"hello":1} is read
	if n := st.strange(); n != 2 {
		t.Errorf("%d deliveries are strange", n)
	}
	for i, want := range []string{"no event of A2A", "no event of A2A", "broke off", "refused: 0", "0.1's check: the token was echoed", "no delivery: it came by GET", "about another task: other-task"} {
		if got, _ := st.remark(&st.Deliveries[i]); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestLagWord: what is told by another clock is told as about that, in both directions.
func TestLagWord(t *testing.T) {
	for _, c := range []struct {
		f    push.DeliveryStatus
		want string
		slow bool
	}{
		{push.DeliveryStatus{Event: -1}, "–", false},
		{push.DeliveryStatus{Event: 0, Lag: 2500 * time.Millisecond}, "+2.5 s", true},
		{push.DeliveryStatus{Event: 0, Lag: -2 * time.Millisecond}, "−2.0 ms", false},
		{push.DeliveryStatus{Event: -1, Clock: true, Lag: 2500 * time.Millisecond}, "≈ 2.5 s", false},
		{push.DeliveryStatus{Event: -1, Clock: true, Lag: -2 * time.Millisecond}, "≈ −2.0 ms", false},
	} {
		if got := lagWord(c.f); got != c.want || slow(c.f) != c.slow {
			t.Errorf("%+v: %q, slow %t", c.f, got, slow(c.f))
		}
	}
}
