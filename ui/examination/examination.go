// Package examination examines agents in the background and keeps what was found.
package examination

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

// kept is how many examinations are listed, and in memory.
const kept = 20

// NewJobs are the examinations of this launch.
func NewJobs() *background.Jobs[*Examination] {
	return &background.Jobs[*Examination]{Running: 2, Kept: kept}
}

// State is where an examination is.
type State string

// The states.
const (
	Finding State = "reading the card"
	Waiting State = "waiting for the client"
	Calling State = "calling the agent"
	Judging State = "running the checks"
	Done    State = "done"
	Stopped State = "stopped"
	Early   State = "ended early" // by itself: its calls were used up, or the agent went away
	Failed  State = "could not run"
)

// IsOver reports whether nothing more will come of it.
func (s State) IsOver() bool { return s == Done || s == Stopped || s == Early || s == Failed }

// Runs examines agents. Safe for concurrent use.
type Runs struct {
	Web        *web.Site
	Background *background.Calls
	Desk       host.Desk
	Library    host.Library
	Examiner   host.Examiner // nil: nothing can be examined
	Jobs       *background.Jobs[*Examination]
}

// Examination is an agent being examined. What is set when it is made does not change;
// the rest is read by look.
type Examination struct {
	ID      string
	How     Ask
	Started time.Time

	done chan struct{} // closed when it is over; nil for one on record
	next chan bool     // taken while a client takes a step

	mu      sync.Mutex
	state   State
	why     string // it could not run, or did not run to its end
	session string // that the calls are recorded into, "" before it begins
	plan    examine.Plan
	at      examine.Progress
	judged  int
	url     string        // where a client is to call, "" for nowhere
	rows    []examine.Row // of a client's steps, or of conversations under faults: those that ended, then those to come
	heard   []string      // calls of the step under way
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

// Status implements background.Job.
func (e *Examination) Status() background.Status {
	e.mu.Lock()
	defer e.mu.Unlock()
	status := background.Status{ID: e.ID, Title: e.How.Called(cmp.Or(e.How.Title, e.How.Agent)), Unit: e.Unit(), URL: "/examinations/" + e.ID, Stage: string(e.state), Done: e.at.Done, Of: e.plan.Calls, Started: e.Started}
	if e.report != nil {
		status.Took = e.report.Took
	}
	switch {
	case e.state == Failed:
		status.Outcome, status.Err = background.Failed, errors.New(e.why)
	case e.state == Stopped:
		status.Outcome = background.Stopped
	case e.state == Done && e.report != nil && e.report.Stopped != "":
		status.Stage, status.Outcome = string(Early), background.Stopped
	case e.state.IsOver():
		status.Outcome = background.Done
	}
	return status
}

// Close stops what runs, and waits until it is over: its last calls cancel the tasks that it
// left open, so what they pass through is closed later. It waits for patience at most.
func (s *Runs) Close(patience time.Duration) {
	s.Jobs.Close()
	late := time.After(patience)
	for _, e := range s.Jobs.All() {
		if e.Status().IsOver() {
			continue
		}
		s.Stop(e)
		select {
		case <-e.done:
		case <-late:
			return
		}
	}
}

// errPaused is why an examination ends: what is not on record cannot be judged.
var errPaused = errors.New("recording was paused")

// follow keeps what a client does.
func (s *Runs) follow(e *Examination, o *host.Examining) {
	change := func(edit func()) {
		e.change(edit)
		s.Web.Notify(web.Jobs)
	}
	o.Next = e.next
	o.Waits = func(url string, rows []examine.Row) {
		change(func() {
			e.url, e.rows = url, slices.Clone(rows)
			if url != "" {
				e.state = Waiting
			}
		})
	}
	o.Heard = func(x wire.Exchange) {
		change(func() { e.heard = append(e.heard[max(len(e.heard)-mostHeard, 0):], x.ID) })
	}
	o.Ended = func(r examine.Row) {
		change(func() {
			if e.at.Done < len(e.rows) {
				e.rows[e.at.Done], e.heard = r, nil
				e.at.Done++
			}
		})
	}
}

// mostHeard is how many calls are shown of the step under way, less one.
const mostHeard = 7

// Unit is what its progress counts.
func (e *Examination) Unit() string {
	switch e.How.Kind() {
	case "client":
		return "step"
	case "chaos":
		return "conversation"
	case "session":
		return "exchange"
	}
	return "call"
}

// run examines, and keeps what was found.
func (s *Runs) run(ctx context.Context, e *Examination) {
	defer close(e.done)
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	o := e.How.examining()
	o.ID = e.ID
	o.Begun = func(session string, p examine.Plan) {
		e.change(func() { e.session, e.plan, e.at.Planned, e.state = session, p, p.Calls, e.How.startState() })
		s.Web.Notify(web.Jobs)
	}
	o.Each = func(p examine.Progress) {
		e.change(func() { e.at = p })
		if s.Desk.Paused() {
			end(errPaused)
		}
		s.Web.Notify(web.Jobs)
	}
	o.Judged = func(done int) {
		e.change(func() { e.judged, e.state = done, Judging })
		s.Web.Notify(web.Jobs)
	}
	s.follow(e, &o)
	r, err := s.Examiner.Examine(ctx, o)
	e.change(func() {
		e.ended, e.report = s.Web.Now(), r
		switch {
		case ctx.Err() != nil:
			e.state = Stopped
		case err != nil:
			e.state, e.why = Failed, err.Error()
		default:
			e.state, e.why = ended(r)
		}
	})
	s.Web.Notify(web.Jobs)
	s.Web.Notify(web.Sessions)
}

// ended is the state of an examination that ran to its end, and why nothing could be called. Where
// conversations were held and no rule touched one, the report says that.
func ended(r *examine.Report) (State, string) {
	if why := r.Untested(); why != "" && !(r.Chaos && r.Calls > 0) {
		return Failed, why
	}
	return Done, ""
}
