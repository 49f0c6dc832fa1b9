// Package judge finds what only several things together can tell: an answer beside its
// request, calls beside the card, an exchange beside those that went before. What one
// document, event or exchange tells alone is found by its reading.
//
//	j := judge.New(judge.Options{})
//	g := j.Gather(x)                                        // beside the reader of an exchange
//	r := reading.New(x, reading.Options{Each: g.Piece})     // …
//	found := j.Judge(g.Seen(x, r))                          // once it ended
//
// Exchanges are given in the order of their numbers, or in that in which they end: what
// is found is the same, because only what was over when an exchange began, by the times
// on record, counts against it. What is remembered is bounded, and what was forgotten is
// never a finding. Nothing here does I/O or asks for the time.
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

// Options say what is known beside the record.
type Options struct {
	// Hook reports whether what is delivered to a URL would be on record. nil: it
	// would where other deliveries to the URL's origin are.
	Hook func(url string) bool

	// Tally counts what each check had occasion for; nil: nothing is counted.
	Tally *Tally
}

// Finding is where an exchange breaks a rule.
type Finding struct {
	Exchange string
	Side     wire.Side // Request or Response
	Frame    int       // of the response, from 0; -1: it is of no one frame
	Times    int       // how often, in frames of a stream
	a2a.Problem
	Others []string // exchanges that show it, beside this one
}

// Judge is what was learnt so far of recordings. Not safe for concurrent use.
type Judge struct {
	opts     Options
	books    memory[book] // by session
	late     []Finding    // about exchanges that were judged before
	reported int          // of late
}

// New has learnt nothing yet.
func New(o Options) *Judge {
	return &Judge{opts: o}
}

func (j *Judge) book(session string) *book { return j.books.get(session, mostSessions) }

// noteTask takes the task that an answer names, as soon as it does.
func (j *Judge) noteTask(x *wire.Exchange, r *a2a.Reading, id string, at time.Time) {
	j.book(x.Session).called(x, r.Binding).task(id).answered.note(fact{x.ID, at})
}

// NoteRequest takes an exchange of which the request was read, when that is known before the
// exchange is over: notifications may come while it is open. Judge does the same.
func (j *Judge) NoteRequest(x *wire.Exchange, request a2a.Reading) {
	if !x.Repeats && x.Origin != wire.Push {
		b := j.book(x.Session)
		b.ask(x, b.called(x, request.Binding), request)
	}
}

// ask is Asked of an exchange with an agent.
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

// Judge says what is wrong with an exchange that is over, beside what was known when it
// began, and learns from it. What repeats an exchange of the recording tells nothing:
// it is what a replay made of it.
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

// withoutDoubt is findings without those that hold a refusal against an agent where the request has
// a flaw, however small: it may be why the agent refuses.
func (v *view) withoutDoubt(found []Finding) []Finding {
	worse := func(p a2a.Problem) bool { return p.Severity != a2a.SeverityInfo }
	if !v.isUnusual() && !slices.ContainsFunc(v.Request.Problems, worse) && !slices.ContainsFunc(found, func(f Finding) bool { return f.Side == wire.Request && worse(f.Problem) }) {
		return found
	}
	return slices.DeleteFunc(found, func(f Finding) bool { return f.Side == wire.Response && f.Check == "ERR-20" })
}

// isUnusual reports whether a request is sent in a way that not every agent takes: packed, in
// another charset than UTF-8, or with a query where none is asked for.
func (v *view) isUnusual() bool {
	_, params, err := mime.ParseMediaType(v.X.Request.Header.Get("Content-Type"))
	charset := params["charset"]
	return err == nil && charset != "" && !strings.EqualFold(charset, "utf-8") ||
		v.X.Request.Header.Get("Content-Encoding") != "" ||
		v.Identity.Binding == a2a.JSONRPC && strings.Contains(v.X.URL, "?")
}

// moreExact is findings without those of a fault that another check, at the same place, tells
// more exactly.
func moreExact(found []Finding) []Finding {
	all := slices.Clone(found)
	return slices.DeleteFunc(found, func(f Finding) bool {
		return slices.ContainsFunc(all, func(by Finding) bool {
			c, _ := check.ByID(by.Check)
			return slices.Contains(c.Instead, f.Check) && by.Side == f.Side && by.Frame == f.Frame && by.Path == f.Path
		})
	})
}

// LateFindings is what was found since the last call about exchanges that were judged before.
func (j *Judge) LateFindings() []Finding {
	out := slices.Clone(j.late[j.reported:])
	j.reported = len(j.late)
	return out
}

// End says what only the end of a session can tell.
func (j *Judge) End(session string) []Finding {
	if b := j.books.byName[session]; b != nil {
		return b.undelivered(j.opts.Hook)
	}
	return nil
}

// rule is a check with what finds it broken.
type rule struct {
	check string
	judge func(*view)
}

// view is an exchange beside what was known when it began.
type view struct {
	*Facts
	judge     *Judge
	book      *book
	agent     *agent
	card      *a2a.Card       // nil when it is not known
	called    []a2a.Interface // of the card, that the call may have been made to
	c         *a2a.Call       // nil when it was not read
	taskID    string          // the task that the call is about, "" for none
	knownTask *task           // nil when no answer named it before
	pushed    []a2a.Version   // of a delivery, in place of those that its webhook was registered in

	check check.Check // of the rule at hand
	found []Finding
}

// apply goes through rules, those that hold in the version.
func (v *view) apply(rules []rule) {
	for _, r := range rules {
		if v.check, _ = check.ByID(r.check); holdsIn(&v.check, v.Identity.Versions) && !misasks(v.Request, v.check.Asks) {
			r.judge(v)
		}
	}
	v.found = slices.DeleteFunc(v.found, v.isOfCut)
}

// isOfCut reports whether a finding is of a document that ends before it is whole: that has been
// said, and what else is wrong may come of it.
func (v *view) isOfCut(f Finding) bool {
	return v.cut && f.Side == wire.Response && f.Frame == v.cutAt
}

// appliesTo reports whether a check holds in each of the versions that an exchange may be of.
func appliesTo(id string, versions []a2a.Version) bool {
	c, ok := check.ByID(id)
	return ok && holdsIn(&c, versions)
}

func holdsIn(c *check.Check, versions []a2a.Version) bool {
	return len(versions) > 0 && !slices.ContainsFunc(versions, func(v a2a.Version) bool { return !c.HoldsIn(v) })
}

// finding is what is found wrong with the exchange, with the severity of its check.
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

// requestFinding says what is wrong with the request, answers what is with the answer: of an error
// at its place, else at the place of the first result.
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

// member is what ProtoJSON has a result or event of a kind in, "" elsewhere.
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

// Recording judges a recording: its exchanges, in the order of their numbers, with all
// that is wrong with each of them, and what its end tells. found is given the findings of
// one exchange after those of the other, but for the few that a later one shows. What
// repeats an exchange of the recording is left out.
func Recording(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, o Options, found func(Finding)) error {
	j := New(o)
	var spoken session.Versions
	for x, err := range exchanges {
		if err != nil {
			return err
		}
		if x.Repeats {
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

// read reads an exchange that is on record and judges it. What is still open is read only.
// What each event of a stream has wrong is one finding, as the labels count it.
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
