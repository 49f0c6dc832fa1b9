package examine

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

type exam struct {
	Options
	caller            *caller
	planned           int
	report            *Report
	texts             texts
	comparedExchanges map[string]map[string]string // exchange ids by probe and interface
	mu                sync.Mutex

	guesses   int  // versions left to try for a card that names none
	hasSpoken bool // the agent speaks one of those versions
}

// texts are messages that make the agent do something, as survey found out; "" if none is known.
type texts struct {
	quick    string // makes a short task
	slow     string // makes a task that stays open for a while
	direct   string // is answered with a message
	question string // makes a task that asks its client for input
	fallback string // a message for any other purpose
}

type subject struct {
	*exam
	target     Target
	name       string
	version    *version.Version
	downReason string // why the interface is not probed further, "" while it is
	isAbsent   bool   // the version was a guess, and the agent does not speak it

	finished, context string // a finished task, and its context
	currentProbe      string
}

// Run examines an agent. When ctx ends, it stops early and reports the rest as not tested.
func Run(ctx context.Context, o Options) *Report {
	o = o.withDefaults()
	x := &exam{Options: o, caller: newCaller(&o), planned: o.Plan().Calls, comparedExchanges: map[string]map[string]string{},
		report: &Report{Started: time.Now(), Budget: o.Budget}}
	x.addSkippedInterfaces()
	all := make([]*subject, len(o.Targets))
	for i, t := range o.Targets {
		v, _ := registry.ByName(t.Version) // targets only have known versions
		all[i] = &subject{exam: x, target: t, name: t.Name(), version: v}
		x.report.Interfaces = append(x.report.Interfaces, all[i].name)
		if t.guessed {
			x.guesses++
		}
	}
	if len(all) > 0 {
		all[0].refetchCard(ctx)
	}
	x.tryProbes(ctx, all)
	for _, s := range all {
		if !s.isAbsent {
			s.runProbe(ctx, &recheckProbe)
			x.report.groupLastRow()
		}
	}
	x.cancelOpenTasks(ctx)
	x.compare(ctx)
	x.report.Calls, x.report.Took = x.caller.callCount(), time.Since(x.report.Started)
	if ctx.Err() != nil {
		x.report.Stopped, x.report.Early = x.explainSkip(context.Cause(ctx)), true
	} else if x.caller.isBudgetSpent() {
		x.report.Stopped = budgetError(o.Budget).Error()
	}
	return x.report
}

// tryProbes runs the probes of each interface in turn. It surveys the first interface that answers, or else the last.
func (x *exam) tryProbes(ctx context.Context, all []*subject) {
	surveyed := false
	for i, s := range all {
		s.runProbe(ctx, &reachProbe)
		if s.target.guessed {
			x.guesses, x.hasSpoken = x.guesses-1, x.hasSpoken || s.downReason == ""
		}
		if s.isAbsent {
			continue
		}
		x.report.targets = append(x.report.targets, s.target)
		if x.isFirstOfVersion(i) {
			s.runProbe(ctx, &cardProbe)
		}
		if !surveyed && (s.downReason == "" || i == len(all)-1) {
			surveyed = true
			s.survey(ctx)
		}
		for p := range probes {
			s.runProbe(ctx, &probes[p])
		}
		x.cancelOpenTasks(ctx)
	}
}

func (x *exam) addSkippedInterfaces() {
	for _, l := range x.Skipped {
		x.report.Rows = append(x.report.Rows, Row{Interface: l.Name, Probe: reachProbe.name, Expectation: reachProbe.expectation, Level: reachProbe.level, Result: verdict.Skip, Message: l.Reason})
	}
}

func (s *subject) runProbe(ctx context.Context, p *probe) {
	t := &trial{subject: s, ctx: ctx, row: Row{Interface: s.name, Probe: p.name, Expectation: p.expectation, Level: p.level, echoed: p.echoed}}
	t.row.check = s.firstCheck(p.breaks)
	s.currentProbe = p.name
	if p.inapplicableReason != nil {
		if why := p.inapplicableReason(s); why != "" {
			t.notApplicable(why)
		}
	}
	switch {
	case t.isDone:
	case ctx.Err() != nil:
		t.skip(s.explainSkip(ctx.Err()))
	case s.downReason != "":
		t.skip(s.downReason)
	case p.untestableReason != nil && p.untestableReason(s) != "":
		t.skip(p.untestableReason(s))
	default:
		p.try(t)
		t.skip(cmp.Or(t.haltReason, "the probe set no result"))
	}
	s.report.Rows = append(s.report.Rows, t.row)
}

// firstCheck returns the first of the checks that applies in the interface's version, "" for none.
func (s *subject) firstCheck(checks string) string {
	for id := range strings.FieldsSeq(checks) {
		if s.hasCheck(id) {
			return id
		}
	}
	return ""
}

func (s *subject) reportProgress() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.OnProgress(Progress{Done: s.caller.callCount(), Planned: s.planned, Interface: s.name, Probe: s.currentProbe})
}

func (x *exam) explainSkip(err error) string {
	var b budgetError
	switch {
	case errors.As(err, &b):
		return b.Error()
	case errors.Is(err, context.Canceled):
		return "the examination was stopped"
	case errors.Is(err, context.DeadlineExceeded):
		return "the time for the examination ran out"
	}
	return err.Error()
}

// cleanupTimeout limits the canceling of tasks after the examination was stopped.
const cleanupTimeout = 5 * time.Second

// cancelOpenTasks cancels the examination's open tasks, even after it was stopped.
func (x *exam) cancelOpenTasks(ctx context.Context) {
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), cleanupTimeout)
		defer cancel()
	}
	for id, t := range x.caller.openTasks() {
		c := &a2a.Call{Op: a2a.CancelTask, TaskID: id}
		p, err := x.Client.Prepare(t.Target, c)
		if err == nil {
			err = x.caller.waitForTurn(ctx, c, true)
		}
		if err == nil {
			_, err = x.caller.send(ctx, x.Client, t, p, func(*answer) {})
		}
		if err != nil {
			return
		}
		x.caller.markFinished(id)
	}
}
