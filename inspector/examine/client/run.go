package client

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/a2a-console/a2a-console/inspector/account"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/agent/fault"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// What is not said otherwise.
const (
	DefaultTimeLimit = time.Minute
	DefaultQuietTime = time.Second
)

// PromptResult is what the client's side says of a step.
type PromptResult struct {
	Unable bool   // it has no way to do that
	Note   string // how it ended, "" for nothing worth telling
}

// Options say how a client is examined.
type Options struct {
	Steps   []Step
	Handler *AgentHandler
	Agent   agent.Options // of the agent in all steps: its URL, versions, bindings, log
	Store   account.Store
	Session string

	// ArmRules puts rules in force, in place of those before, at the tap that the client calls.
	ArmRules func(ctx context.Context, rules []string) error

	// Prompt has the client do a step, and returns when it is done with it, or when ctx ends.
	Prompt func(ctx context.Context, s Step) (PromptResult, error)
	// Await has a step end, too, when what was asked for is on record and nothing more came
	// for Quiet: who is asked does not say when.
	Await     bool
	QuietTime time.Duration // 0 means DefaultQuietTime
	TimeLimit time.Duration // of a step; 0 means DefaultTimeLimit
	Pace      Pace          // zero means DefaultPace

	OnExchange func(wire.Exchange) // told of each exchange of a step that is over; may be nil
	OnRow      func(examine.Row)   // told of each step that is over; may be nil
}

// AgentHandler is where the client calls. Its zero value answers with 503.
type AgentHandler struct{ current atomic.Pointer[http.Handler] }

// ServeHTTP answers as the step under way does.
func (s *AgentHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h := s.current.Load(); h != nil {
		(*h).ServeHTTP(w, r)
		return
	}
	http.Error(w, "No step is under way.", http.StatusServiceUnavailable)
}

// exam is an examination under way.
type exam struct {
	Options
	report    *examine.Report
	versions  []a2a.Version // by the client so far
	hasCalled bool          // by the client so far
}

// Run examines a client. It ends early when ctx does, and what was not done by then is not
// tested. An error says that a prompt failed.
func Run(ctx context.Context, o Options) (*examine.Report, error) {
	o.QuietTime, o.TimeLimit = cmp.Or(o.QuietTime, DefaultQuietTime), cmp.Or(o.TimeLimit, DefaultTimeLimit)
	o.Pace = cmp.Or(o.Pace, DefaultPace)
	if o.OnExchange == nil {
		o.OnExchange = func(wire.Exchange) {}
	}
	if o.OnRow == nil {
		o.OnRow = func(examine.Row) {}
	}
	x := &exam{Options: o, report: &examine.Report{Started: time.Now(), Client: true}}
	defer func() { x.report.Took = time.Since(x.report.Started) }()
	for _, s := range o.Steps {
		row := examine.Row{Probe: s.Name, Asks: s.Instruction, Level: s.Level}
		why := x.reasonToSkip(s)
		switch {
		case ctx.Err() != nil:
			row.Result, row.Says = verdict.Skip, stopped
		case why != "":
			row.Result, row.Says = verdict.NotApplicable, why
		default:
			if err := x.step(ctx, s, &row); err != nil {
				return x.report, err
			}
		}
		x.report.Rows = append(x.report.Rows, row)
		x.OnRow(row)
	}
	if ctx.Err() != nil {
		x.report.Stopped, x.report.Early = stopped, true
	}
	return x.report, nil
}

const stopped = "the examination was stopped"

// reasonToSkip says why a step is not for this client, "" when it is.
func (x *exam) reasonToSkip(s Step) string {
	if s.needs == "" {
		return ""
	}
	has := func(v *version.Version) bool { _, ok := v.Method(s.needs); return ok }
	if !slices.ContainsFunc(x.Agent.Dialects, has) {
		return "the versions that are offered have no " + string(s.needs)
	}
	if len(x.versions) == 0 || slices.ContainsFunc(x.Agent.Dialects, func(v *version.Version) bool { return has(v) && slices.Contains(x.versions, v.Version()) }) {
		return ""
	}
	return fmt.Sprintf("the client speaks A2A %s, which has no %s", x.versions[0], s.needs)
}

// step has the client do a step, and judges it.
func (x *exam) step(ctx context.Context, s Step, row *examine.Row) error {
	since, err := account.NewWindow(ctx, x.Store, x.Session)
	if err != nil {
		return err
	}
	w := &observation{exam: x, step: s, window: since, reported: map[string]bool{}}
	a, err := x.startAgent(ctx, s)
	if err != nil {
		return err
	}
	said, late, err := w.promptAndWait(ctx)
	if err == nil {
		err = w.readEnd(ctx)
	}
	a.Close()
	if err == nil && s.forgesPushes { // those that were under way are to be refused, too
		err = w.readLast(ctx)
	}
	if err != nil {
		return err
	}
	out, err := w.requireRecorded(ctx, w.outcome(said))
	if err != nil {
		return err
	}
	if ctx.Err() != nil && out.result != verdict.Pass { // it had no time to do better
		out, said.Note = skip(stopped), ""
	}
	if late && out.result != verdict.Pass {
		out.text = clip.Join(out.text, "the time for the step ran out")
	}
	row.Result, row.Says = out.result, out.text
	if said.Note != "" {
		row.Says = clip.Join(row.Says, said.Note)
	}
	x.noteCalls(w, row)
	return nil
}

// requireRecorded is an outcome, but where something of the session was not recorded since: what a
// client did not do cannot be told then.
func (w *observation) requireRecorded(ctx context.Context, out outcome) (outcome, error) {
	unseen, err := w.window.ExplainMissing(context.WithoutCancel(ctx))
	if unseen != "" && out.result != verdict.Pass {
		out = skip(unseen)
	}
	return out, err
}

// startAgent has the agent behave as the step says.
func (x *exam) startAgent(ctx context.Context, s Step) (*agent.Agent, error) {
	var set setting
	if s.stage != nil {
		set = s.stage(&x.Pace)
	}
	if err := x.ArmRules(ctx, set.rules); err != nil {
		return nil, fmt.Errorf("play the step %s: %w", s.Name, err)
	}
	o := x.Agent
	o.Scenario, o.RefuseVersion, o.Require, o.PushMode = set.agent.Scenario, set.agent.RefuseVersion, set.agent.Require, set.agent.PushMode
	a := agent.New(o)
	h := fault.Handler(a, set.fault)
	x.Handler.current.Store(&h)
	return a, nil
}

// maxShownExchanges is how many exchanges a row names.
const maxShownExchanges = 20

// noteCalls takes into a row, and into the report, what the client called.
func (x *exam) noteCalls(w *observation, row *examine.Row) {
	x.report.Calls += len(w.exchanges)
	x.hasCalled = w.evidence.hasCalled
	for _, c := range w.evidence.calls {
		v := a2a.Version(c.Labels.Dialect)
		if strings.Contains(c.Labels.Dialect, "|") || v == "" {
			continue
		}
		name := "A2A " + string(v) + " " + a2a.Binding(c.Labels.Binding).Word()
		row.Interface = cmp.Or(row.Interface, name)
		if !slices.Contains(x.report.Interfaces, name) {
			x.report.Interfaces = append(x.report.Interfaces, name)
		}
		if !slices.Contains(x.versions, v) {
			x.versions = append(x.versions, v)
		}
	}
	if w.step.forgesPushes {
		for _, p := range w.evidence.pushes {
			row.Refusable = append(row.Refusable, p.ID)
		}
	}
	for _, one := range w.exchanges {
		if len(row.Exchanges) < maxShownExchanges {
			row.Exchanges = append(row.Exchanges, one.ID)
		}
	}
}
