package webhooks

import (
	"net/http"

	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/pushes"
)

// deliveryView is one delivery, judged.
type deliveryView struct {
	X      wire.Exchange
	N      int // from 1
	Title  string
	State  a2a.State
	Unread bool // it was too much to read
	Signed bool // it carries a JWT
	Token  delivery.CredentialCheck
	Auth   delivery.CredentialCheck
	Got    delivery.Received
	Status push.DeliveryStatus
	key    string      // see eventKey
	Proof  *push.Proof // nil without keys, or where nothing is signed

	Body     []byte // of the delivery that is shown
	Kind     string
	Version  string
	Problems []a2a.Problem
	Result   *a2a.Result
}

// judgeDelivery compares the credentials of a delivery with those asked for. Of one that
// was not read the reading is zero.
func judgeDelivery(st *Assessment, x wire.Exchange, r pushes.Reading) deliveryView {
	d := deliveryView{X: x, Got: delivery.ReceivedBy(&x), Kind: string(r.Kind), Version: r.Version, Problems: r.Problems, Result: r.Push}
	d.Token, d.Auth = delivery.Compare(st.Expectation, d.Got)
	d.Title, d.State = pushWords(x, r)
	if x.Method != "POST" {
		d.Token, d.Auth = delivery.CredentialCheck{Result: delivery.None}, delivery.CredentialCheck{Result: delivery.None}
	}
	return d
}

// judgeProof says of a JWT that nobody asked for, and that is verified, what it is worth.
func (d *deliveryView) judgeProof() {
	if d.Proof.Valid && d.Auth.Result == delivery.Unasked {
		d.Auth = delivery.CredentialCheck{Result: delivery.Match, Text: "a JWT came that was not asked for; " + d.Proof.Text}
	}
}

// acceptedResult is what a delivery counts for: one that was refused was not delivered.
func acceptedResult(x wire.Exchange, r *a2a.Result) *a2a.Result {
	if x.Outcome != wire.ByAgent {
		return nil
	}
	return r
}

// numbersOf are the numbers of the deliveries that is holds for.
func (st *Assessment) numbersOf(is func(d *deliveryView) bool) (on []int) {
	for i := range st.Deliveries {
		if d := &st.Deliveries[i]; is(d) {
			on = append(on, d.N)
		}
	}
	return on
}

// refused reports a delivery that was not taken.
func (d *deliveryView) refused() bool { return d.X.Outcome == wire.Refused }

// isRejected reports a delivery that the agent made and the console, or a rule of its, did not take.
func (d *deliveryView) isRejected() bool {
	return d.refused() || d.X.Outcome == wire.Interrupted
}

// isBroken reports a delivery that ended before all of it had come; one that the console did not
// see end did not.
func (d *deliveryView) isBroken() bool {
	switch d.X.Outcome {
	case wire.ByAgent, wire.Refused, wire.Open, wire.Interrupted:
		return false
	}
	return true
}

// eventKey identifies what a delivery brought, "" for no event.
func (d *deliveryView) eventKey() string {
	if d.key == "" {
		d.key = delivery.EventKey(d.Result)
	}
	return d.key
}

// laterDelivery is the number of the later delivery that brought what d, which was not taken, had
// brought; 0 for none. What nobody need believe does not count.
func (st *Assessment) laterDelivery(d *deliveryView) int {
	key := d.eventKey()
	if key == "" {
		return 0
	}
	for i := d.N; i < len(st.Deliveries); i++ {
		if later := &st.Deliveries[i]; later.X.Outcome == wire.ByAgent && !later.bad() && !later.doubtful() && later.eventKey() == key {
			return later.N
		}
	}
	return 0
}

// repeated is the number of the first delivery that brought what d brought again, with
// credentials that were judged alike; 0 for none. With others it may be somebody else's.
func (st *Assessment) repeated(d *deliveryView) int {
	root := d.Status.DuplicateOf
	if root < 0 {
		return 0
	}
	for i := root; i < d.N-1; i++ {
		if e := &st.Deliveries[i]; (i == root || e.Status.DuplicateOf == root) && d.Token.Result == e.Token.Result && d.Auth.Result == e.Auth.Result {
			return e.N
		}
	}
	return 0
}

// doubtful reports a delivery without the token that was made with its address.
func (d *deliveryView) doubtful() bool {
	return d.Token.Result == delivery.DifferentToken || d.Token.Result == delivery.Absent
}

// bad reports credentials that break what was asked for.
func (d *deliveryView) bad() bool {
	return d.Token.Result.Bad() || d.Auth.Result.Bad() || d.unverified()
}

// unverified reports a signature that was checked and does not hold.
func (d *deliveryView) unverified() bool { return d.Proof != nil && !d.Proof.Valid }

// foreign reports a delivery that names another task.
func (st *Assessment) foreign(d *deliveryView) bool {
	return d.X.Labels.Task != st.Task && d.X.Labels.Task != ""
}

// strange reports a delivery that came whole and carried no event.
func (st *Assessment) strange(d *deliveryView) bool {
	return !d.Unread && d.X.Method == http.MethodPost && d.X.Outcome == wire.ByAgent && noEvent(d.Result)
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
