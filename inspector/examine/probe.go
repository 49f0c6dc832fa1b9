package examine

import (
	"cmp"
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// probe is one thing that is tried of an interface.
type probe struct {
	name  string
	asks  string // what is expected, a sentence
	level check.Level
	calls int                   // that it makes at most
	fits  func(*subject) string // why it does not apply, "" where it does; nil: it always does
	lacks func(*subject) string // why it cannot be tried, "" where it can; nil: it can
	try   func(t *trial)

	// breaks are the checks that the probe's failure breaks, by their ids: the first that
	// holds in the version.
	breaks string

	echoed bool // agents that take the message give it back, with what is wrong with it
}

// trial is a probe under way.
type trial struct {
	*subject
	ctx    context.Context
	row    Row
	halted string // why it cannot go on, "" while it can
	done   bool
}

// call makes a call for the probe. Once the examination has ended no more are made, and
// the answer is empty.
func (t *trial) call(c *a2a.Call, change ...func(*inspector.Prepared)) answer {
	return t.watched(t.ctx, c, func(*answer) {}, change...)
}

// watched is call, where each is told of every event.
func (t *trial) watched(ctx context.Context, c *a2a.Call, each func(*answer), change ...func(*inspector.Prepared)) answer {
	p, err := t.Client.Prepare(t.target.Target, c)
	if err != nil {
		t.notApplicable("the version has no such call over this binding")
		return answer{}
	}
	for _, f := range change {
		f(&p)
	}
	return t.prepared(ctx, t.Client, p, c, each)
}

// prepared makes a call that is written already.
func (t *trial) prepared(ctx context.Context, client Client, p inspector.Prepared, c *a2a.Call, each func(*answer)) answer {
	if t.isOver() {
		return answer{}
	}
	if err := t.caller.may(ctx, c, false); err != nil {
		t.halt(t.explainSkip(err))
		return answer{}
	}
	t.caller.adoptTask(p)
	t.tell()
	a, err := t.caller.send(ctx, client, t.target, p, each)
	if err != nil {
		t.halt(err.Error())
		return answer{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if a.end.Exchange != "" && !slices.Contains(t.row.Exchanges, a.end.Exchange) {
		t.row.Exchanges = append(t.row.Exchanges, a.end.Exchange)
	}
	if t.ctx.Err() != nil {
		t.halted = cmp.Or(t.halted, t.explainSkip(t.ctx.Err()))
	}
	return a
}

// isOver reports whether nothing more is to be tried.
func (t *trial) isOver() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.halted != "" || t.done
}

func (t *trial) halt(why string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.halted = cmp.Or(t.halted, why)
}

// setResult sets the result, the first one.
func (t *trial) setResult(r verdict.Result, says string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done {
		return
	}
	t.done = true
	if t.halted != "" {
		r, says = verdict.Skip, t.halted
	}
	t.row.Result, t.row.Says = r, says
}

func (t *trial) pass(says string)          { t.setResult(verdict.Pass, says) }
func (t *trial) untold(says string)        { t.setResult(verdict.Skip, says) }
func (t *trial) notApplicable(says string) { t.setResult(verdict.NotApplicable, says) }

// fail fails. A failure of another kind than the probe's own names the checks that it breaks.
func (t *trial) fail(says string, breaks ...string) {
	if !t.isOver() {
		t.row.exact = slices.DeleteFunc(breaks, func(id string) bool { return !t.rules(id) })
	}
	t.setResult(verdict.Fail, says)
}

// either passes what the specification leaves open.
func (t *trial) either(says string) {
	t.row.Open = !t.isOver()
	t.setResult(verdict.Pass, clip.Join(says, "the specification leaves it open"))
}

// refusal judges a call that is to be refused.
func (t *trial) refusal(a answer) {
	switch {
	case a.barred():
		t.untold("the agent turned the console away: " + a.describe())
	case a.refused():
		t.pass("the agent refused it: " + a.describe())
	default:
		t.fail("the agent should refuse this call, but answered with " + a.describe())
	}
}

// success judges a call that is to succeed.
func (t *trial) success(a answer) bool {
	switch {
	case a.barred():
		t.untold("the agent turned the console away: " + a.describe())
	case !a.ok():
		t.fail("the agent answered with " + a.describe())
	}
	return a.ok() && !t.isOver()
}

// meets says that a check was met, which the record alone does not tell.
func (t *trial) meets(id string) {
	if t.rules(id) && !t.isOver() {
		t.row.met = append(t.row.met, id)
	}
}

// keep has the exchange compared with those of other interfaces.
func (t *trial) keep(a answer) {
	if a.end.Exchange == "" {
		return
	}
	if t.kept[t.row.Probe] == nil {
		t.kept[t.row.Probe] = map[string]string{}
	}
	t.kept[t.row.Probe][t.name] = a.end.Exchange
}
