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

// Options configures a Set.
type Options struct {
	Protocol   wire.Protocol // never nil
	Holder     wire.Holder   // nil: nothing can be held
	Vocabulary filter.Vocabulary
	Now        func() time.Time // nil means time.Now

	// AgentName returns an agent's name, "" if it is unknown. nil: rules match agents by address only.
	AgentName func(origin string) string

	// OnFire is called when a rule acts on an exchange, with problem "", or could not act, with the
	// problem. exchange is "" if it is not recorded. OnFire must not block; nil means no callback.
	OnFire func(ruleID, exchange, problem string)
}

// New returns a set without rules.
func New(o Options) *Set {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.OnFire == nil {
		o.OnFire = func(string, string, string) {}
	}
	s := &Set{opts: o, conversations: newConversations()}
	s.current.Store(&snapshot{})
	return s
}

// Set holds the rules in force. It is a wire.Intervener. Without enabled rules it costs an exchange one
// atomic load. Safe for concurrent use.
type Set struct {
	opts          Options
	putMu         sync.Mutex // held by Put
	current       atomic.Pointer[snapshot]
	conversations *conversations
}

type snapshot struct {
	all       []*activeRule // including those that are off
	enabled   []*activeRule // rules that are matched against exchanges
	tapRules  []*activeRule // rules about taps as a whole
	hasRandom bool          // one of enabled is random

	agents sync.Map // agent → *agentRules
}

// agentRules are the enabled rules that match an agent with a name.
type agentRules struct {
	name string
	list []*activeRule
}

// Put replaces the rules in force. If there are too many, or one cannot be parsed, it returns an
// error and changes nothing; the error about a rule wraps an *Error. A rule that was in force with
// the same id and text keeps its counts; any other starts with the counts it is given. Open
// exchanges keep the rules that they began with, except those that are now off or removed.
func (s *Set) Put(rules []wire.Rule) error {
	s.putMu.Lock()
	defer s.putMu.Unlock()
	if len(rules) > wire.MaxRules {
		return fmt.Errorf("%d rules are too many. At most %d can be in force; remove some first", len(rules), wire.MaxRules)
	}
	was := s.current.Load()
	next := &snapshot{}
	for _, r := range rules {
		f, err := s.activate(r, was)
		if err != nil {
			return err
		}
		next.add(f)
	}
	s.current.Store(next)
	for _, f := range next.all {
		f.disabled.Store(!f.On)
	}
	for _, f := range was.all {
		if !slices.ContainsFunc(next.all, func(n *activeRule) bool { return n.ruleCounts == f.ruleCounts }) {
			f.disabled.Store(true)
		}
	}
	return nil
}

// activate returns an active rule, with the counts that it had if it was in force.
func (s *Set) activate(r wire.Rule, was *snapshot) (*activeRule, error) {
	if r.ID == "" {
		r.ID = wire.NewID()
	}
	if r.Created.IsZero() {
		r.Created = s.opts.Now()
	}
	if i := slices.IndexFunc(was.all, func(f *activeRule) bool { return f.ID == r.ID && f.Text == r.Text }); i >= 0 {
		f := *was.all[i]
		f.Rule = r
		return &f, nil
	}
	parsed, err := Parse(r.Text, s.opts.Vocabulary, s.opts.Protocol)
	if err != nil {
		return nil, fmt.Errorf("rule %q: %w", r.Text, err)
	}
	return newActiveRule(r, parsed), nil
}

func (n *snapshot) add(f *activeRule) {
	n.all = append(n.all, f)
	switch {
	case !f.On:
	case f.parsed.isTapRule():
		n.tapRules = append(n.tapRules, f)
	default:
		n.enabled = append(n.enabled, f)
		n.hasRandom = n.hasRandom || f.isRandom
	}
}

// Rules lists the rules in their order, with their counts.
func (s *Set) Rules() []wire.Rule {
	all := s.current.Load().all
	list := make([]wire.Rule, len(all))
	for i, f := range all {
		list[i] = f.ruleWithCounts()
	}
	return list
}

// Connections returns what the tap of an agent does with new connections. The first matching rule
// decides.
func (s *Set) Connections(agent string) fault.Connections {
	for _, f := range s.current.Load().tapRules {
		if f.matchesAgent(agent, s.nameOf(agent)) {
			return f.parsed.Faults[0].(fault.ConnectionFault).Connections()
		}
	}
	return fault.Accept
}

// NamesAgent reports whether the rule with this id is enabled and names an agent. A rule that names
// none acts on all agents.
func (s *Set) NamesAgent(id, agent string) bool {
	n := s.current.Load()
	is := func(f *activeRule) bool {
		return f.ID == id && len(f.parsed.Filter.Agents) > 0 && f.matchesAgent(agent, s.nameOf(agent))
	}
	return slices.ContainsFunc(n.enabled, is) || slices.ContainsFunc(n.tapRules, is)
}

// nameOf returns an agent's name, "" if it is unknown.
func (s *Set) nameOf(agent string) string {
	if s.opts.AgentName == nil {
		return ""
	}
	return s.opts.AgentName(agent)
}

// matchesAgent reports whether a rule applies to an agent with a name.
func (f *activeRule) matchesAgent(agent, name string) bool {
	is := func(want string) bool {
		return filter.MatchAgent(agent, want) || name != "" && filter.MatchName(name, want)
	}
	w := &f.parsed.Filter
	if len(w.Agents) > 0 && !slices.ContainsFunc(w.Agents, is) {
		return false
	}
	return !slices.ContainsFunc(w.Exclusions, func(o wire.Filter) bool { return slices.ContainsFunc(o.Agents, is) })
}

// rulesFor lists the enabled rules that apply to an agent. The list is cached per agent, until the agent's
// name changes.
func (s *Set) rulesFor(n *snapshot, agent string) []*activeRule {
	name := s.nameOf(agent)
	if found, ok := n.agents.Load(agent); ok && found.(*agentRules).name == name {
		return found.(*agentRules).list
	}
	a := &agentRules{name: name}
	for _, f := range n.enabled {
		if f.matchesAgent(agent, name) {
			a.list = append(a.list, f)
		}
	}
	n.agents.Store(agent, a)
	return a.list
}

// Watches implements wire.Intervener.
func (s *Set) Watches(x *wire.Exchange) bool {
	n := s.current.Load()
	if len(n.enabled) == 0 {
		return false
	}
	return slices.ContainsFunc(s.rulesFor(n, x.Agent), func(f *activeRule) bool { return f.matchesHead(x) })
}

// problemOf returns the text of a Problem; ok is false if err is not one.
func problemOf(err error) (string, bool) {
	var p fault.Problem
	ok := errors.As(err, &p)
	return string(p), ok
}
