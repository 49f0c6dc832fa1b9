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
	name               string
	expectation        string // what is expected, a sentence
	level              check.Level
	calls              int                   // that it makes at most
	inapplicableReason func(*subject) string // why it does not apply, "" where it does; nil: it always does
	untestableReason   func(*subject) string // why it cannot be tried, "" where it can; nil: it can
	try                func(t *trial)

	// breaks are the checks that the probe's failure breaks, by their ids: the first that
	// holds in the version.
	breaks string

	echoed bool // agents that take the message give it back, with what is wrong with it
}

// trial is a probe under way.
type trial struct {
	*subject
	ctx        context.Context
	row        Row
	haltReason string // why it cannot go on, "" while it can
	isDone     bool
}

// call makes a call for the probe. Once the examination has ended no more are made, and
// the answer is empty.
func (t *trial) call(c *a2a.Call, change ...func(*inspector.PreparedRequest)) answer {
	return t.callWithEvents(t.ctx, c, func(*answer) {}, change...)
}

// callWithEvents is call, where each is told of every event.
func (t *trial) callWithEvents(ctx context.Context, c *a2a.Call, each func(*answer), change ...func(*inspector.PreparedRequest)) answer {
	p, err := t.Client.Prepare(t.target.Target, c)
	if err != nil {
		t.notApplicable("the version has no such call over this binding")
		return answer{}
	}
	for _, f := range change {
		f(&p)
	}
	return t.callPrepared(ctx, t.Client, p, c, each)
}

// callPrepared makes a call that is written already.
func (t *trial) callPrepared(ctx context.Context, client Client, p inspector.PreparedRequest, c *a2a.Call, each func(*answer)) answer {
	if t.isOver() {
		return answer{}
	}
	if err := t.caller.waitForTurn(ctx, c, false); err != nil {
		t.halt(t.explainSkip(err))
		return answer{}
	}
	t.caller.adoptTask(p)
	t.reportProgress()
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
		t.haltReason = cmp.Or(t.haltReason, t.explainSkip(t.ctx.Err()))
	}
	return a
}

// isOver reports whether nothing more is to be tried.
func (t *trial) isOver() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.haltReason != "" || t.isDone
}

func (t *trial) halt(why string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.haltReason = cmp.Or(t.haltReason, why)
}

// setResult sets the result, the first one.
func (t *trial) setResult(r verdict.Result, says string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.isDone {
		return
	}
	t.isDone = true
	if t.haltReason != "" {
		r, says = verdict.Skip, t.haltReason
	}
	t.row.Result, t.row.Says = r, says
}

func (t *trial) pass(says string)          { t.setResult(verdict.Pass, says) }
func (t *trial) skip(says string)          { t.setResult(verdict.Skip, says) }
func (t *trial) notApplicable(says string) { t.setResult(verdict.NotApplicable, says) }

// fail fails. A failure of another kind than the probe's own names the checks that it breaks.
func (t *trial) fail(says string, breaks ...string) {
	if !t.isOver() {
		t.row.exactChecks = slices.DeleteFunc(breaks, func(id string) bool { return !t.hasCheck(id) })
	}
	t.setResult(verdict.Fail, says)
}

// passOpen passes what the specification leaves open.
func (t *trial) passOpen(says string) {
	t.row.Open = !t.isOver()
	t.setResult(verdict.Pass, clip.Join(says, "the specification leaves it open"))
}

// judgeRefusal judges a call that is to be refused.
func (t *trial) judgeRefusal(a answer) {
	switch {
	case a.needsCredentials():
		t.skip("the agent turned the console away: " + a.describe())
	case a.isRefused():
		t.pass("the agent refused it: " + a.describe())
	default:
		t.fail("the agent should refuse this call, but answered with " + a.describe())
	}
}

// judgeSuccess judges a call that is to succeed.
func (t *trial) judgeSuccess(a answer) bool {
	switch {
	case a.needsCredentials():
		t.skip("the agent turned the console away: " + a.describe())
	case !a.isOK():
		t.fail("the agent answered with " + a.describe())
	}
	return a.isOK() && !t.isOver()
}

// markMet says that a check was met, which the record alone does not tell.
func (t *trial) markMet(id string) {
	if t.hasCheck(id) && !t.isOver() {
		t.row.metChecks = append(t.row.metChecks, id)
	}
}

// keepForComparison has the exchange compared with those of other interfaces.
func (t *trial) keepForComparison(a answer) {
	if a.end.Exchange == "" {
		return
	}
	if t.comparedExchanges[t.row.Probe] == nil {
		t.comparedExchanges[t.row.Probe] = map[string]string{}
	}
	t.comparedExchanges[t.row.Probe][t.name] = a.end.Exchange
}
