package rule

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// activeRule is a rule in force.
type activeRule struct {
	wire.Rule
	parsed        Rule
	text          string // as String formats it
	isRandom      bool   // whether or how it acts is random
	actions       []boundAction
	heads, frames bool      // it acts on heads of responses; on frames
	match         matcher   // what WHEN selects
	exclude       []matcher // what WHEN excludes
	*ruleCounts
}

// boundAction is a fault of a rule, with its row in the table of actions.
type boundAction struct {
	fault.Fault
	fault.Action
	target fault.Target
}

// ruleCounts counts what a rule did.
type ruleCounts struct {
	disabled atomic.Bool // it no longer acts
	calls    atomic.Int64
	fired    atomic.Int64
	wasShed  atomic.Bool // something waited for less time than it should have

	mu            sync.Mutex
	lastExchanges []string // ids, newest first
	problem       string
}

// randomFault is a fault that may use Work.Rand.
type randomFault interface{ IsRandom() bool }

// isRandom reports whether what the rule does depends on its seed.
func (r Rule) isRandom() bool {
	return r.Chance > 0 || slices.ContainsFunc(r.Faults, func(f fault.Fault) bool {
		d, ok := f.(randomFault)
		return ok && d.IsRandom()
	})
}

func newActiveRule(r wire.Rule, is Rule) *activeRule {
	f := &activeRule{Rule: r, parsed: is, text: is.String(), isRandom: is.isRandom(), ruleCounts: &ruleCounts{lastExchanges: slices.Clone(r.LastExchanges), problem: r.Problem}}
	f.fired.Store(r.Fired)
	for _, do := range is.Faults {
		f.actions = append(f.actions, boundAction{do, fault.ActionOf(do), fault.TargetsOf(do)})
	}
	f.heads, f.frames = f.hasAction((*boundAction).isHeadFault), f.hasAction((*boundAction).isFrameFault)
	f.match = newMatcher(&is.Filter)
	for i := range is.Filter.Exclusions {
		f.exclude = append(f.exclude, newMatcher(&is.Filter.Exclusions[i]))
	}
	return f
}

func (f *activeRule) hasAction(fits func(a *boundAction) bool) bool {
	for i := range f.actions {
		if fits(&f.actions[i]) {
			return true
		}
	}
	return false
}

func (a *boundAction) isHeadFault() bool { return a.target == fault.Heads }
func (a *boundAction) isFrameFault() bool {
	_, ok := a.Fault.(fault.FrameFault)
	return ok && !a.isHeadFault()
}

// shedProblem is the problem of a rule that held for less time than it should have.
const shedProblem = "all rules together held too much: what had waited longest was forwarded unchanged"

func (f *activeRule) ruleWithCounts() wire.Rule {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := f.Rule
	r.Fired, r.LastExchanges, r.Problem = f.fired.Load(), slices.Clone(f.lastExchanges), f.problem
	if r.Problem == "" && f.wasShed.Load() {
		r.Problem = shedProblem
	}
	return r
}

// noteFired counts that the rule acted on an exchange.
func (c *ruleCounts) noteFired(exchange string) {
	c.fired.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.problem = ""
	if exchange == "" || len(c.lastExchanges) > 0 && c.lastExchanges[0] == exchange {
		return
	}
	c.lastExchanges = slices.DeleteFunc(c.lastExchanges, func(id string) bool { return id == exchange })
	c.lastExchanges = slices.Insert(c.lastExchanges, 0, exchange)
	c.lastExchanges = c.lastExchanges[:min(len(c.lastExchanges), wire.MaxRuleExchanges)]
}

func (c *ruleCounts) noteFailed(problem string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.problem = problem
}

// matcher is a filter prepared for comparison. All phrases of text must occur; the values of any
// other list are alternatives. An empty list matches all.
type matcher struct {
	ops, dialects, bindings, callers []string
	states                           []string
	text                             []foldedPhrase
	method, task, context            string
}

func newMatcher(f *wire.Filter) matcher {
	w := matcher{dialects: f.Dialects, callers: f.Callers, states: f.States, method: f.Method, task: f.Task, context: f.Context}
	for _, v := range f.Ops {
		w.ops = append(w.ops, strings.ToLower(v)+"*")
	}
	for _, v := range f.Bindings {
		w.bindings = append(w.bindings, strings.ToLower(v))
	}
	for _, v := range f.Text {
		w.text = append(w.text, newPhrase(v))
	}
	return w
}
