package webhooks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/pushes"
)

// reportLine is an event of the stream with its delivery, or only one of them.
type reportLine struct {
	Title      string
	State      a2a.State
	Event      *push.Event   // nil if no stream has it
	Delivery   *deliveryView // nil if it was not delivered
	Remark     string
	Bad        bool
	at         time.Time // time of the event, see place
	n          int       // number of the event in its stream; 0 for none
	receivedAt time.Time // time of the delivery
}

const maxLines = 300

// lines returns the stream's events and the deliveries in order of time.
func (st *Assessment) lines(now time.Time) []reportLine {
	var out []reportLine
	given := map[int]bool{}
	for i := range st.Deliveries {
		d := &st.Deliveries[i]
		l := reportLine{Title: d.Title, State: d.State, Delivery: d, receivedAt: d.X.Started}
		if n := d.Status.Event; n >= 0 {
			given[n] = true
			l.Event = &st.Report.Events[n]
		}
		l.at, l.n = st.place(d)
		l.Remark, l.Bad = st.remark(d)
		out = append(out, l)
	}
	for i := range st.Report.Events {
		if given[i] {
			continue
		}
		e := &st.Report.Events[i]
		l := reportLine{Event: e, at: e.At, n: e.Number}
		l.Title, l.State = eventWords(e.Result)
		l.Remark, l.Bad = st.absent(i, now)
		out = append(out, l)
	}
	slices.SortStableFunc(out, func(a, b reportLine) int {
		return cmp.Or(a.at.Compare(b.at), a.n-b.n, a.receivedAt.Compare(b.receivedAt))
	})
	return out[max(0, len(out)-maxLines):]
}

// place returns where to list a delivery: with its event. A repeated delivery is listed with the
// first.
func (st *Assessment) place(d *deliveryView) (at time.Time, n int) {
	first := d
	if d.refused() || d.isBroken() {
		if again := st.laterDelivery(d); again > 0 {
			first = &st.Deliveries[again-1]
		}
	}
	if i := first.Status.DuplicateOf; i >= 0 {
		first = &st.Deliveries[i]
	}
	if i := first.Status.Event; i >= 0 {
		return st.Report.Events[i].At, st.Report.Events[i].Number
	}
	return first.X.Started, 0
}

// remark says what is odd about a delivery, and whether that is a fault.
func (st *Assessment) remark(d *deliveryView) (string, bool) {
	switch f := d.Status; {
	case d.refused():
		return st.withRetry("refused: "+part.Itoa(d.X.Response.Status), d)
	case d.isBroken():
		return st.withRetry("broke off", d)
	case d.X.WasBrokenByPerson():
		return "a person aborted it", false
	case d.X.WasBrokenByRule():
		return "a rule aborted it", false
	case d.X.Outcome == wire.Interrupted:
		return "the console stopped", false
	case d.X.Outcome == wire.Open:
		return "under way", false
	case d.Unread:
		return "not compared", false
	case checksAddress(d.X):
		return "as in A2A 0.1; token echoed", false
	case d.X.Method != "POST":
		return "not a delivery: its method is " + part.Short(d.X.Method, 16), false
	case st.isForOtherTask(d):
		return "about another task: " + part.ShortID(d.X.Labels.Task), false
	case f.DuplicateOf >= 0:
		if n := st.repeated(d); n > 0 {
			return "the same as #" + part.Itoa(n), false
		}
		return "the same as #" + part.Itoa(f.DuplicateOf+1) + ", with other credentials", false
	case f.OvertakenBy >= 0:
		return "arrived after a later event", true
	case noEvent(d.Result):
		return "no A2A event", true
	case f.Event < 0 && st.Streamed:
		return "not in the stream on record", false
	case isLate(f):
		return "late", false
	}
	return "", false
}

// withRetry adds that the event of a failed delivery was delivered again, if it was.
func (st *Assessment) withRetry(remark string, d *deliveryView) (string, bool) {
	if n := st.laterDelivery(d); n > 0 {
		return remark + "; again as #" + part.Itoa(n), false
	}
	return remark, true
}

// absent says why an event has no delivery, and whether that is a fault.
func (st *Assessment) absent(event int, now time.Time) (string, bool) {
	e := &st.Report.Events[event]
	switch missing := slices.Contains(st.Report.Missing, event); {
	case st.partial():
		return "not compared", false
	case slices.Contains(st.Unrecorded, event):
		return "not on record", false
	case slices.Contains(st.RejectedEvents, event):
		return "arrived, but was not accepted", false
	case !missing && e.At.Before(st.From) && st.Register == nil:
		return "before the first delivery", false
	case !missing && e.At.Before(st.From):
		return "before the registration", false
	case !missing && st.Report.WholeTasks:
		return "part of a later task", false
	case !missing:
		return "a snapshot of the task: need not be pushed", false
	case now.Sub(e.At) <= deliveryTimeout:
		return fmt.Sprintf("not delivered yet; missing after %d s", deliveryTimeoutSeconds), false
	}
	return "never arrived", true
}

// lateAfter is the lag from which a delivery is called late. lateWord is the same in words.
const (
	lateAfter = time.Second
	lateWord  = "1 s"
)

// isLate reports whether a delivery arrived long after its event was in the stream.
func isLate(f push.DeliveryStatus) bool {
	return f.HasLag() && !f.LagByTimestamp && f.Lag >= lateAfter
}

// lagAgainst says what the lag is measured against; "" for the stream.
func (st *Assessment) lagAgainst() string {
	if st.Streamed || st.partial() || !slices.ContainsFunc(st.Deliveries, func(d deliveryView) bool { return !noEvent(d.Result) }) {
		return ""
	}
	if slices.ContainsFunc(st.Deliveries, func(d deliveryView) bool { return d.Status.LagByTimestamp }) {
		return "No stream of this task is on record; the lag is measured against the agent's own time stamps."
	}
	return "No stream of this task is on record, and no event has a time stamp: the lag is unknown."
}

// payloadWord describes the form of a delivery, or why it has no payload.
func payloadWord(d *deliveryView) string {
	of := " of A2A " + part.Short(a2a.Version(d.Version).Words(), 40)
	switch {
	case d.X.Method == "POST" && d.X.Outcome == wire.Open:
		return "Under way"
	case d.Unread:
		return "Not read"
	case d.X.Method != "POST", noEvent(d.Result):
		what, _ := pushWords(d.X, pushes.Reading{Push: d.Result})
		return part.Capital(what)
	case wrapped(d):
		return "StreamResponse" + of
	case d.Kind == string(a2a.KindTask):
		return "Task" + of
	case d.Version != "":
		return part.Short(d.Kind, 16) + of
	}
	return "Unknown form"
}

// checksAddress reports whether x is the request with which 0.1 agents verify an address.
func checksAddress(x wire.Exchange) bool {
	return x.Method != "POST" && strings.Contains(x.URL, "validationToken=")
}

// wrapped reports whether a delivery names its content by a member. Its label may list several
// versions; one that wraps suffices.
func wrapped(d *deliveryView) bool {
	return slices.ContainsFunc(strings.Split(d.Version, "|"), func(name string) bool {
		v, ok := registry.ByName(a2a.Version(name))
		return ok && v.Form == version.Wrapped
	})
}

// payloadFindings returns the problems of a payload that have no position in it, including its
// content type's.
func payloadFindings(d *deliveryView) []a2a.Problem {
	out := slices.DeleteFunc(slices.Clone(d.Problems), func(p a2a.Problem) bool { return p.Offset >= 0 })
	kind := wire.MediaType(d.X.Request.Header)
	if d.X.Method == "POST" && wrapped(d) && kind != "application/a2a+json" {
		c, _ := check.ByID("PUSH-12")
		out = append(out, a2a.Problem{Check: c.ID, Severity: a2a.SeverityInfo, Offset: -1, Spec: c.Sections[0], Message: c.Rule + " This one was sent as " + part.Short(kind, 60) + "."})
	}
	return out
}

// keysURL returns the URL at which a 0.1 agent publishes its keys.
func keysURL(e *Entry) string { return e.Agent + "/.well-known/jwks.json" }

// deliveryModes returns the ways in which the reference agent delivers on request, with their
// words.
func deliveryModes() [][2]string {
	return [][2]string{
		{"", "as it should"}, {"twice", "each event twice"}, {"reversed", "out of order"}, {"lossy", "losing one"}, {"late", "late"},
		{"bare", "without the token"}, {"forged", "with another token"}, {"signed", "signed with a JWT"}, {"failing", "failing at first"}, {"silent", "not at all"},
	}
}
