package rule

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// exchange is what an exchange has of the rules.
type exchange struct {
	set    *Set
	about  *wire.Exchange
	pass   wire.Passing
	labels wire.Labels
	step   *step // nil: nothing is drawn
	socket bool  // its messages come after the heads
	asks   *said // what the request says, nil where its messages are yet to come
}

// work is a rule at work on one side of an exchange.
type work struct {
	*force
	lots  lots // where it draws
	nth   int64
	fired bool // in the exchange
}

// Intervene is of wire.Intervener.
func (s *Set) Intervene(x *wire.Exchange, body []byte, whole bool) *wire.Plan {
	n := s.now.Load()
	e := &exchange{set: s, about: x, socket: wire.FramingOf(x.Request.Header) == wire.WebSocket}
	var list []*work
	for _, f := range s.of(n, x.Agent) {
		if !f.head(x) {
			continue
		}
		if e.pass == nil {
			e.open(n, body)
		}
		if f.request(&e.labels, e.asks) && f.called() {
			list = append(list, e.work(f))
		}
	}
	if len(list) == 0 {
		return nil
	}
	return e.plan(list)
}

// open reads the request.
func (e *exchange) open(n *snapshot, body []byte) {
	e.pass = e.set.opts.Protocol.Open(e.about, body)
	e.labels = e.pass.Labels()
	if l := &e.labels; !e.socket {
		e.asks = &said{FrameLabels: wire.FrameLabels{Text: l.Text, Task: l.Task, Context: l.Context}, task: l.Task, context: l.Context}
	}
	if n.draws {
		at := e.set.talks.step(e.about.Agent, &e.labels)
		e.step = &at
	}
}

// work puts a rule to work.
func (e *exchange) work(f *force) *work {
	w := &work{force: f}
	if f.draws {
		w.lots = e.step.lots(f.is.Seed, f.text)
	}
	return w
}

// called counts a call that matches, and reports whether it is one that is wanted.
func (f *force) called() bool {
	n := f.calls.Add(1)
	return len(f.is.Call) == 0 || holds(f.is.Call, n)
}

func holds(list []Range, n int64) bool {
	for _, r := range list {
		if r.Holds(n) {
			return true
		}
	}
	return false
}

// plan makes what is done of the rules that match.
func (e *exchange) plan(list []*work) *wire.Plan {
	p := &wire.Plan{}
	var asked, answered []*work
	draws := false
	for _, w := range list {
		draws = draws || w.draws
		switch {
		case w.is.Side == wire.Response:
			answered = append(answered, w)
		case p.Answer == nil && (e.socket || w.hit(wire.Request, 0)):
			if w.frames {
				asked = append(asked, w)
			}
			e.answer(p, w)
		}
	}
	if len(asked) > 0 {
		p.Request = &gate{exchange: e, side: wire.Request, rules: asked}
	}
	// To know the conversation again, the answer to what began it is listened to.
	begins := draws && e.labels.Text != "" && (e.labels.Task == "" || e.labels.Context == "")
	if p.Answer == nil && (len(answered) > 0 || begins) {
		p.Response = &gate{exchange: e, side: wire.Response, rules: answered, task: e.labels.Task, context: e.labels.Context}
	}
	if p.Request == nil && p.Response == nil && p.Answer == nil {
		return nil
	}
	return p
}

// hit draws whether a rule acts.
func (w *work) hit(side wire.Side, frame int) bool {
	return w.is.Chance == 0 || w.lots.of(side, frame).hit(w.is.Chance)
}

// answer has a rule answer in place of the agent, if that is what it does.
func (e *exchange) answer(p *wire.Plan, w *work) {
	for i := range w.acts {
		a, ok := w.acts[i].Fault.(fault.Answers)
		if !ok {
			continue
		}
		answer, err := a.Answer(context.Background(), e.pass)
		if err != nil {
			e.failed(w.force, err.Error())
			continue
		}
		p.Rule = w.Text
		p.Answer = func(context.Context) (*wire.Answer, error) {
			if !w.fired {
				e.did(w)
			}
			return answer, nil
		}
		return
	}
}

// did tells that a rule did something.
func (e *exchange) did(w *work) {
	w.fired = true
	w.force.did(e.about.ID)
	e.set.opts.Fired(w.ID, e.about.ID, "")
}

// failed tells that a rule could not act.
func (e *exchange) failed(f *force, problem string) {
	f.failed(problem)
	e.set.opts.Fired(f.ID, e.about.ID, problem)
}
