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

// deliveryView is a delivery with its assessment.
type deliveryView struct {
	X      wire.Exchange
	N      int // from 1
	Title  string
	State  a2a.State
	Unread bool // the budget did not last for it
	Signed bool // it carries a JWT
	Token  delivery.CredentialCheck
	Auth   delivery.CredentialCheck
	Got    delivery.Received
	Status push.DeliveryStatus
	key    string      // see eventKey
	Proof  *push.Proof // nil without keys or a signature

	Body     []byte // set for the shown delivery only
	Kind     string
	Version  string
	Problems []a2a.Problem
	Result   *a2a.Result
}

// judgeDelivery compares the credentials of a delivery with those asked for. For a delivery
// that was not read, r is zero.
func judgeDelivery(st *Assessment, x wire.Exchange, r pushes.Reading) deliveryView {
	d := deliveryView{X: x, Got: delivery.ReceivedBy(&x), Kind: string(r.Kind), Version: r.Version, Problems: r.Problems, Result: r.Push}
	d.Token, d.Auth = delivery.Compare(st.Expectation, d.Got)
	d.Title, d.State = pushWords(x, r)
	if x.Method != "POST" {
		d.Token, d.Auth = delivery.CredentialCheck{Result: delivery.None}, delivery.CredentialCheck{Result: delivery.None}
	}
	return d
}

// judgeProof accepts a verified JWT that nobody asked for.
func (d *deliveryView) judgeProof() {
	if d.Proof.Valid && d.Auth.Result == delivery.Unasked {
		d.Auth = delivery.CredentialCheck{Result: delivery.Match, Text: "a JWT was sent, which the registration did not ask for; " + d.Proof.Text}
	}
}

// acceptedResult returns r, or nil for a refused or incomplete delivery, which counts as not
// delivered.
func acceptedResult(x wire.Exchange, r *a2a.Result) *a2a.Result {
	if x.Outcome != wire.ByAgent {
		return nil
	}
	return r
}

func (st *Assessment) numbersOf(is func(d *deliveryView) bool) (on []int) {
	for i := range st.Deliveries {
		if d := &st.Deliveries[i]; is(d) {
			on = append(on, d.N)
		}
	}
	return on
}

func (d *deliveryView) refused() bool { return d.X.Outcome == wire.Refused }

// isRejected reports whether the delivery arrived but was not accepted: the console refused it, or
// it was aborted or interrupted here.
func (d *deliveryView) isRejected() bool {
	return d.refused() || d.X.Outcome == wire.Interrupted
}

// isBroken reports whether the delivery ended before it was complete. If the console did not see
// the end, it is not.
func (d *deliveryView) isBroken() bool {
	switch d.X.Outcome {
	case wire.ByAgent, wire.Refused, wire.Open, wire.Interrupted:
		return false
	}
	return true
}

// eventKey identifies the event of a delivery; "" for none.
func (d *deliveryView) eventKey() string {
	if d.key == "" {
		d.key = delivery.EventKey(d.Result)
	}
	return d.key
}

// laterDelivery returns the number of a later accepted delivery of the same event; 0 for none. One
// with bad or doubtful credentials does not count.
func (st *Assessment) laterDelivery(d *deliveryView) int {
	key := d.eventKey()
	if key == "" {
		return 0
	}
	for i := d.N; i < len(st.Deliveries); i++ {
		if later := &st.Deliveries[i]; later.X.Outcome == wire.ByAgent && !later.hasBadCredentials() && !later.hasDoubtfulToken() && later.eventKey() == key {
			return later.N
		}
	}
	return 0
}

// repeated returns the number of the first delivery of the same event whose credentials got the
// same verdict; 0 for none. With another verdict it may be somebody else's.
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

// hasDoubtfulToken reports whether the delivery lacks the token that was made with its address.
func (d *deliveryView) hasDoubtfulToken() bool {
	return d.Token.Result == delivery.DifferentToken || d.Token.Result == delivery.Absent
}

// hasBadCredentials reports whether the credentials violate what the registration asked for, or the
// signature is invalid.
func (d *deliveryView) hasBadCredentials() bool {
	return d.Token.Result.Bad() || d.Auth.Result.Bad() || d.unverified()
}

// unverified reports whether the signature was checked and is invalid.
func (d *deliveryView) unverified() bool { return d.Proof != nil && !d.Proof.Valid }

func (st *Assessment) isForOtherTask(d *deliveryView) bool {
	return d.X.Labels.Task != st.Task && d.X.Labels.Task != ""
}

// lacksEvent reports whether a complete delivery has no event.
func (st *Assessment) lacksEvent(d *deliveryView) bool {
	return !d.Unread && d.X.Method == http.MethodPost && d.X.Outcome == wire.ByAgent && noEvent(d.Result)
}

func noEvent(r *a2a.Result) bool {
	return r == nil || r.Task == nil && r.Status == nil && r.Artifact == nil && r.Message == nil
}

func deliveryCount(n int) string {
	if n == 1 {
		return "1 delivery"
	}
	return part.Count(n) + " deliveries"
}
