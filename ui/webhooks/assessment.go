package webhooks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/jws"
	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/pushes"
	"github.com/a2a-console/a2a-console/ui/record"
)

// Assessment compares the deliveries to an address with what the registration asked for.
type Assessment struct {
	Task           string         // named by the call that registered the address, else by the first delivery
	Register       *wire.Exchange // the call that registered this address; nil if it is not on record
	Config         *a2a.PushConfig
	Error          *a2a.Error // the agent's error when it rejected the address
	Expectation    delivery.Expected
	Deliveries     []deliveryView // oldest first
	Report         push.DeliveryReport
	From           time.Time // time from which deliveries were due
	Streamed       bool      // a stream of the task is on record
	Open           bool      // the task is not over
	Keys           bool      // keys for the agent's signatures were given
	Unread         int       // number of the oldest deliveries that were not read because the budget ran out
	UnreadCalls    int       // number of the task's calls for which the budget did not last
	Unrecorded     []int     // events whose deliveries may have arrived while something was not recorded
	LossReason     string    // why they were not recorded
	RejectedEvents []int     // events whose deliveries arrived but were not accepted
	Issues         []issue
	Notes          []issue // odd, but nobody's fault
}

// Assess assesses an entry. It reads the task's calls and deliveries within the budget.
func (s *Screen) Assess(ctx context.Context, e *Entry, b *pushes.Budget) (*Assessment, error) {
	st := &Assessment{}
	list, err := s.hookTask(ctx, e)
	if err != nil {
		return nil, err
	}
	e.Title = record.TaskTitle(list)
	events, err := s.findRegistration(ctx, e, st, list, b)
	if err != nil {
		return nil, err
	}
	st.Task, st.Streamed = e.Task, len(events) > 0
	came, err := s.assessDeliveries(ctx, e, st, b)
	if err != nil {
		return nil, err
	}
	st.From = st.since(e)
	st.Report = push.MatchDeliveries(events, came, st.From)
	for i := range st.Deliveries {
		st.Deliveries[i].Status = st.Report.Deliveries[i]
	}
	if st.partial() {
		st.Report.Missing = nil // unread calls or deliveries may contain them
	}
	st.findRejected(events)
	if st.LossReason, err = s.lossReason(ctx, e, st, list); err != nil {
		return nil, err
	}
	if st.LossReason != "" {
		st.Unrecorded, st.Report.Missing = st.Report.Missing, nil
	}
	st.Open = !e.State.Terminal()
	st.judge(e, s.Web.Now())
	return st, nil
}

// lossReason says why due deliveries to an entry's address may not be on record; "" if nothing is
// known to be missing.
func (s *Screen) lossReason(ctx context.Context, e *Entry, st *Assessment, list []wire.Exchange) (string, error) {
	if s.Desk.UnrecordedCount() > 0 {
		return wire.Gap{Cause: wire.GapPaused}.Reason(), nil
	}
	asked := map[string]bool{}
	if slices.ContainsFunc(st.Deliveries, func(d deliveryView) bool {
		return d.isRejected() && d.X.Method == http.MethodPost && d.X.RequestBytes == 0
	}) {
		return "a delivery was refused unread", nil
	}
	for _, x := range slices.Concat(list, e.Deliveries) {
		if x.Origin == wire.Push && x.Incomplete {
			return "part of a delivery is not on record", nil
		}
		if asked[x.Session] {
			continue
		}
		asked[x.Session] = true
		gaps, err := s.Library.Gaps(ctx, x.Session)
		if err != nil {
			return "", fmt.Errorf("read what is missing from session %s: %w", x.Session, err)
		}
		if g, ok := wire.FirstGapSince(gaps, st.From); ok {
			return g.Reason(), nil
		}
		if stopped, err := s.stopped(ctx, e, st, x.Session); err != nil || stopped {
			return "the console that received them had stopped", err
		}
	}
	return "", nil
}

// stopped reports whether another program recorded the session and ended before the
// missing deliveries were due.
func (s *Screen) stopped(ctx context.Context, e *Entry, st *Assessment, session string) (bool, error) {
	if e.Hook != nil {
		return false, nil
	}
	x, err := s.Library.Session(ctx, session)
	if errors.Is(err, wire.ErrNotFound) {
		return false, nil // it was removed meanwhile
	}
	if err != nil {
		return false, fmt.Errorf("read session %s: %w", session, err)
	}
	late := func(from time.Time) bool { return from.Add(deliveryTimeout).After(x.Ended) }
	return !x.Ended.IsZero() && (slices.ContainsFunc(st.Report.Missing, func(i int) bool { return late(st.Report.Events[i].At) }) ||
		!st.Streamed && len(e.Deliveries) == 0 && st.Register != nil && late(st.Register.Started)), nil
}

// findRejected moves missing events whose deliveries arrived but were not accepted to
// RejectedEvents.
func (st *Assessment) findRejected(events []push.Event) {
	var came []push.Delivery
	for i := range st.Deliveries {
		d := &st.Deliveries[i]
		came = append(came, push.Delivery{ID: d.X.ID, At: d.X.Started, Result: d.Result})
	}
	brought := map[int]bool{}
	for i, d := range push.MatchDeliveries(events, came, st.From).Deliveries {
		brought[d.Event] = brought[d.Event] || st.Deliveries[i].isRejected()
	}
	st.Report.Missing = slices.DeleteFunc(st.Report.Missing, func(event int) bool {
		if brought[event] {
			st.RejectedEvents = append(st.RejectedEvents, event)
		}
		return brought[event]
	})
}

// assessDeliveries reads an entry's deliveries, the newest first as long as the budget lasts, and
// judges all of them.
func (s *Screen) assessDeliveries(ctx context.Context, e *Entry, st *Assessment, b *pushes.Budget) (came []push.Delivery, err error) {
	keys, signed := s.Pushes.Store.KeysOf(e.Agent)
	st.Keys = signed
	reads := make([]pushes.Reading, len(e.Deliveries))
	for i, x := range slices.Backward(e.Deliveries) {
		var ok bool
		if reads[i], ok, err = s.Pushes.Read(ctx, x, b); err != nil {
			return nil, err
		}
		if !ok {
			st.Unread = i + 1
			break
		}
	}
	for i, x := range e.Deliveries {
		d := judgeDelivery(st, x, reads[i])
		d.N, d.Unread = i+1, i < st.Unread
		if d.Unread {
			d.Title = "not read"
		}
		s.judgeOwnToken(e, st, &d)
		if jwtIn(d.Got.Authorization, x) {
			d.Signed = true
			if p, ok := s.proof(x.ID, keys, signed); ok {
				d.Proof = &p
				d.judgeProof()
			}
		}
		st.Deliveries = append(st.Deliveries, d)
		came = append(came, push.Delivery{ID: x.ID, At: x.Started, Result: acceptedResult(x, d.Result)})
	}
	return came, nil
}

func (s *Screen) proof(exchange string, keys jws.Keys, given bool) (push.Proof, bool) {
	if s.Webhooks == nil || !given {
		return push.Proof{}, false
	}
	return s.Webhooks.Proof(exchange, keys)
}

func jwtIn(got delivery.Secret, x wire.Exchange) bool {
	if got.Value != "" {
		return strings.HasPrefix(got.Value, "ey") && strings.Count(got.Value, ".") == 2
	}
	return slices.ContainsFunc(x.Redactions, func(r wire.Redaction) bool {
		return r.Place == "request.header" && strings.EqualFold(r.Name, "Authorization") && (r.Detail != "" || r.Length > 100) && got.Set && strings.EqualFold(got.Scheme, "bearer")
	})
}

// maxTaskExchanges bounds the exchanges of a task that are searched for the one
// that registered an address.
const maxTaskExchanges = 200

// hookTask returns the registration and the other calls of the entry's task that are on record,
// oldest first. It returns no deliveries.
func (s *Screen) hookTask(ctx context.Context, e *Entry) ([]wire.Exchange, error) {
	var list []wire.Exchange
	if id := s.Pushes.Store.Registration(e.URL); id != "" {
		if x, err := s.Library.Exchange(ctx, id); err == nil {
			e.setTask(x.Labels.Task)
			e.Agent = cmp.Or(e.Agent, x.Agent)
			list = append(list, x)
		}
	}
	if e.Task == "" {
		return list, nil
	}
	all, err := s.Library.Exchanges(ctx, wire.Filter{Task: e.Task, ExcludedOrigins: []wire.Origin{wire.Push}}, wire.Page{Limit: maxTaskExchanges})
	if err != nil {
		return nil, fmt.Errorf("read the exchanges of task %s: %w", e.Task, err)
	}
	for _, x := range all {
		if !slices.ContainsFunc(list, func(o wire.Exchange) bool { return o.ID == x.ID }) {
			list = append(list, x)
		}
	}
	slices.SortStableFunc(list, func(a, b wire.Exchange) int { return a.Started.Compare(b.Started) })
	return list, nil
}

// findRegistration finds the call that registered the address, and gathers the
// events of the task's streams.
func (s *Screen) findRegistration(ctx context.Context, e *Entry, st *Assessment, list []wire.Exchange, b *pushes.Budget) ([]push.Event, error) {
	var events []push.Event
	for _, x := range list {
		r, ok, err := s.Pushes.Read(ctx, x, b)
		if err != nil {
			return nil, err
		}
		if !ok {
			st.UnreadCalls++
			continue
		}
		events = append(events, r.Events...)
		asked := session.Registers(r.Call)
		if asked == nil || asked.URL != e.URL {
			continue
		}
		c := *asked
		if r.Result != nil && r.Result.Push != nil {
			c.ID = r.Result.Push.ID
		}
		st.Register, st.Config, st.Error = &x, &c, r.Error
		st.Expectation = delivery.ExpectedBy(&x, asked)
		e.Agent = cmp.Or(e.Agent, x.Agent)
	}
	slices.SortStableFunc(events, func(a, b push.Event) int { return a.At.Compare(b.At) })
	if e.State == "" || !e.State.Terminal() {
		for _, x := range list {
			if a := a2a.State(x.Labels.State); a != "" {
				e.State = a
			}
		}
	}
	return events, nil
}

// since returns the time from which deliveries were due.
func (st *Assessment) since(e *Entry) time.Time {
	switch {
	case st.Register == nil && len(e.Deliveries) > 0:
		return e.Deliveries[0].Started
	case st.Register == nil:
		return e.Last
	case st.Register.Labels.Op == string(a2a.CreatePushConfig) && !st.Register.Answered.IsZero():
		return st.Register.Answered
	}
	return st.Register.Started
}

// judgeOwnToken compares a delivery's token with the one made with its address, if the registration
// is not on record. A match proves that the sender knew the token. A mismatch proves nothing: a
// client may have registered the address with another token, or none.
func (s *Screen) judgeOwnToken(e *Entry, st *Assessment, d *deliveryView) {
	if st.Expectation.IsKnown || st.UnreadCalls > 0 || e.Hook == nil || s.Webhooks == nil || d.X.Method != http.MethodPost {
		return
	}
	own, known := s.Webhooks.OwnToken(d.X.ID)
	switch {
	case !known:
	case own:
		d.Token = delivery.CredentialCheck{Result: delivery.Match, Text: "the delivery carries the token made with this address"}
	case len(d.Got.Tokens) == 0:
		d.Token = delivery.CredentialCheck{Result: delivery.Absent, Text: "the delivery carries no token; the one made with this address was not registered, or not sent back: the registration is not on record"}
	default:
		d.Token = delivery.CredentialCheck{Result: delivery.DifferentToken, Text: "the delivery carries a different token from the one made with this address: the client registered another, or the delivery is forged; the registration is not on record"}
	}
}

func (s *Screen) fillDelivery(ctx context.Context, d *deliveryView) (err error) {
	d.Body, err = s.Pushes.SideUpTo(ctx, d.X, wire.Request)
	return err
}
