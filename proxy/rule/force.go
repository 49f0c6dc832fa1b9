package rule

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// force is a rule in force.
type force struct {
	wire.Rule
	is            Rule
	text          string // as String writes it
	draws         bool   // whether it acts, or how, is drawn
	acts          []act
	heads, frames bool     // it acts on heads of responses, on frames
	want          wanted   // what WHEN wants
	not           []wanted // what it leaves out
	*counts
}

// act is an action of a rule.
type act struct {
	fault.Fault
	fault.Action
	on fault.On
}

// counts are what a rule did.
type counts struct {
	off     atomic.Bool // it does nothing any longer
	calls   atomic.Int64
	fired   atomic.Int64
	crowded atomic.Bool // something did not wait as long as it was to

	mu      sync.Mutex
	last    []string // ids of exchanges, newest first
	problem string
}

// drawer is a fault that draws from Work.Rand.
type drawer interface{ Draws() bool }

func newForce(r wire.Rule, is Rule) *force {
	f := &force{Rule: r, is: is, text: is.String(), draws: is.Chance > 0, counts: &counts{last: slices.Clone(r.LastOn), problem: r.Problem}}
	f.fired.Store(r.Fired)
	for _, do := range is.Do {
		f.acts = append(f.acts, act{do, fault.ActionOf(do), fault.OnOf(do)})
		if d, ok := do.(drawer); ok && d.Draws() {
			f.draws = true
		}
	}
	f.heads, f.frames = f.does((*act).onHead), f.does((*act).onFrame)
	f.want = newWanted(&is.Filter)
	for i := range is.Filter.Without {
		f.not = append(f.not, newWanted(&is.Filter.Without[i]))
	}
	return f
}

// does reports whether one of its actions fits.
func (f *force) does(fits func(a *act) bool) bool {
	for i := range f.acts {
		if fits(&f.acts[i]) {
			return true
		}
	}
	return false
}

func (a *act) onHead() bool  { return a.on == fault.Heads }
func (a *act) onFrame() bool { _, ok := a.Fault.(fault.OnFrame); return ok && !a.onHead() }

// crowded is what rules cannot do for as long as they are to.
const crowded = "what rules held together took too much memory: what had waited longest was forwarded unchanged"

// ruleWithCounts is the rule with its counts.
func (f *force) ruleWithCounts() wire.Rule {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := f.Rule
	r.Fired, r.LastOn, r.Problem = f.fired.Load(), slices.Clone(f.last), f.problem
	if r.Problem == "" && f.crowded.Load() {
		r.Problem = crowded
	}
	return r
}

// did counts that it did something to an exchange.
func (c *counts) did(exchange string) {
	c.fired.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.problem = ""
	if exchange == "" || len(c.last) > 0 && c.last[0] == exchange {
		return
	}
	c.last = slices.DeleteFunc(c.last, func(id string) bool { return id == exchange })
	c.last = slices.Insert(c.last, 0, exchange)
	c.last = c.last[:min(len(c.last), wire.RuleKeeps)]
}

// could not do something.
func (c *counts) failed(problem string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.problem = problem
}

// wanted is a filter made ready to compare by. Its lists are alternatives; an empty one
// wants all.
type wanted struct {
	ops, dialects, bindings, callers []string
	states                           []string
	text                             []words
	method, task, context            string
}

func newWanted(f *wire.Filter) wanted {
	w := wanted{dialects: f.Dialects, callers: f.Callers, states: f.States, method: f.Method, task: f.Task, context: f.Context}
	for _, v := range f.Ops {
		w.ops = append(w.ops, strings.ToLower(v)+"*")
	}
	for _, v := range f.Bindings {
		w.bindings = append(w.bindings, strings.ToLower(v))
	}
	for _, v := range f.Text {
		w.text = append(w.text, newWords(v))
	}
	return w
}
