package examination

import (
	"context"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/wire"
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
	Ended   time.Time
	Report  *examine.Report // with what is muted; nil until it is over
	Rev     int
}

// Over reports whether nothing more will come of it.
func (l *Look) Over() bool { return l.State.Over() }

// Look reads an examination as it is now.
func (s *Runs) Look(ctx context.Context, e *Examination) (*Look, error) {
	mutes, err := s.Library.Mutes(ctx)
	if err != nil {
		return nil, fmt.Errorf("read what is muted: %w", err)
	}
	return e.look(mutes), nil
}

// Looks are all examinations, the newest first.
func (s *Runs) Looks(ctx context.Context) ([]*Look, error) {
	mutes, err := s.Library.Mutes(ctx)
	if err != nil {
		return nil, fmt.Errorf("read what is muted: %w", err)
	}
	var out []*Look
	for _, e := range s.all() {
		out = append(out, e.look(mutes))
	}
	return out, nil
}

func (e *Examination) look(mutes []wire.Mute) *Look {
	e.mu.Lock()
	defer e.mu.Unlock()
	l := &Look{Examination: e, State: e.state, Why: e.why, Session: e.session, Plan: e.plan, At: e.at, Judged: e.judged, Ended: e.ended, Rev: e.rev}
	if e.report != nil {
		r := *e.report
		if r.Checks != nil {
			c := *r.Checks
			c.Checks = append(c.Checks[:0:0], c.Checks...)
			c.Mute(mutes, e.session)
			r.Checks = &c
		}
		l.Report = &r
	}
	return l
}
