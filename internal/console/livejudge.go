package console

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// liveJudge judges exchanges in the context of others, as they end. Live findings equal those of
// reindex and check: for an exchange, only exchanges count that had ended when it began, by the
// recorded times. The recorder reads long bodies late. An exchange that depends on one of those
// waits, and its findings are reported after its labels. Safe for concurrent use.
type liveJudge struct {
	mu       sync.Mutex
	j        *judge.Judge
	deferred map[string]deferredExchange // exchanges that are read later, by id
	waiting  []*judge.Facts              // exchanges that wait for those, in the order in which they ended
	findings []wire.ExchangeFindings
}

// deferredExchange is an exchange whose rest the recorder reads later.
type deferredExchange struct {
	session string
	ended   time.Time // zero while it is open
}

// maxWaiting bounds the waiting exchanges. Beyond that, all are judged by what is known.
const maxWaiting = 512

func newLiveJudge() liveJudge {
	return liveJudge{j: judge.New(judge.Options{}), deferred: map[string]deferredExchange{}}
}

func (g *liveJudge) gather(x *wire.Exchange) *judge.Gatherer { return g.j.Gather(x) }

func (g *liveJudge) noteRequest(x *wire.Exchange, request a2a.Reading) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.j.NoteRequest(x, request)
}

func (g *liveJudge) notePiece(to *judge.Gatherer, p reading.Piece) {
	g.mu.Lock()
	defer g.mu.Unlock()
	to.Piece(p)
}

// deferExchange notes that the rest of an exchange is read later. x is the exchange as it ended, nil
// while it is open.
func (g *liveJudge) deferExchange(id, session string, x *wire.Exchange) {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := deferredExchange{session: session}
	if x != nil {
		a.ended = x.Ended
	}
	g.deferred[id] = a
}

// judgeEnded judges an exchange that has ended, unless it must wait. TakeFindings returns what that
// reveals about other exchanges.
func (g *liveJudge) judgeEnded(s *judge.Facts) (out []wire.Finding) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.deferred, s.X.ID)
	if g.mustWait(s, g.waiting) {
		own := *s.X // the recorder keeps changing its own
		s.X = &own
		g.waiting = append(g.waiting, s)
	} else {
		out = mergeFindings(g.j.Judge(s))
	}
	if len(g.waiting) > maxWaiting {
		clear(g.deferred)
	}
	g.catchUp()
	g.addFindings(g.j.LateFindings())
	return out
}

// mustWait reports whether an exchange that ended before s began is not judged yet: a deferred one,
// or one in behind.
func (g *liveJudge) mustWait(s *judge.Facts, behind []*judge.Facts) bool {
	before := func(session string, ended time.Time) bool {
		return session == s.X.Session && !ended.IsZero() && !ended.After(s.X.Started)
	}
	for _, a := range g.deferred {
		if before(a.session, a.ended) {
			return true
		}
	}
	return slices.ContainsFunc(behind, func(b *judge.Facts) bool { return before(b.X.Session, b.X.Ended) })
}

// catchUp judges the exchanges that no longer have to wait.
func (g *liveJudge) catchUp() {
	var left []*judge.Facts
	for _, s := range g.waiting {
		if g.mustWait(s, left) {
			left = append(left, s)
			continue
		}
		g.addFindings(g.j.Judge(s))
	}
	g.waiting = left
}

// addFindings queues findings for TakeFindings, grouped by exchange.
func (g *liveJudge) addFindings(list []judge.Finding) {
	byExchange := func(a, b judge.Finding) int { return cmp.Compare(a.Exchange, b.Exchange) }
	slices.SortStableFunc(list, byExchange)
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Exchange == list[0].Exchange {
			n++
		}
		g.findings = append(g.findings, wire.ExchangeFindings{Exchange: list[0].Exchange, Findings: mergeFindings(list[:n])})
		list = list[n:]
	}
}

func (k *Cards) TakeFindings() []wire.ExchangeFindings {
	g := &k.judge
	g.mu.Lock()
	defer g.mu.Unlock()
	out := g.findings
	g.findings = nil
	return out
}

func (k *Cards) EndSession(session string) {
	g := &k.judge
	g.mu.Lock()
	defer g.mu.Unlock()
	for id, a := range g.deferred {
		if a.session == session { // the session's record is gone
			delete(g.deferred, id)
		}
	}
	g.catchUp()
	g.addFindings(g.j.LateFindings())
	g.addFindings(g.j.End(session))
}

// mergeFindings merges findings into one for each check, in the order of the checks' ids.
func mergeFindings(list []judge.Finding) (out []wire.Finding) {
	for _, f := range list {
		one := wire.Finding{Check: f.Check, Severity: string(f.Severity), Count: 1, Times: f.Times, CrossFindings: []wire.CrossFinding{{
			Severity: string(f.Severity), Message: f.Message, Side: f.Side, Frame: f.Frame, Path: f.Path, Spec: f.Spec, Times: f.Times, Others: f.Others,
		}}}
		one.Blame(f.Side, one.Severity)
		out = insertFinding(out, one)
	}
	return out
}

// insertFinding inserts a finding at its place in the order of ids.
func insertFinding(list []wire.Finding, more wire.Finding) []wire.Finding {
	at, known := slices.BinarySearchFunc(list, more, func(a, b wire.Finding) int { return cmp.Compare(a.Check, b.Check) })
	if known {
		list[at].Add(more)
		return list
	}
	return slices.Insert(list, at, more)
}
