// Package judge finds violations that only show across documents: an answer against its request, a call
// against the card, an exchange against earlier ones. What a single document or stream shows is found by its
// reading.
//
//	j := judge.New(judge.Options{})
//	g := j.Gather(x)                                        // with the reader of an exchange
//	r := reading.New(x, reading.Options{Each: g.Piece})     // …
//	found := j.Judge(g.Facts(x, r))                         // once it ended
//
// Exchanges must be in the order of their numbers or ends. The findings are the same: only what was
// over when an exchange began, by recorded times, counts against it. Memory is bounded; what was
// forgotten never causes a finding. The package does no I/O and does not read the clock.
package judge

import (
	"context"
	"iter"
	"mime"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/fold"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Options holds what a Judge needs besides the recording.
type Options struct {
	// Hook reports whether deliveries to a URL would be recorded. It may be nil. URLs with the
	// origin of a recorded delivery always count as recorded.
	Hook func(url string) bool

	// Tally counts the exchanges to which each check applied. It may be nil.
	Tally *Tally
}

// Finding is a violation by an exchange.
type Finding struct {
	Exchange string
	Side     wire.Side // Request or Response
	Frame    int       // frame of the response, from 0; -1 if the finding is not in a single frame
	Times    int       // number of occurrences in frames of a stream
	a2a.Problem
	Others []string // other exchanges that show it
}

// Judge holds what was learnt from recordings so far. Not safe for concurrent use.
type Judge struct {
	opts     Options
	books    memory[book] // by session
	late     []Finding    // about exchanges judged before
	reported int          // of late
}

func New(o Options) *Judge {
	return &Judge{opts: o}
}

func (j *Judge) book(session string) *book { return j.books.get(session, mostSessions) }

// noteTask notes the task that an answer names as soon as it arrives.
func (j *Judge) noteTask(x *wire.Exchange, r *a2a.Reading, id string, at time.Time) {
	j.book(x.Session).called(x, r.Binding).task(id).answered.note(fact{x.ID, at})
}

// NoteRequest takes an exchange whose request was read, possibly before the exchange is over: notifications
// may arrive while it is open. Judge does the same at the end.
func (j *Judge) NoteRequest(x *wire.Exchange, request a2a.Reading) {
	if !x.Repeats && x.Origin != wire.Push {
		b := j.book(x.Session)
		b.ask(x, b.called(x, request.Binding), request)
	}
}

// ask is NoteRequest for an exchange with an agent.
func (b *book) ask(x *wire.Exchange, by *agent, request a2a.Reading) {
	if x.RequestDone.IsZero() || x.RequestBytes >= longRequest || asksTwice(request) {
		return
	}
	if !misasks(request, []string{"pushNotificationConfig", "taskPushNotificationConfig", "pushNotification", "url", "authentication", "scheme", "schemes", "credentials", "token"}) {
		b.register(x, by, request.Call)
	}
	reopens := slices.ContainsFunc(request.Dialect, func(name a2a.Version) bool {
		v, ok := registry.ByName(name)
		return ok && v.Agent.Reopens
	})
	if id := session.TaskOf(request.Call); id != "" && reopens && request.Call.Message != nil {
		if t := by.task(id); x.RequestDone.After(t.resent.time) {
			t.resent = fact{x.ID, x.RequestDone}
		}
	}
}

// Judge returns the findings of an exchange that is over, given what was known when it began, and learns from
// the exchange. It ignores replays of the recording's own exchanges.
func (j *Judge) Judge(s *Facts) []Finding {
	if s.X.Repeats {
		return nil
	}
	b := j.book(s.X.Session)
	v := &view{Facts: s, judge: j, book: b, agent: b.called(s.X, s.Identity.Binding)}
	if !asksTwice(s.Request) {
		v.c = s.Request.Call
	}
	if s.X.Origin == wire.Push || s.Identity.Op == a2a.PushNotification {
		v.holdAsRegistered()
		v.apply(deliveryRules)
		j.opts.Tally.add(v)
		b.delivered(v)
	} else if s.X.Outcome != wire.Refused && !s.byTap && s.Identity.Op != "" {
		b.ask(s.X, v.agent, s.Request)
		if v.card = v.cardFor(); v.card != nil {
			v.called = v.calledOf(v.card)
		}
		v.taskID = session.TaskOf(v.c)
		v.knownTask = v.agent.taskBefore(v.taskID, v.X)
		v.apply(callRules)
		v.applyToFetch()
		j.opts.Tally.add(v)
		v.learn()
	}
	if s.X.Ended.After(b.clock) {
		b.clock = s.X.Ended
	}
	return moreExact(v.withoutDoubt(v.found))
}

// withoutDoubt drops findings that blame an agent for refusing a request with even a small flaw: the flaw may
// be the reason.
func (v *view) withoutDoubt(found []Finding) []Finding {
	worse := func(p a2a.Problem) bool { return p.Severity != a2a.SeverityInfo }
	if !v.isUnusual() && !slices.ContainsFunc(v.Request.Problems, worse) && !slices.ContainsFunc(found, func(f Finding) bool { return f.Side == wire.Request && worse(f.Problem) }) {
		return found
	}
	return slices.DeleteFunc(found, func(f Finding) bool { return f.Side == wire.Response && f.Check == "ERR-20" })
}

// isUnusual reports whether a request is sent in a way that not every agent accepts: compressed, in a charset
// other than UTF-8, or with an unexpected query.
func (v *view) isUnusual() bool {
	_, params, err := mime.ParseMediaType(v.X.Request.Header.Get("Content-Type"))
	charset := params["charset"]
	return err == nil && charset != "" && !strings.EqualFold(charset, "utf-8") ||
		v.X.Request.Header.Get("Content-Encoding") != "" ||
		v.Identity.Binding == a2a.JSONRPC && strings.Contains(v.X.URL, "?")
}

// moreExact drops findings of a fault that a more exact check reports at the same place.
func moreExact(found []Finding) []Finding {
	all := slices.Clone(found)
	return slices.DeleteFunc(found, func(f Finding) bool {
		return slices.ContainsFunc(all, func(by Finding) bool {
			c, _ := check.ByID(by.Check)
			return slices.Contains(c.Instead, f.Check) && by.Side == f.Side && by.Frame == f.Frame && by.Path == f.Path
		})
	})
}

// LateFindings returns findings since its last call about exchanges that were judged before.
func (j *Judge) LateFindings() []Finding {
	out := slices.Clone(j.late[j.reported:])
	j.reported = len(j.late)
	return out
}

// End returns findings that only the end of a session shows.
func (j *Judge) End(session string) []Finding {
	if b := j.books.byName[session]; b != nil {
		return b.undelivered(j.opts.Hook)
	}
	return nil
}

type rule struct {
	check string
	judge func(*view)
}

// view is an exchange with what was known when it began.
type view struct {
	*Facts
	judge     *Judge
	book      *book
	agent     *agent
	card      *a2a.Card       // nil when unknown
	called    []a2a.Interface // the card's interfaces that may have been called
	c         *a2a.Call       // nil when it was not read
	taskID    string          // the task that the call is about, "" for none
	knownTask *task           // nil if no earlier answer named it
	pushed    []a2a.Version   // the delivery's own versions, where those of its registration are used instead

	check check.Check // of the current rule
	found []Finding
}

// apply runs the rules that hold in the version.
func (v *view) apply(rules []rule) {
	for _, r := range rules {
		if v.check, _ = check.ByID(r.check); holdsIn(&v.check, v.Identity.Versions) && !misasks(v.Request, v.check.Asks) {
			r.judge(v)
		}
	}
	v.found = slices.DeleteFunc(v.found, v.isOfCut)
}

// isOfCut reports whether a finding is about a truncated document: truncation has been reported, and may
// cause whatever else is wrong.
func (v *view) isOfCut(f Finding) bool {
	return v.cut && f.Side == wire.Response && f.Frame == v.cutAt
}

// appliesTo reports whether a check holds in every version that an exchange may speak.
func appliesTo(id string, versions []a2a.Version) bool {
	c, ok := check.ByID(id)
	return ok && holdsIn(&c, versions)
}

func holdsIn(c *check.Check, versions []a2a.Version) bool {
	return len(versions) > 0 && !slices.ContainsFunc(versions, func(v a2a.Version) bool { return !c.HoldsIn(v) })
}

// finding adds a finding with the severity of its check.
func (v *view) finding(side wire.Side, frame int, path, says string, others ...string) *Finding {
	spec := v.check.Sections[0]
	for _, s := range v.check.Sections {
		if all := v.Identity.Versions; len(all) > 0 && len(s) > 3 && registry.IsOf(all[len(all)-1], a2a.Version(s[:3])) {
			spec = s
		}
	}
	v.found = append(v.found, Finding{
		Exchange: v.X.ID, Side: side, Frame: frame, Times: 1, Others: others,
		Problem: a2a.Problem{Check: v.check.ID, Severity: v.check.Level.Severity(), Message: says, Path: path, Offset: -1, Spec: spec},
	})
	return &v.found[len(v.found)-1]
}

// requestFinding adds a finding about the request. answers adds one about the answer, at the frame of
// the error or else of the first result.
func (v *view) requestFinding(path, says string, others ...string) *Finding {
	root := "$"
	if v.Identity.Binding == a2a.JSONRPC {
		root = "$.params"
	}
	return v.finding(wire.Request, -1, root+path, says, others...)
}

func (v *view) answers(path, says string, others ...string) *Finding {
	return v.answersAt(&v.resultMoments, path, says, others...)
}

// member returns the member in which ProtoJSON wraps a result or event of a kind, "" for none.
func (v *view) member(k a2a.Kind) string {
	id := &v.Identity
	proto := id.Binding != a2a.JSONRPC && id.Variant != a2a.KindJSON || registry.Rules(*id).Form == version.Wrapped
	switch {
	case !proto || k == "" || id.Op != a2a.SendMessage && !id.Op.Streams():
		return ""
	case k == a2a.KindStatus || k == a2a.KindArtifact:
		k += "Update"
	}
	return "." + string(k)
}

func (v *view) answersAt(m *moment, path, says string, others ...string) *Finding {
	root := "$.result"
	if v.Identity.Binding != a2a.JSONRPC || v.err == nil && v.result == nil {
		root = "$"
	}
	if v.err != nil {
		return v.finding(wire.Response, v.momentOf("error").frame, strings.Replace(root, "result", "error", 1), says, others...)
	} else if path != "" {
		root += v.member(m.kind)
	}
	return v.finding(wire.Response, m.frame, root+path, says, others...)
}

// Recording judges the exchanges of a recording, in the order of their numbers, including what their readings
// find and what the recording's end shows. It calls found for one exchange after another, except for the few
// findings that a later exchange shows. It skips replays of the recording's own exchanges, and calls of models.
func Recording(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, o Options, found func(Finding)) error {
	j := New(o)
	var spoken session.Versions
	for x, err := range exchanges {
		if err != nil {
			return err
		}
		if x.Repeats || x.Origin == wire.Model {
			continue
		}
		all, err := j.read(ctx, bodies, x, &spoken)
		if err != nil {
			return err
		}
		for _, f := range append(all, j.LateFindings()...) {
			found(f)
		}
	}
	for _, session := range slices.Clone(j.books.order) {
		for _, f := range j.End(session) {
			found(f)
		}
	}
	return nil
}

// read reads a recorded exchange and, if it is over, judges it. The same problem in each event of a stream is
// one finding, as the labels count it.
func (j *Judge) read(ctx context.Context, bodies wire.Bodies, x *wire.Exchange, spoken *session.Versions) (found []Finding, err error) {
	var at []int // finding of the answer to its place in found
	var folded fold.Findings
	add := func(frame int, ps []a2a.Problem) {
		folded.Add(ps, func(n, times int, p a2a.Problem) {
			if n < len(at) && times > 1 {
				found[at[n]].Times = times
				return
			}
			at = append(at, len(found))
			found = append(found, Finding{Exchange: x.ID, Side: wire.Response, Frame: frame, Times: 1, Problem: p})
		})
	}
	g := j.Gather(x)
	card := j.book(x.Session).agent(x.Agent).latest(x, func(*a2a.Card) bool { return true })
	o := reading.Options{Hint: dialect.HintOf(x.Labels.Dialect, card), Light: true, OnRequest: spoken.Learn, Each: func(p reading.Piece) {
		g.Piece(p)
		add(frameOf(p), p.Reading.Problems)
	}}
	if len(o.Label) == 0 {
		o.History = spoken.Before(x)
	}
	r, err := reading.Record(ctx, bodies, x, o)
	if err != nil {
		return nil, err
	}
	for _, p := range r.Request().Problems {
		found = append(found, Finding{Exchange: x.ID, Side: wire.Request, Frame: -1, Times: 1, Problem: p})
	}
	add(-1, r.Ended())
	if !x.Ended.IsZero() {
		found = append(found, j.Judge(g.Facts(x, r))...)
	}
	return found, nil
}
