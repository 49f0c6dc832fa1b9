// Package examination examines agents in the background and keeps what was found.
package examination

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

const (
	running = 2  // examinations at once
	kept    = 20 // that can be looked at again
)

// State is where an examination is.
type State string

// The states.
const (
	Finding State = "reading the card"
	Calling State = "calling the agent"
	Judging State = "making the checks"
	Done    State = "done"
	Stopped State = "stopped by you"
	Failed  State = "could not run"
)

// Over reports whether nothing more will come of it.
func (s State) Over() bool { return s == Done || s == Stopped || s == Failed }

// Runs examines agents. Safe for concurrent use.
type Runs struct {
	Web        *web.Site
	Background *background.Calls
	Desk       host.Desk
	Library    host.Library
	Examiner   host.Examiner // nil: nothing can be examined

	mu   sync.Mutex
	list []*Examination // newest first
}

// Examination is an agent being examined. What is set when it is made does not change;
// the rest is read by look.
type Examination struct {
	ID      string
	How     Ask
	Started time.Time

	mu      sync.Mutex
	state   State
	why     string // it could not run
	session string // that the calls are recorded into, "" before it begins
	plan    examine.Plan
	at      examine.Progress
	judged  int
	ended   time.Time
	report  *examine.Report // nil until it is over
	rev     int             // grows with every change
}

// change edits what is not fixed.
func (e *Examination) change(edit func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.rev++
	edit()
}

func (e *Examination) over() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.state.Over()
}

// add takes an examination in, unless too many run. Old ones that are over go.
func (s *Runs) add(e *Examination) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := 0
	for _, o := range s.list {
		if !o.over() {
			now++
		}
	}
	if now >= running {
		return false
	}
	s.list = slices.Insert(s.list, 0, e)
	for i := len(s.list) - 1; len(s.list) > kept && i >= 0; i-- {
		if s.list[i].over() {
			s.list = slices.Delete(s.list, i, i+1)
		}
	}
	return true
}

func (s *Runs) all() []*Examination {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.list)
}

// run examines, and keeps what was found.
func (s *Runs) run(ctx context.Context, e *Examination) {
	o := e.How.examining()
	o.Begun = func(session string, p examine.Plan) {
		e.change(func() { e.session, e.plan, e.at.Planned, e.state = session, p, p.Calls, Calling })
		s.Web.Notify(web.Examinations)
	}
	o.Each = func(p examine.Progress) {
		e.change(func() { e.at = p })
		s.Web.Notify(web.Examinations)
	}
	o.Judged = func(done int) {
		e.change(func() { e.judged, e.state = done, Judging })
		s.Web.Notify(web.Examinations)
	}
	r, err := s.Examiner.Examine(ctx, o)
	e.change(func() {
		e.ended, e.report = s.Web.Now(), r
		switch {
		case ctx.Err() != nil:
			e.state = Stopped
		case err != nil:
			e.state, e.why = Failed, err.Error()
		case r.Untested() != "":
			e.state, e.why = Failed, r.Untested()
		default:
			e.state = Done
		}
	})
	s.Web.Notify(web.Examinations)
	s.Web.Notify(web.Sessions)
}
