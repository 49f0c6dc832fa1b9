package compose

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/comparison"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/talk"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

// versus is one message that was sent in two ways: both conversations, and what
// the answers mean differently.
type versus struct {
	Sides [2]versusSide
	Agent agents.Entry
	Diff  *comparison.Comparison // nil while one of the answers is not over
	Why   string                 // why there is no comparison, though both are over
	Now   time.Time
}

// versusSide is one of the two conversations.
type versusSide struct {
	X     wire.Exchange // of the message that is compared
	Turns []*tape.Tape  // oldest first, locked; X's is among them
	State a2a.State
}

// As is how the side speaks.
func (v versusSide) As() agents.Protocol {
	return agents.Protocol{Version: a2a.Version(v.X.Labels.Dialect), Binding: a2a.Binding(v.X.Labels.Binding)}
}

// last is the tape of the message that is compared.
func (v versusSide) last() *tape.Tape {
	if i := slices.IndexFunc(v.Turns, func(t *tape.Tape) bool { return t.X.ID == v.X.ID }); i >= 0 {
		return v.Turns[i]
	}
	return nil
}

// IsOver reports whether the answer has come whole.
func (v versusSide) IsOver() bool { t := v.last(); return t != nil && t.Done }

// Word says how the side speaks, as far as that is known.
func (v versusSide) Word() string {
	return cmp.Or(agents.SpokenWords(v.X.Labels.Dialect, v.X.Labels.Binding), "…")
}

// versusURL is the page of two exchanges that say the same in two ways.
func versusURL(a, b string) string { return "/versus?" + url.Values{"a": {a}, "b": {b}}.Encode() }

// readVersus gathers both conversations. Tapes are locked until release.
func (s *Screen) readVersus(ctx context.Context, q url.Values) (v *versus, release func(), err error) {
	v = &versus{Now: s.Web.Now()}
	var all []wire.Exchange
	of := map[string]int{} // side by exchange
	for i, name := range []string{"a", "b"} {
		x, err := s.Library.Exchange(ctx, q.Get(name))
		if _, twice := of[x.ID]; err != nil || twice {
			return nil, nil, record.ErrNoExchange()
		}
		v.Sides[i].X, of[x.ID] = x, i
		all = append(all, x)
	}
	for i := range v.Sides {
		for _, x := range s.sameTask(ctx, v.Sides[i].X) {
			if _, known := of[x.ID]; !known {
				of[x.ID] = i
				all = append(all, x)
			}
		}
	}
	v.Agent, _ = s.Agents.Find(ctx, v.Sides[0].X.Agent)
	s.judgeVersus(ctx, v, q) // before the tapes are locked: it takes time
	return v, s.lockTurns(ctx, v, all, of), nil
}

// sameTask are the newest exchanges of the task that an exchange is about. Another
// agent may have a task of the same id.
func (s *Screen) sameTask(ctx context.Context, x wire.Exchange) []wire.Exchange {
	if x.Labels.Task == "" {
		return nil
	}
	f := wire.Filter{Agents: []string{x.Agent}, Task: x.Labels.Task, Not: []wire.Origin{wire.Console, wire.Push}}
	list, err := s.Library.Exchanges(ctx, f, wire.Page{Limit: turnsShown})
	if err != nil {
		s.Web.Logger.Error("read a task's exchanges", "task", x.Labels.Task, "err", err)
	}
	return list
}

// lockTurns reads the tapes of both sides.
func (s *Screen) lockTurns(ctx context.Context, v *versus, all []wire.Exchange, of map[string]int) (release func()) {
	tapes, release := s.Tapes.All(ctx, all)
	for _, t := range tapes {
		side := &v.Sides[of[t.X.ID]]
		side.Turns = append(side.Turns, t)
		if t.X.ID == side.X.ID {
			side.X = t.X
		}
		if t.Fold != nil && t.Fold.State != "" {
			side.State = t.Fold.State
		}
	}
	return release
}

// judgeVersus compares the two answers once both are over.
func (s *Screen) judgeVersus(ctx context.Context, v *versus, q url.Values) {
	if v.Sides[0].X.Ended.IsZero() || v.Sides[1].X.Ended.IsZero() {
		return
	}
	c, running, err := s.Comparer.Compare(ctx, url.Values{"a": {v.Sides[0].X.ID}, "b": {v.Sides[1].X.ID}, "level": q["level"]})
	switch {
	case err != nil:
		v.Why = err.Error()
	case running == nil && c.Report != nil:
		v.Diff = c
	}
}

func (s *Screen) versusPage(w http.ResponseWriter, r *http.Request) error {
	v, release, err := s.readVersus(r.Context(), r.URL.Query())
	if err != nil {
		return err
	}
	defer release()
	return s.Web.Page(w, r, web.Page{Title: "Two versions", Screen: "compose", Styles: []string{"talk", "comparison", "versus"},
		Body: versusBody(v, s.Web.Assets.URL), Live: true, Drawn: release})
}

// versusLive keeps both conversations current.
type versusLive struct {
	s     *Screen
	q     url.Values
	turns [2]web.Rows
	tasks []string // that the sides are about
	whole bool     // both are over and compared: nothing changes any more
}

func (s *Screen) versusLive(r *http.Request, _ int64) (web.View, error) {
	return &versusLive{s: s, q: r.URL.Query()}, nil
}

// Concerns implements web.Selective.
func (l *versusLive) Concerns(n web.Notice) bool {
	if l.whole || n.Kind != web.Record {
		return !l.whole && n.Is(web.Jobs)
	}
	x, known := n.About()
	return !known || x.ID == l.q.Get("a") || x.ID == l.q.Get("b") || l.turns[0].Has(talk.TurnID(x.ID)) || l.turns[1].Has(talk.TurnID(x.ID)) ||
		slices.Contains(l.tasks, x.Labels.Task)
}

// Draw implements View.
func (l *versusLive) Draw(ctx context.Context, p *web.Patches) error {
	if l.whole {
		return nil
	}
	v, release, err := l.s.readVersus(ctx, l.q)
	if err != nil {
		return err
	}
	defer release()
	l.tasks = l.tasks[:0]
	for _, side := range v.Sides {
		if side.X.Labels.Task != "" {
			l.tasks = append(l.tasks, side.X.Labels.Task)
		}
	}
	for i := range v.Sides {
		p.Changed(fmt.Sprint("head ", i), versusHead(v, i))
		l.turns[i].Draw(p, "#"+versusID("turns", i), versusTurns(v, i), turnsOf(v, i))
	}
	p.Changed("versus-diff", versusDiff(v))
	l.whole = v.Diff != nil || v.Why != ""
	return nil
}

// turnsOf are the turns of a side.
func turnsOf(v *versus, i int) []web.Row {
	return talk.TurnRows(v.Sides[i].Turns, v.Agent.Title(), v.Now)
}

// versusID is the id of a side's element.
func versusID(what string, side int) string { return "versus-" + what + "-" + part.VersusLetter(side) }

// equal says in a line how the comparison came out.
func (v *versus) equal() bool { return v.Diff != nil && v.Diff.Report.Equal() }
