// Package examination runs examinations of agents and clients in the background, for the pages and
// the API. It takes a Request, has host.Examiner make the calls, and returns Snapshots with the
// results. Finished examinations are read from the record.
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

// maxKept bounds the examinations that are listed and kept in memory.
const maxKept = 20

// NewJobs returns the store of examinations since the program started.
func NewJobs() *background.Jobs[*Examination] {
	return &background.Jobs[*Examination]{MaxRunning: 2, MaxFinished: maxKept}
}

// State is the stage of an examination.
type State string

const (
	Finding State = "reading the card"
	Waiting State = "waiting for the client"
	Calling State = "calling the agent"
	Judging State = "running the checks"
	Done    State = "done"
	Stopped State = "stopped"
	Early   State = "ended early" // not stopped by a person: the calls were used up, or the agent left
	Failed  State = "could not run"
)

func (s State) IsOver() bool { return s == Done || s == Stopped || s == Early || s == Failed }

// Runs starts and finds examinations. Safe for concurrent use.
type Runs struct {
	Web        *web.Site
	Background *background.Calls
	Desk       host.Desk
	Library    host.Library
	Examiner   host.Examiner // nil: nothing can be examined
	Jobs       *background.Jobs[*Examination]
}

// Examination is one run. The exported fields and the channels do not change after Begin; mu guards
// the rest, which snapshot copies.
type Examination struct {
	ID      string
	Request Request
	Started time.Time

	done chan struct{} // closed when it is over; nil for one from the record
	next chan bool     // the run receives from it while a client takes a step

	mu          sync.Mutex
	state       State
	reason      string // why it could not run
	session     string // the session that the calls are recorded in, "" before it begins
	plan        examine.Plan
	progress    examine.Progress
	judgedCount int
	url         string        // URL that a client must call, "" for none
	rows        []examine.Row // a client's steps, or conversations under faults: those that have ended, then the others
	stepCalls   []string      // ids of the calls of the current step
	ended       time.Time
	report      *examine.Report // nil until it is over
	rev         int             // grows with every change
}

// change runs edit, which may change what mu guards, under the lock.
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
	status := background.Status{ID: e.ID, Title: e.Request.Phrase(cmp.Or(e.Request.Title, e.Request.Agent)), Unit: e.Unit(), URL: "/examinations/" + e.ID, Stage: string(e.state), Done: e.progress.Done, Total: e.plan.Calls, Started: e.Started}
	if e.report != nil {
		status.Took = e.report.Took
	}
	switch {
	case e.state == Failed:
		status.Outcome, status.Err = background.Failed, errors.New(e.reason)
	case e.state == Stopped:
		status.Outcome = background.Stopped
	case e.state == Done && e.report != nil && e.report.Stopped != "":
		status.Stage, status.Outcome = string(Early), background.Stopped
	case e.state.IsOver():
		status.Outcome = background.Done
	}
	return status
}

// Close stops running examinations and waits until they are over, but at most for patience. Their
// last calls cancel the tasks that they left open, so close what those calls need only afterwards.
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

// errPaused ends an examination, because what is not recorded cannot be judged.
var errPaused = errors.New("recording was paused")

// follow sets the callbacks of o that record in e what a client does.
func (s *Runs) follow(e *Examination, o *host.ExamineOptions) {
	change := func(edit func()) {
		e.change(edit)
		s.Web.Notify(web.Jobs)
	}
	o.Next = e.next
	o.OnWait = func(url string, rows []examine.Row) {
		change(func() {
			e.url, e.rows = url, slices.Clone(rows)
			if url != "" {
				e.state = Waiting
			}
		})
	}
	o.OnCall = func(x wire.Exchange) {
		change(func() { e.stepCalls = append(e.stepCalls[max(len(e.stepCalls)-maxStepCalls, 0):], x.ID) })
	}
	o.OnRow = func(r examine.Row) {
		change(func() {
			if e.progress.Done < len(e.rows) {
				e.rows[e.progress.Done], e.stepCalls = r, nil
				e.progress.Done++
			}
		})
	}
}

// maxStepCalls is one less than the number of calls kept of the current step.
const maxStepCalls = 7

func (e *Examination) Unit() string {
	switch e.Request.Kind() {
	case "client":
		return "step"
	case "chaos":
		return "conversation"
	case "session":
		return "exchange"
	}
	return "call"
}

func (s *Runs) run(ctx context.Context, e *Examination) {
	defer close(e.done)
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	o := e.Request.examining()
	o.ID = e.ID
	o.OnBegin = func(session string, p examine.Plan) {
		e.change(func() { e.session, e.plan, e.progress.Planned, e.state = session, p, p.Calls, e.Request.startState() })
		s.Web.Notify(web.Jobs)
	}
	o.OnProgress = func(p examine.Progress) {
		e.change(func() { e.progress = p })
		if s.Desk.Paused() {
			end(errPaused)
		}
		s.Web.Notify(web.Jobs)
	}
	o.OnJudged = func(done int) {
		e.change(func() { e.judgedCount, e.state = done, Judging })
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
			e.state, e.reason = Failed, err.Error()
		default:
			e.state, e.reason = finalState(r)
		}
	})
	s.Web.Notify(web.Jobs)
	s.Web.Notify(web.Sessions)
}

// finalState returns the state of an examination that was not stopped, and why it failed if nothing could be
// called. Conversations that no rule touched are not a failure: the report says so.
func finalState(r *examine.Report) (State, string) {
	if why := r.Untested(); why != "" && !(r.Chaos && r.Calls > 0) {
		return Failed, why
	}
	return Done, ""
}
