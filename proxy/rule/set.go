package rule

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// Options are what a Set needs.
type Options struct {
	Protocol wire.Protocol // never nil
	Holder   wire.Holder   // nil: nothing can be held
	Words    filter.Words
	Now      func() time.Time // nil: the time

	// AgentName is what an agent calls itself, "" where it is not known. nil: agents are
	// ruleWithCounts by their addresses only.
	AgentName func(origin string) string

	// Fired is called when a rule did something to an exchange, whose id is "" where it is
	// not recorded, or with the problem when it could not. It is not to wait. nil: nobody
	// is told.
	Fired func(ruleID, exchange, problem string)
}

// New returns a set with no rules in force.
func New(o Options) *Set {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Fired == nil {
		o.Fired = func(string, string, string) {}
	}
	s := &Set{opts: o, talks: newTalks()}
	s.now.Store(&snapshot{})
	return s
}

// Set is the rules in force. It is a wire.Intervener; a set without rules that are on costs
// an exchange one atomic load. Safe for concurrent use.
type Set struct {
	opts  Options
	put   sync.Mutex // held while rules are put in force
	now   atomic.Pointer[snapshot]
	talks *talks
}

// snapshot is the rules in force at a time.
type snapshot struct {
	all   []*force // with those that are off
	on    []*force // that exchanges are asked of
	taps  []*force // that are about taps as a whole
	draws bool     // one of them draws

	agents sync.Map // agent → *agentRules
}

// agentRules are those that are on and about an agent, which has a name.
type agentRules struct {
	name string
	list []*force
}

// Put puts rules in force in place of those that are, or none of them: an error is about
// the first that cannot be read, and wraps an *Error. A rule that was in force with the
// same id and text keeps its counts, any other begins with those it is given. Exchanges that
// are under way keep the rules that they began with, but for those that are off now.
func (s *Set) Put(rules []wire.Rule) error {
	s.put.Lock()
	defer s.put.Unlock()
	if len(rules) > wire.MostRules {
		return fmt.Errorf("%d rules are too many. At most %d can be in force; remove some first", len(rules), wire.MostRules)
	}
	was := s.now.Load()
	next := &snapshot{}
	for _, r := range rules {
		f, err := s.force(r, was)
		if err != nil {
			return err
		}
		next.add(f)
	}
	s.now.Store(next)
	for _, f := range next.all {
		f.off.Store(!f.On)
	}
	for _, f := range was.all {
		if !slices.ContainsFunc(next.all, func(n *force) bool { return n.counts == f.counts }) {
			f.off.Store(true)
		}
	}
	return nil
}

// force is a rule in force, with the counts that it has.
func (s *Set) force(r wire.Rule, was *snapshot) (*force, error) {
	if r.ID == "" {
		r.ID = wire.NewID()
	}
	if r.Made.IsZero() {
		r.Made = s.opts.Now()
	}
	if i := slices.IndexFunc(was.all, func(f *force) bool { return f.ID == r.ID && f.Text == r.Text }); i >= 0 {
		f := *was.all[i]
		f.Rule = r
		return &f, nil
	}
	parsed, err := Parse(r.Text, s.opts.Words, s.opts.Protocol)
	if err != nil {
		return nil, fmt.Errorf("rule %q: %w", r.Text, err)
	}
	return newForce(r, parsed), nil
}

func (n *snapshot) add(f *force) {
	n.all = append(n.all, f)
	switch {
	case !f.On:
	case f.is.ofTap():
		n.taps = append(n.taps, f)
	default:
		n.on = append(n.on, f)
		n.draws = n.draws || f.draws
	}
}

// Rules lists the rules in their order, with their counts.
func (s *Set) Rules() []wire.Rule {
	all := s.now.Load().all
	list := make([]wire.Rule, len(all))
	for i, f := range all {
		list[i] = f.ruleWithCounts()
	}
	return list
}

// Connections says what the tap of an agent does with those who connect: as the first of
// the rules about it says.
func (s *Set) Connections(agent string) fault.Connections {
	for _, f := range s.now.Load().taps {
		if f.about(agent, s.nameOf(agent)) {
			return f.is.Do[0].(fault.OnConnection).Connections()
		}
	}
	return fault.Accept
}

// NamesAgent reports whether a rule that is on names an agent. One that names none acts on all.
func (s *Set) NamesAgent(id, agent string) bool {
	n := s.now.Load()
	is := func(f *force) bool {
		return f.ID == id && len(f.is.Filter.Agents) > 0 && f.about(agent, s.nameOf(agent))
	}
	return slices.ContainsFunc(n.on, is) || slices.ContainsFunc(n.taps, is)
}

// nameOf is what an agent calls itself, "" where that is not known.
func (s *Set) nameOf(agent string) string {
	if s.opts.AgentName == nil {
		return ""
	}
	return s.opts.AgentName(agent)
}

// about reports whether a rule is about an agent of a name.
func (f *force) about(agent, name string) bool {
	is := func(want string) bool {
		return filter.SameAgent(agent, want) || name != "" && filter.NamedSo(name, want)
	}
	w := &f.is.Filter
	if len(w.Agents) > 0 && !slices.ContainsFunc(w.Agents, is) {
		return false
	}
	return !slices.ContainsFunc(w.Without, func(o wire.Filter) bool { return slices.ContainsFunc(o.Agents, is) })
}

// of lists the rules that are on and about an agent. They are found once for each, and
// again when it has another name.
func (s *Set) of(n *snapshot, agent string) []*force {
	name := s.nameOf(agent)
	if found, ok := n.agents.Load(agent); ok && found.(*agentRules).name == name {
		return found.(*agentRules).list
	}
	a := &agentRules{name: name}
	for _, f := range n.on {
		if f.about(agent, name) {
			a.list = append(a.list, f)
		}
	}
	n.agents.Store(agent, a)
	return a.list
}

// Watches is of wire.Intervener.
func (s *Set) Watches(x *wire.Exchange) bool {
	n := s.now.Load()
	if len(n.on) == 0 {
		return false
	}
	return slices.ContainsFunc(s.of(n, x.Agent), func(f *force) bool { return f.head(x) })
}

// problemOf is what a fault could not do; false where err is of another kind.
func problemOf(err error) (string, bool) {
	var p fault.Problem
	ok := errors.As(err, &p)
	return string(p), ok
}
