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

// reportLine is an event of the stream with its delivery, or one of the two.
type reportLine struct {
	What     string
	State    a2a.State
	Event    *push.Event   // nil for what no stream has
	Delivery *deliveryView // nil for what was not delivered
	Remark   string
	Bad      bool
	at       time.Time // of the event that it is about
	n        int       // number of that event in its stream, 0 for none
	came     time.Time // of the delivery
}

// linesShown bounds the table of one address.
const linesShown = 300

// lines is the stream's events and the deliveries, in order of time.
func (st *Judged) lines(now time.Time) []reportLine {
	var out []reportLine
	given := map[int]bool{}
	for i := range st.Deliveries {
		d := &st.Deliveries[i]
		l := reportLine{What: d.What, State: d.State, Delivery: d, came: d.X.Started}
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
		l := reportLine{Event: e, at: e.At, n: e.N}
		l.What, l.State = eventWords(e.Result)
		l.Remark, l.Bad = st.absent(i, now)
		out = append(out, l)
	}
	slices.SortStableFunc(out, func(a, b reportLine) int {
		return cmp.Or(a.at.Compare(b.at), a.n-b.n, a.came.Compare(b.came))
	})
	return out[max(0, len(out)-linesShown):]
}

// place is where a delivery stands: with its event, and what was sent twice with the first.
func (st *Judged) place(d *deliveryView) (at time.Time, n int) {
	first := d
	if d.refused() || d.broke() {
		if again := st.laterDelivery(d); again > 0 {
			first = &st.Deliveries[again-1]
		}
	}
	if i := first.Status.DuplicateOf; i >= 0 {
		first = &st.Deliveries[i]
	}
	if i := first.Status.Event; i >= 0 {
		return st.Report.Events[i].At, st.Report.Events[i].N
	}
	return first.X.Started, 0
}

// remark says what is odd about a delivery.
func (st *Judged) remark(d *deliveryView) (string, bool) {
	switch f := d.Status; {
	case d.refused():
		return st.withRetry("refused: "+part.Itoa(d.X.Response.Status), d)
	case d.broke():
		return st.withRetry("broke off", d)
	case d.X.BrokenByPerson():
		return "a person broke it off", false
	case d.X.BrokenByRule():
		return "a rule broke it off", false
	case d.X.Outcome == wire.Interrupted:
		return "the console stopped", false
	case d.X.Outcome == wire.Open:
		return "under way", false
	case d.Unread:
		return "not compared", false
	case checksAddress(d.X):
		return "as in A2A 0.1; token echoed", false
	case d.X.Method != "POST":
		return "no delivery: it came by " + part.Short(d.X.Method, 16), false
	case st.foreign(d):
		return "about another task: " + part.ShortID(d.X.Labels.Task), false
	case f.DuplicateOf >= 0:
		if n := st.repeated(d); n > 0 {
			return "the same as #" + part.Itoa(n), false
		}
		return "the same as #" + part.Itoa(f.DuplicateOf+1) + ", with other credentials", false
	case f.OvertakenBy >= 0:
		return "came after a later event", true
	case noEvent(d.Result):
		return "no event of A2A", true
	case f.Event < 0 && st.Streamed:
		return "not in the stream on record", false
	case slow(f):
		return "late", false
	}
	return "", false
}

// withRetry adds to what went wrong with a delivery that its event came again, if it did.
func (st *Judged) withRetry(remark string, d *deliveryView) (string, bool) {
	if n := st.laterDelivery(d); n > 0 {
		return remark + "; again as #" + part.Itoa(n), false
	}
	return remark, true
}

// absent says why an event has no delivery.
func (st *Judged) absent(event int, now time.Time) (string, bool) {
	e := &st.Report.Events[event]
	switch missing := slices.Contains(st.Report.Missing, event); {
	case st.partial():
		return "not compared", false
	case slices.Contains(st.Unrecorded, event):
		return "not on record", false
	case slices.Contains(st.Untaken, event):
		return "arrived, but was not accepted", false
	case !missing && e.At.Before(st.From) && st.Register == nil:
		return "before the first delivery", false
	case !missing && e.At.Before(st.From):
		return "before the registration", false
	case !missing && st.Report.WholeTasks:
		return "part of a later task", false
	case !missing:
		return "a snapshot of the task: need not be pushed", false
	case now.Sub(e.At) <= patience:
		return fmt.Sprintf("not delivered yet; missing after %d s", patienceSeconds), false
	}
	return "never came", true
}

// latest is the last delivery: what came by another method is none.
func (st *Judged) latest() *deliveryView {
	return st.last(func(d *deliveryView) bool { return d.X.Method == "POST" })
}

// signature is the last delivery whose signature does not hold, else the last that was checked,
// else the last that is signed; nil for none.
func (st *Judged) signature() *deliveryView {
	checked := func(d *deliveryView) bool { return d.Proof != nil }
	signed := func(d *deliveryView) bool { return d.Signed }
	return cmp.Or(st.last((*deliveryView).unverified), st.last(checked), st.last(signed))
}

// slowAfter is from which lag on a delivery is called late, slowWord the same.
const (
	slowAfter = time.Second
	slowWord  = "1 s"
)

// slow reports a delivery that came long after the stream had its event.
func slow(f push.DeliveryStatus) bool {
	return f.HasLag() && !f.Clock && f.Lag >= slowAfter
}

// lagAgainst says what the lag is against, "" for the stream.
func (st *Judged) lagAgainst() string {
	if st.Streamed || st.partial() || !slices.ContainsFunc(st.Deliveries, func(d deliveryView) bool { return !noEvent(d.Result) }) {
		return ""
	}
	if slices.ContainsFunc(st.Deliveries, func(d deliveryView) bool { return d.Status.Clock }) {
		return "No stream of this task is on record; the lag is against the agent's own time stamps."
	}
	return "No stream of this task is on record, and no event has a time stamp: the lag is not known."
}

// lag is the median lag of the deliveries, in words.
func (st *Judged) lag() string {
	var all []push.DeliveryStatus
	for _, d := range st.Deliveries {
		if d.Status.HasLag() {
			all = append(all, d.Status)
		}
	}
	if len(all) == 0 {
		return "–"
	}
	slices.SortFunc(all, func(a, b push.DeliveryStatus) int { return cmp.Compare(a.Lag, b.Lag) })
	return lagWord(all[len(all)/2])
}

func headerOf(d *deliveryView, name string) string {
	return cmp.Or(d.X.Request.Header.Get(name), "no "+name)
}

// payloadWord says in which form a delivery came; where it brings nothing, why.
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

// checksAddress reports the request by which agents of 0.1 check an address.
func checksAddress(x wire.Exchange) bool {
	return x.Method != "POST" && strings.Contains(x.URL, "validationToken=")
}

// wrapped reports whether a delivery says by a member what it brings: of the versions of
// its label, which it may all be of, one does.
func wrapped(d *deliveryView) bool {
	return slices.ContainsFunc(strings.Split(d.Version, "|"), func(name string) bool {
		v, ok := registry.Of(a2a.Version(name))
		return ok && v.Form == version.Wrapped
	})
}

// payloadFindings are the problems of a payload, its content type's among them.
func payloadFindings(d *deliveryView) []a2a.Problem {
	out := slices.DeleteFunc(slices.Clone(d.Bad), func(p a2a.Problem) bool { return p.Offset >= 0 })
	kind := wire.MediaType(d.X.Request.Header)
	if d.X.Method == "POST" && wrapped(d) && kind != "application/a2a+json" {
		c, _ := check.Of("PUSH-12")
		out = append(out, a2a.Problem{Check: c.ID, Severity: a2a.SeverityInfo, Offset: -1, Spec: c.Sections[0], Message: c.Rule + " This one came as " + part.Short(kind, 60) + "."})
	}
	return out
}

func proofMark(p *push.Proof) string {
	if p.Valid {
		return "✓"
	}
	return "✕"
}

func proofWord(p *push.Proof) string {
	return strings.TrimSuffix(part.Short(p.Alg, 16)+" · key "+part.Short(p.Key, 60), " · key ")
}

// keysURL is where an agent of 0.1 has its keys.
func keysURL(e *Entry) string { return e.Agent + "/.well-known/jwks.json" }

// pushManners are the ways in which the reference agent delivers on demand.
func pushManners() [][2]string {
	return [][2]string{
		{"", "as it should"}, {"twice", "each event twice"}, {"reversed", "out of order"}, {"lossy", "losing one"}, {"late", "late"},
		{"bare", "without the token"}, {"forged", "with another token"}, {"signed", "signed with a JWT"}, {"failing", "failing at first"}, {"silent", "not at all"},
	}
}
