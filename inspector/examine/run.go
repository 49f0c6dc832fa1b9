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

// exam is an examination under way.
type exam struct {
	Options
	caller  *caller
	planned int
	report  *Report
	says    texts
	kept    map[string]map[string]string // exchanges by probe and interface, to be compared
	mu      sync.Mutex

	guesses int  // versions that are still to be tried of a card that names none
	spoke   bool // such a version is spoken
}

// texts are messages by what the agent does with them, "" where none is known.
type texts struct {
	quick  string // makes a task that is soon over
	slow   string // makes a task that stays open for a while
	direct string // is answered with a message
	asks   string // makes a task that waits for its client
	plain  string // what is sent where any message will do
}

// subject is an interface under examination.
type subject struct {
	*exam
	target  Target
	name    string
	version *version.Version
	down    string // why nothing more is tried of it, "" while something is
	absent  bool   // the agent does not speak the version, and its card does not say that it does

	finished, context string // a task that is over, and its context
	doing             string
}

// Run examines an agent. It ends early when ctx does, and what was not tried by then is
// not tested.
func Run(ctx context.Context, o Options) *Report {
	o = o.filled()
	x := &exam{Options: o, caller: newCaller(&o), planned: o.Plan().Calls, kept: map[string]map[string]string{},
		report: &Report{Started: time.Now(), Budget: o.Budget}}
	x.leave()
	all := make([]*subject, len(o.Targets))
	for i, t := range o.Targets {
		v, _ := registry.Of(t.Version) // targets are of versions that are spoken
		all[i] = &subject{exam: x, target: t, name: t.Name(), version: v}
		x.report.Interfaces = append(x.report.Interfaces, all[i].name)
		if t.guessed {
			x.guesses++
		}
	}
	if len(all) > 0 {
		all[0].card(ctx)
	}
	x.try(ctx, all)
	for _, s := range all {
		if !s.absent {
			s.probe(ctx, &rested)
			x.report.gather()
		}
	}
	x.tidy(ctx)
	x.compare(ctx)
	x.report.Calls, x.report.Took = x.caller.made(), time.Since(x.report.Started)
	if ctx.Err() != nil {
		x.report.Stopped, x.report.Early = x.explainSkip(context.Cause(ctx)), true
	} else if x.caller.spent() {
		x.report.Stopped = budgetError(o.Budget).Error()
	}
	return x.report
}

// try makes the probes of each interface in turn. The first that answers is surveyed.
func (x *exam) try(ctx context.Context, all []*subject) {
	surveyed := false
	for i, s := range all {
		s.probe(ctx, &reached)
		if s.target.guessed {
			x.guesses, x.spoke = x.guesses-1, x.spoke || s.down == ""
		}
		if s.absent {
			continue
		}
		x.report.targets = append(x.report.targets, s.target)
		if x.firstOf(i) {
			s.probe(ctx, &carded)
		}
		if !surveyed && (s.down == "" || i == len(all)-1) {
			surveyed = true
			s.survey(ctx)
		}
		for p := range probes {
			s.probe(ctx, &probes[p])
		}
		x.tidy(ctx)
	}
}

// leave tells of the interfaces that are not examined.
func (x *exam) leave() {
	for _, l := range x.Left {
		x.report.Rows = append(x.report.Rows, Row{Interface: l.Name, Probe: reached.name, Asks: reached.asks, Level: reached.level, Result: verdict.Skip, Says: l.Why})
	}
}

// probe tries one thing, and adds its row.
func (s *subject) probe(ctx context.Context, p *probe) {
	t := &trial{subject: s, ctx: ctx, row: Row{Interface: s.name, Probe: p.name, Asks: p.asks, Level: p.level, echoed: p.echoed}}
	t.row.check = s.first(p.breaks)
	s.doing = p.name
	if p.fits != nil {
		if why := p.fits(s); why != "" {
			t.notApplicable(why)
		}
	}
	switch {
	case t.done:
	case ctx.Err() != nil:
		t.untold(s.explainSkip(ctx.Err()))
	case s.down != "":
		t.untold(s.down)
	case p.lacks != nil && p.lacks(s) != "":
		t.untold(p.lacks(s))
	default:
		p.try(t)
		t.untold(cmp.Or(t.halted, "nothing was told"))
	}
	s.report.Rows = append(s.report.Rows, t.row)
}

// first is the first of some checks that holds in the interface's version, "" for none.
func (s *subject) first(checks string) string {
	for id := range strings.FieldsSeq(checks) {
		if s.rules(id) {
			return id
		}
	}
	return ""
}

// tell tells how far the examination is.
func (s *subject) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Each(Progress{Done: s.caller.made(), Planned: s.planned, Interface: s.name, Probe: s.doing})
}

// explainSkip is why something was not tested.
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

// tidyTime is how long canceling may take that comes after the end.
const tidyTime = 5 * time.Second

// tidy cancels what the examination left open, also after it was stopped.
func (x *exam) tidy(ctx context.Context) {
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), tidyTime)
		defer cancel()
	}
	for id, t := range x.caller.openTasks() {
		c := &a2a.Call{Op: a2a.CancelTask, TaskID: id}
		p, err := x.Client.Prepare(t.Target, c)
		if err == nil {
			err = x.caller.may(ctx, c, true)
		}
		if err == nil {
			_, err = x.caller.send(ctx, x.Client, t, p, func(*answer) {})
		}
		if err != nil {
			return
		}
		x.caller.closed(id)
	}
}
