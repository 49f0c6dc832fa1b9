package rule

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// exchange holds what rules match of an exchange.
type exchange struct {
	set      *Set
	about    *wire.Exchange
	codec    wire.FrameCodec
	labels   wire.Labels
	step     *step         // nil: no random decisions
	isSocket bool          // its messages follow the heads
	request  *frameContent // what the request says, nil if its messages follow the heads
}

// ruleRun is a rule that acts on one side of an exchange.
type ruleRun struct {
	*activeRule
	randomness randomness // for its random decisions
	nth        int64
	fired      bool // it acted in this exchange
}

// Intervene implements wire.Intervener.
func (s *Set) Intervene(x *wire.Exchange, body []byte, whole bool) *wire.InterventionPlan {
	n := s.current.Load()
	e := &exchange{set: s, about: x, isSocket: wire.FramingOf(x.Request.Header) == wire.WebSocket}
	var list []*ruleRun
	for _, f := range s.rulesFor(n, x.Agent) {
		if !f.matchesHead(x) {
			continue
		}
		if e.codec == nil {
			e.readRequest(n, body)
		}
		if f.matchesRequest(&e.labels, e.request) && f.countCall() {
			list = append(list, e.newRun(f))
		}
	}
	if len(list) == 0 {
		return nil
	}
	return e.plan(list)
}

func (e *exchange) readRequest(n *snapshot, body []byte) {
	e.codec = e.set.opts.Protocol.Open(e.about, body)
	e.labels = e.codec.Labels()
	if l := &e.labels; !e.isSocket {
		e.request = &frameContent{FrameLabels: wire.FrameLabels{Text: l.Text, Task: l.Task, Context: l.Context}, task: l.Task, context: l.Context}
	}
	if n.hasRandom {
		at := e.set.conversations.step(e.about.Agent, &e.labels)
		e.step = &at
	}
}

func (e *exchange) newRun(f *activeRule) *ruleRun {
	w := &ruleRun{activeRule: f}
	if f.isRandom {
		w.randomness = e.step.randomness(f.parsed.Seed, f.text)
	}
	return w
}

// countCall counts a matching call, and reports whether the rule acts on it.
func (f *activeRule) countCall() bool {
	n := f.calls.Add(1)
	return len(f.parsed.Call) == 0 || inRanges(f.parsed.Call, n)
}

func inRanges(list []Range, n int64) bool {
	for _, r := range list {
		if r.Contains(n) {
			return true
		}
	}
	return false
}

func (e *exchange) plan(list []*ruleRun) *wire.InterventionPlan {
	p := &wire.InterventionPlan{}
	var asked, answered []*ruleRun
	draws := false
	for _, w := range list {
		draws = draws || w.isRandom
		switch {
		case w.parsed.Side == wire.Response:
			answered = append(answered, w)
		case p.Answer == nil && (e.isSocket || w.draw(wire.Request, 0)):
			if w.frames {
				asked = append(asked, w)
			}
			e.answer(p, w)
		}
	}
	if len(asked) > 0 {
		p.Request = &gate{exchange: e, side: wire.Request, rules: asked}
	}
	// The gate also reads the response to the beginning of a conversation, to learn the ids by which to recognize it.
	begins := draws && e.labels.Text != "" && (e.labels.Task == "" || e.labels.Context == "")
	if p.Answer == nil && (len(answered) > 0 || begins) {
		p.Response = &gate{exchange: e, side: wire.Response, rules: answered, task: e.labels.Task, context: e.labels.Context}
	}
	if p.Request == nil && p.Response == nil && p.Answer == nil {
		return nil
	}
	return p
}

// draw decides, with the rule's chance, whether it acts on a frame; -1 is the head.
func (w *ruleRun) draw(side wire.Side, frame int) bool {
	return w.parsed.Chance == 0 || w.randomness.forFrame(side, frame).draw(w.parsed.Chance)
}

// answer plans the rule's answer in place of the agent's, if it has such an action.
func (e *exchange) answer(p *wire.InterventionPlan, w *ruleRun) {
	for i := range w.actions {
		a, ok := w.actions[i].Fault.(fault.AnswerFault)
		if !ok {
			continue
		}
		answer, err := a.Answer(context.Background(), e.codec)
		if err != nil {
			e.noteFailed(w.activeRule, err.Error())
			continue
		}
		p.Rule = w.Text
		p.Answer = func(context.Context) (*wire.RuleAnswer, error) {
			if !w.fired {
				e.noteFired(w)
			}
			return answer, nil
		}
		return
	}
}

// noteFired counts and reports that a rule acted.
func (e *exchange) noteFired(w *ruleRun) {
	w.fired = true
	w.activeRule.noteFired(e.about.ID)
	e.set.opts.OnFire(w.ID, e.about.ID, "")
}

func (e *exchange) noteFailed(f *activeRule, problem string) {
	f.noteFailed(problem)
	e.set.opts.OnFire(f.ID, e.about.ID, problem)
}
