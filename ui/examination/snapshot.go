package examination

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// Snapshot is the state of an examination at one moment.
type Snapshot struct {
	*Examination
	State       State
	Reason      string
	Session     string
	Plan        examine.Plan
	Progress    examine.Progress
	JudgedCount int
	URL         string        // URL that a client must call, "" for none
	Rows        []examine.Row // a client's steps, or conversations: those that have ended, then the others
	StepCalls   []string      // ids of the exchanges of the current step
	Ended       time.Time
	Report      *examine.Report // with mutes applied; nil until it is over
	Rev         int
}

func (l *Snapshot) CountText() string {
	switch {
	case l.Report != nil && l.Report.Recording && l.Report.Checks != nil:
		return part.Plural(l.Report.Calls, "exchange") + l.ownText()
	case l.Report != nil:
		return part.Plural(l.Report.Calls, "call")
	case l.State == Judging:
		return part.Plural(l.JudgedCount, "exchange")
	case len(l.Rows) > 0:
		return part.Count(l.Progress.Done) + " of " + part.Plural(len(l.Rows), l.Unit())
	case l.Plan.Calls == 0:
		return ""
	}
	return part.Count(l.Progress.Done) + " of up to " + part.Plural(max(l.Plan.Calls, l.Progress.Done), "call")
}

// ownText says how many of the judged exchanges the console made, "" for none.
func (l *Snapshot) ownText() string {
	if own := l.Report.Checks.Own; own > 0 {
		return " (" + part.Count(own) + " from the console)"
	}
	return ""
}

// CallText is CountText with how long it took, "" for one that does not run.
func (l *Snapshot) CallText() string {
	switch {
	case l.Report == nil:
		return l.CountText()
	case l.Report.Recording && l.Report.Checks != nil:
		return part.Plural(l.Report.Calls, "exchange") + " judged in " + part.Duration(l.Report.Took) + l.ownText()
	}
	return l.CountText() + " in " + part.Duration(l.Report.Took)
}

// Summary returns the progress of an examination and the shares of its report, for the page of
// jobs; "" and nil if it is not known.
func (s *Runs) Summary(ctx context.Context, id string) (counted string, shares []part.ResultShare) {
	e, ok := s.Jobs.Get(id)
	if !ok {
		return "", nil
	}
	l, err := s.Snapshot(ctx, e)
	if err != nil {
		return "", nil
	}
	if l.Report != nil {
		shares = Shares(Lines(l.Report))
	}
	return l.CountText(), shares
}

// FailingCount returns how many checks and probes of the report fail; 0 without a report.
func (l *Snapshot) FailingCount() int {
	if l.Report == nil {
		return 0
	}
	return len(Failing(Lines(l.Report)))
}

func (l *Snapshot) IsOver() bool { return l.State.IsOver() }

// Snapshot returns the current state of an examination.
func (s *Runs) Snapshot(ctx context.Context, e *Examination) (*Snapshot, error) {
	mutes, err := s.Library.Mutes(ctx)
	if err != nil {
		return nil, fmt.Errorf("read what is muted: %w", err)
	}
	return e.snapshot(mutes), nil
}

// Snapshots returns the newest examinations, both running and recorded, newest first.
func (s *Runs) Snapshots(ctx context.Context) ([]*Snapshot, error) {
	mutes, err := s.Library.Mutes(ctx)
	if err != nil {
		return nil, fmt.Errorf("read what is muted: %w", err)
	}
	list := s.Jobs.All()
	on, err := s.Examiner.Recent(ctx, maxKept)
	if err != nil {
		return nil, fmt.Errorf("read earlier examinations: %w", err)
	}
	for _, k := range on {
		if slices.ContainsFunc(list, func(e *Examination) bool { return e.ID == k.ID }) {
			continue
		}
		e, err := s.Get(ctx, k.ID)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(a, b *Examination) int { return b.Started.Compare(a.Started) })
	var out []*Snapshot
	for _, e := range list[:min(len(list), maxKept)] {
		out = append(out, e.snapshot(mutes))
	}
	return out, nil
}

func fromRecord(k *wire.Examination) (*Examination, error) {
	var asked examine.Request
	if err := json.Unmarshal(k.Options, &asked); err != nil {
		return nil, fmt.Errorf("read how examination %s was asked for: %w", k.ID, err)
	}
	r, err := examine.Decode(k.Report)
	if err != nil {
		return nil, fmt.Errorf("examination %s: %w", k.ID, err)
	}
	how := Request{Agent: k.Agent, Origin: asked.Origin, Texts: asked.Texts, Rate: asked.Rate, Budget: asked.Budget, Client: asked.Client, Chaos: asked.Chaos, Limit: asked.Limit}
	if how.Kind() == "agent" { // the command line does not store default values
		how.Rate, how.Budget = cmp.Or(how.Rate, examine.DefaultRate), cmp.Or(how.Budget, examine.DefaultBudget)
	}
	if len(asked.Versions) == 1 {
		how.Version = asked.Versions[0]
	}
	if len(asked.Bindings) == 1 {
		how.Binding = asked.Bindings[0]
	}
	e := &Examination{ID: k.ID, Request: how, Started: k.Started, session: k.Session, ended: k.Ended, report: r}
	e.progress.Done = r.Calls
	if e.state, e.reason = finalState(r); r.Early {
		e.state, e.reason = Stopped, ""
	}
	return e, nil
}

func (e *Examination) snapshot(mutes []wire.Mute) *Snapshot {
	e.mu.Lock()
	defer e.mu.Unlock()
	l := &Snapshot{Examination: e, State: e.state, Reason: e.reason, Session: e.session, Plan: e.plan, Progress: e.progress, JudgedCount: e.judgedCount, URL: e.url, Rows: slices.Clone(e.rows), StepCalls: slices.Clone(e.stepCalls), Ended: e.ended, Rev: e.rev}
	if e.report != nil {
		r := *e.report
		if r.Checks != nil {
			c := *r.Checks
			c.Checks = append(c.Checks[:0:0], c.Checks...)
			c.Mute(mutes, e.session)
			r.Checks = &c
		}
		l.Report = &r
		if l.State == Done && r.Stopped != "" {
			l.State = Early
		}
	}
	return l
}
