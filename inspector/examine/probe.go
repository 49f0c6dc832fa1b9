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

// probe tests one behaviour of an interface.
type probe struct {
	name               string
	expectation        string // a sentence
	level              check.Level
	calls              int                   // maximum
	inapplicableReason func(*subject) string // why it does not apply, "" if it does; nil means it always does
	untestableReason   func(*subject) string // why it cannot be tried, "" if it can; nil means it always can
	try                func(t *trial)

	// breaks lists the ids of the checks that a failure shows to be broken; only the first that exists in the version counts.
	breaks string

	echoed bool // the members of an answer are not judged: agents that accept a bad message echo it, including its errors
}

type trial struct {
	*subject
	ctx        context.Context
	row        Row
	haltReason string // why no more calls can be made, "" while they can
	isDone     bool
}

// call makes a call for the probe. After the trial is over, it makes no call and returns an empty answer.
func (t *trial) call(c *a2a.Call, change ...func(*inspector.PreparedRequest)) answer {
	return t.callWithEvents(t.ctx, c, func(*answer) {}, change...)
}

// callWithEvents is call with each called for every event.
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

// callPrepared makes a call whose request is already written.
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

// setResult sets the result; only the first one counts.
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
	t.row.Result, t.row.Message = r, says
}

func (t *trial) pass(says string)          { t.setResult(verdict.Pass, says) }
func (t *trial) skip(says string)          { t.setResult(verdict.Skip, says) }
func (t *trial) notApplicable(says string) { t.setResult(verdict.NotApplicable, says) }

// fail records a failure. breaks names the checks that it breaks, if not the probe's own.
func (t *trial) fail(says string, breaks ...string) {
	if !t.isOver() {
		t.row.exactChecks = slices.DeleteFunc(breaks, func(id string) bool { return !t.hasCheck(id) })
	}
	t.setResult(verdict.Fail, says)
}

// passOpen passes behaviour that the specification leaves open.
func (t *trial) passOpen(says string) {
	t.row.Open = !t.isOver()
	t.setResult(verdict.Pass, clip.Join(says, "the specification leaves it open"))
}

// judgeRefusal sets the result of a call that the agent should refuse.
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

// judgeSuccess sets the result of a call that should have succeeded, and reports whether it did.
func (t *trial) judgeSuccess(a answer) bool {
	switch {
	case a.needsCredentials():
		t.skip("the agent turned the console away: " + a.describe())
	case !a.isOK():
		t.fail("the agent answered with " + a.describe())
	}
	return a.isOK() && !t.isOver()
}

// markMet records that the agent met a check that the recording alone does not show.
func (t *trial) markMet(id string) {
	if t.hasCheck(id) && !t.isOver() {
		t.row.metChecks = append(t.row.metChecks, id)
	}
}

// keepForComparison marks the exchange for comparison with those of other interfaces.
func (t *trial) keepForComparison(a answer) {
	if a.end.Exchange == "" {
		return
	}
	if t.comparedExchanges[t.row.Probe] == nil {
		t.comparedExchanges[t.row.Probe] = map[string]string{}
	}
	t.comparedExchanges[t.row.Probe][t.name] = a.end.Exchange
}
