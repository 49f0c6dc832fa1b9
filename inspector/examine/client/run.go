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

// Defaults of Options.
const (
	DefaultTimeLimit = time.Minute
	DefaultQuietTime = time.Second
)

// PromptResult is what the client's program, or the person, reports about a step.
type PromptResult struct {
	Unable bool   // the client cannot do the step
	Note   string // how it ended; "" if there is nothing to say
}

// Options configures an examination of a client.
type Options struct {
	Steps   []Step
	Handler *AgentHandler
	Agent   agent.Options // options of the agent in all steps: URL, versions, bindings, log
	Store   account.Store
	Session string

	// ArmRules replaces the rules at the tap that the client calls.
	ArmRules func(ctx context.Context, rules []string) error

	// Prompt makes the client do a step. It returns when the client is done, or when ctx ends.
	Prompt func(ctx context.Context, s Step) (PromptResult, error)
	// Await also ends a step when the recording shows the requested calls, and QuietTime passes without more.
	// It is for prompts to people, who do not report the end.
	Await     bool
	QuietTime time.Duration // 0 means DefaultQuietTime
	TimeLimit time.Duration // per step; 0 means DefaultTimeLimit
	Pace      Pace          // zero means DefaultPace

	OnExchange func(wire.Exchange) // called for each completed exchange of a step; may be nil
	OnRow      func(examine.Row)   // called for each completed step; may be nil
}

// AgentHandler is the handler at the address that the client calls. Between steps it keeps the last step's
// agent. The zero value answers with 503.
type AgentHandler struct{ current atomic.Pointer[http.Handler] }

// ServeHTTP lets the current step's agent answer.
func (s *AgentHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h := s.current.Load(); h != nil {
		(*h).ServeHTTP(w, r)
		return
	}
	http.Error(w, "No step is running.", http.StatusServiceUnavailable)
}

type exam struct {
	Options
	report    *examine.Report
	versions  []a2a.Version // that the client has spoken so far
	hasCalled bool          // the client has made a call
}

// Run examines a client. When ctx ends, it stops early and reports the rest as not tested. It returns an error if a
// prompt failed.
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
		row := examine.Row{Probe: s.Name, Expectation: s.Instruction, Level: s.Level}
		why := x.reasonToSkip(s)
		switch {
		case ctx.Err() != nil:
			row.Result, row.Message = verdict.Skip, stopped
		case why != "":
			row.Result, row.Message = verdict.NotApplicable, why
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

// reasonToSkip says why a step does not apply to this client, "" if it does.
func (x *exam) reasonToSkip(s Step) string {
	if s.needs == "" {
		return ""
	}
	has := func(v *version.Version) bool { _, ok := v.Method(s.needs); return ok }
	if !slices.ContainsFunc(x.Agent.Dialects, has) {
		return "the offered versions do not have " + string(s.needs)
	}
	if len(x.versions) == 0 || slices.ContainsFunc(x.Agent.Dialects, func(v *version.Version) bool { return has(v) && slices.Contains(x.versions, v.Version()) }) {
		return ""
	}
	return fmt.Sprintf("the client speaks A2A %s, which has no %s", x.versions[0], s.needs)
}

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
	if err == nil && s.forgesPushes { // the client must also refuse late notifications
		err = w.readLast(ctx)
	}
	if err != nil {
		return err
	}
	out, err := w.requireRecorded(ctx, w.outcome(said))
	if err != nil {
		return err
	}
	if ctx.Err() != nil && out.result != verdict.Pass { // the client had no time to do better
		out, said.Note = skip(stopped), ""
	}
	if late && out.result != verdict.Pass {
		out.text = clip.Join(out.text, "the time for the step ran out")
	}
	row.Result, row.Message = out.result, out.text
	if said.Note != "" {
		row.Message = clip.Join(row.Message, said.Note)
	}
	x.noteCalls(w, row)
	return nil
}

// requireRecorded turns a failure into a skip if part of the session was not recorded: what seems missing may
// have happened.
func (w *observation) requireRecorded(ctx context.Context, out outcome) (outcome, error) {
	unseen, err := w.window.ExplainMissing(context.WithoutCancel(ctx))
	if unseen != "" && out.result != verdict.Pass {
		out = skip(unseen)
	}
	return out, err
}

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

const maxShownExchanges = 20

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
