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

// judging judges exchanges beside each other as they end. What is found live, by reindex
// and by check is the same: only what was over when an exchange began counts against it,
// by the times on record. Where that is still to be read, since the recorder reads long
// bodies late, the exchange waits, and what it has wrong is told after its labels were
// made. Safe for concurrent use.
type judging struct {
	mu     sync.Mutex
	j      *judge.Judge
	away   map[string]away // exchanges that are read later, by id
	behind []*judge.Seen   // that wait for those, in the order in which they ended
	told   []wire.Told
}

// away is an exchange of which the recorder reads the rest later.
type away struct {
	session string
	ended   time.Time // zero while it is open
}

// mostBehind is how many exchanges may wait; then all are judged by what is known.
const mostBehind = 512

func newJudging() judging {
	return judging{j: judge.New(judge.Options{}), away: map[string]away{}}
}

func (g *judging) gather(x *wire.Exchange) *judge.Gatherer { return g.j.Gather(x) }

func (g *judging) noteRequest(x *wire.Exchange, request a2a.Reading) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.j.NoteRequest(x, request)
}

func (g *judging) piece(to *judge.Gatherer, p reading.Piece) {
	g.mu.Lock()
	defer g.mu.Unlock()
	to.Piece(p)
}

// leave notes that an exchange is read later, as far as it came: x is as it ended.
func (g *judging) leave(id, session string, x *wire.Exchange) {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := away{session: session}
	if x != nil {
		a.ended = x.Ended
	}
	g.away[id] = a
}

// judgeEnded judges an exchange that is over. What is found of others meanwhile is told.
func (g *judging) judgeEnded(s *judge.Seen) (out []wire.Finding) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.away, s.X.ID)
	if g.waits(s, g.behind) {
		own := *s.X // the recorder goes on with it
		s.X = &own
		g.behind = append(g.behind, s)
	} else {
		out = across(g.j.Judge(s))
	}
	if len(g.behind) > mostBehind {
		clear(g.away)
	}
	g.catchUp()
	g.later(g.j.Later())
	return out
}

// waits reports whether something ended before an exchange began that is not judged yet.
func (g *judging) waits(s *judge.Seen, behind []*judge.Seen) bool {
	before := func(session string, ended time.Time) bool {
		return session == s.X.Session && !ended.IsZero() && !ended.After(s.X.Started)
	}
	for _, a := range g.away {
		if before(a.session, a.ended) {
			return true
		}
	}
	return slices.ContainsFunc(behind, func(b *judge.Seen) bool { return before(b.X.Session, b.X.Ended) })
}

// catchUp judges those that need not wait any longer.
func (g *judging) catchUp() {
	var left []*judge.Seen
	for _, s := range g.behind {
		if g.waits(s, left) {
			left = append(left, s)
			continue
		}
		g.later(g.j.Judge(s))
	}
	g.behind = left
}

// later has findings told of the exchanges that they are about.
func (g *judging) later(list []judge.Finding) {
	byExchange := func(a, b judge.Finding) int { return cmp.Compare(a.Exchange, b.Exchange) }
	slices.SortStableFunc(list, byExchange)
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Exchange == list[0].Exchange {
			n++
		}
		g.told = append(g.told, wire.Told{Exchange: list[0].Exchange, Findings: across(list[:n])})
		list = list[n:]
	}
}

// Told implements recorder.Later.
func (k *Cards) Told() []wire.Told {
	g := &k.judging
	g.mu.Lock()
	defer g.mu.Unlock()
	out := g.told
	g.told = nil
	return out
}

// Ended implements recorder.Later.
func (k *Cards) Ended(session string) {
	g := &k.judging
	g.mu.Lock()
	defer g.mu.Unlock()
	for id, a := range g.away {
		if a.session == session { // its record is gone
			delete(g.away, id)
		}
	}
	g.catchUp()
	g.later(g.j.Later())
	g.later(g.j.End(session))
}

// across is findings as they are kept: one for each check, in the order of their ids.
func across(list []judge.Finding) (out []wire.Finding) {
	for _, f := range list {
		one := wire.Finding{Check: f.Check, Severity: string(f.Severity), Count: 1, Times: f.Times, Across: []wire.Across{{
			Severity: string(f.Severity), Message: f.Message, Side: f.Side, Frame: f.Frame, Path: f.Path, Spec: f.Spec, Times: f.Times, Others: f.Others,
		}}}
		one.Blame(f.Side, one.Severity)
		out = joined(out, one)
	}
	return out
}

// joined is findings with one more, in the order of their ids.
func joined(list []wire.Finding, more wire.Finding) []wire.Finding {
	at, known := slices.BinarySearchFunc(list, more, func(a, b wire.Finding) int { return cmp.Compare(a.Check, b.Check) })
	if known {
		list[at].Add(more)
		return list
	}
	return slices.Insert(list, at, more)
}
