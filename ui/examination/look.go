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

// Look is an examination as a page shows it.
type Look struct {
	*Examination
	State   State
	Why     string
	Session string
	Plan    examine.Plan
	At      examine.Progress
	Judged  int
	URL     string        // where a client is to call, "" for nowhere
	Rows    []examine.Row // of a client's steps, or of conversations: those that ended, then those to come
	Heard   []string      // exchanges of the step under way
	Ended   time.Time
	Report  *examine.Report // with what is muted; nil until it is over
	Rev     int
}

// Counted is how many calls were made, steps taken or exchanges judged, of how many.
func (l *Look) Counted() string {
	switch {
	case l.Report != nil && l.How.Session != "":
		return part.Plural(l.Report.Calls, l.Unit())
	case l.Report != nil:
		return part.Plural(l.Report.Calls, "call")
	case l.State == Judging:
		return part.Plural(l.Judged, "exchange")
	case len(l.Rows) > 0:
		return part.Count(l.At.Done) + " of " + part.Plural(len(l.Rows), l.Unit())
	case l.Plan.Calls == 0:
		return ""
	}
	return part.Count(l.At.Done) + " of up to " + part.Plural(max(l.Plan.Calls, l.At.Done), "call")
}

// Told is how far an examination is, with the counts of its report: what the page of jobs shows.
func (s *Runs) Told(ctx context.Context, id string) (counted string, shares []part.ResultShare) {
	e, ok := s.Jobs.Get(id)
	if !ok {
		return "", nil
	}
	l, err := s.Look(ctx, e)
	if err != nil {
		return "", nil
	}
	if l.Report != nil {
		shares = Shares(l.Report, Lines(l.Report), "/examinations/"+id)
	}
	return l.Counted(), shares
}

// IsOver reports whether nothing more will come of it.
func (l *Look) IsOver() bool { return l.State.IsOver() }

// Look reads an examination as it is now.
func (s *Runs) Look(ctx context.Context, e *Examination) (*Look, error) {
	mutes, err := s.Library.Mutes(ctx)
	if err != nil {
		return nil, fmt.Errorf("read what is muted: %w", err)
	}
	return e.look(mutes), nil
}

// Looks are the newest examinations, of this launch and on record, the newest first.
func (s *Runs) Looks(ctx context.Context) ([]*Look, error) {
	mutes, err := s.Library.Mutes(ctx)
	if err != nil {
		return nil, fmt.Errorf("read what is muted: %w", err)
	}
	list := s.Jobs.All()
	on, err := s.Examiner.Kept(ctx, kept)
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
	var out []*Look
	for _, e := range list[:min(len(list), kept)] {
		out = append(out, e.look(mutes))
	}
	return out, nil
}

// keptAs is an examination on record.
func keptAs(k *wire.Examination) (*Examination, error) {
	var asked examine.Asked
	if err := json.Unmarshal(k.Asked, &asked); err != nil {
		return nil, fmt.Errorf("read how examination %s was asked for: %w", k.ID, err)
	}
	r, err := examine.Decode(k.Report)
	if err != nil {
		return nil, fmt.Errorf("examination %s: %w", k.ID, err)
	}
	how := Ask{Agent: k.Agent, Origin: asked.Origin, Texts: asked.Texts, Rate: asked.Rate, Budget: asked.Budget, Client: asked.Client, Chaos: asked.Chaos, Limit: asked.Limit}
	if how.Kind() == "agent" { // what the command line leaves to the defaults
		how.Rate, how.Budget = cmp.Or(how.Rate, examine.DefaultRate), cmp.Or(how.Budget, examine.DefaultBudget)
	}
	if len(asked.Versions) == 1 {
		how.Version = asked.Versions[0]
	}
	if len(asked.Bindings) == 1 {
		how.Binding = asked.Bindings[0]
	}
	e := &Examination{ID: k.ID, How: how, Started: k.Started, session: k.Session, ended: k.Ended, report: r}
	e.at.Done = r.Calls
	if e.state, e.why = ended(r); r.Early {
		e.state, e.why = Stopped, ""
	}
	return e, nil
}

func (e *Examination) look(mutes []wire.Mute) *Look {
	e.mu.Lock()
	defer e.mu.Unlock()
	l := &Look{Examination: e, State: e.state, Why: e.why, Session: e.session, Plan: e.plan, At: e.at, Judged: e.judged, URL: e.url, Rows: slices.Clone(e.rows), Heard: slices.Clone(e.heard), Ended: e.ended, Rev: e.rev}
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
