package rerun

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/inspector/replay"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/comparison"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// MaxRunning bounds the replays that run at once.
const MaxRunning = 3

// NamePrefix begins the name of the session that a replay is recorded in.
const NamePrefix = "replay of "

// NewJobs returns the replays of this launch.
func NewJobs() *background.Jobs[*Rerun] {
	return &background.Jobs[*Rerun]{MaxRunning: MaxRunning, MaxFinished: 20}
}

// State is the state of a replay.
type State string

const (
	RerunPlanning State = "looking at the agent"
	RerunRunning  State = "running"
	RerunStopped  State = "stopped at a difference"
	RerunEnded    State = "stopped by you"
	RerunDone     State = "done"
	RerunFailed   State = "could not run"
)

// Rerun is a replay of a session. The fields before mu do not change after its creation.
// Read the others with Snapshot.
type Rerun struct {
	ID      string
	Session wire.Session // the session that is replayed
	Into    string       // id of the session that records the new exchanges
	Started time.Time
	Options host.ReplayOptions // without the header
	Headers []string           // names of the headers that are sent

	mu        sync.Mutex
	State     State
	reason    string // why it could not run, or ended early
	Notes     []string
	paused    bool
	ended     time.Time
	run       *replay.Replay // nil while planning
	Steps     []Step
	hidden    []string     // ignore rules added since it began
	rev       int          // grows with every change
	diffBytes int          // bytes of all differences
	result    *diff.Report // of the revision resultRev, once it is done
	resultRev int
}

// Step is a step and its result.
type Step struct {
	replay.Step
	Sends       int // requests that were sent: more than one for polls
	Events      int
	NewExchange string // new exchange, the last of several
	Pair        *diff.Pair
	Rev         int // the Rerun's revision when this step last changed
}

// outcomes maps states to outcomes. A replay in any other state is running.
var outcomes = map[State]background.Outcome{RerunStopped: background.Waiting, RerunEnded: background.Stopped, RerunDone: background.Done, RerunFailed: background.Failed}

func (r *Rerun) Status() background.Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	status := background.Status{ID: r.ID, Title: record.SessionTitle(r.Session), URL: "/replays/" + r.ID, Stage: string(r.State), Total: len(r.Steps), Started: r.Started, Outcome: outcomes[r.State]}
	if !r.ended.IsZero() {
		status.Took = r.ended.Sub(r.Started)
	}
	for i := range r.Steps {
		if r.Steps[i].Pair != nil {
			status.Done++
		}
	}
	switch r.State {
	case RerunFailed:
		status.Err = errors.New(r.reason)
	case RerunDone:
		if r.result == nil || r.resultRev != r.rev {
			r.result, r.resultRev = r.snapshot(0).Report, r.rev
		}
		status.Result, status.Differs = r.result.ResultText(), !r.result.Equal()
	}
	return status
}

func (r *Rerun) IsOver() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.State == RerunEnded || r.State == RerunDone || r.State == RerunFailed
}

// change runs edit under the lock, as a new revision.
func (r *Rerun) change(edit func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rev++
	edit()
}

// play plans the replay, or resumes one that stopped at a difference, and runs it to its end. Only
// the plan keeps the header.
func (s *Runs) play(ctx context.Context, r *Rerun, header http.Header) {
	defer s.Web.Notify(web.Runs)
	defer s.close(r)
	run := r.planned()
	if run == nil {
		var err error
		if run, err = s.plan(ctx, r, header); err != nil {
			r.end(ctx, s.Web.Now(), err)
			return
		}
	}
	r.change(func() { r.State = RerunRunning })
	s.Web.Notify(web.Runs)
	err := run.Play(ctx)
	r.end(ctx, s.Web.Now(), err)
}

// close ends the session that recorded a finished replay.
func (s *Runs) close(r *Rerun) {
	if !r.IsOver() {
		return
	}
	if err := s.Desk.EndSideSession(context.Background(), r.Into); err != nil {
		s.Web.Logger.Error("end the session of a replay", "err", err)
	}
}

func (r *Rerun) planned() *replay.Replay {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.run
}

func (s *Runs) plan(ctx context.Context, r *Rerun, header http.Header) (*replay.Replay, error) {
	how := r.Options
	how.Header = header
	how.Logger = s.Web.Logger
	how.OnProgress = func(p replay.Progress) {
		r.progress(p)
		s.Web.Notify(web.Runs)
	}
	how.Note = func(text string) { r.change(func() { r.Notes = append(r.Notes, text) }) }
	run, err := s.Player.Plan(ctx, how)
	if err != nil {
		return nil, err
	}
	steps := run.Steps()
	r.change(func() {
		r.run = run
		for _, step := range steps {
			r.Steps = append(r.Steps, Step{Step: step, Rev: r.rev})
		}
		run.Pause(r.paused)
	})
	return run, nil
}

func (r *Rerun) progress(p replay.Progress) {
	var step replay.Step
	if p.Phase == replay.Done {
		step = r.planned().Steps()[p.Step] // now knows why it was skipped
	}
	r.change(func() {
		t := &r.Steps[p.Step]
		t.Rev, t.Events = r.rev, max(t.Events, p.Events)
		if p.Exchange != "" {
			t.NewExchange = p.Exchange
		}
		switch p.Phase {
		case replay.Sending:
			t.Sends++
		case replay.Done:
			t.Step, t.Pair = step, p.Pair
			if r.diffBytes += comparison.SizeOf(p.Pair.Differences); r.diffBytes > comparison.MaxDiffBytes { // comparing the two exchanges shows them
				rest := *p.Pair
				rest.OmittedCount, rest.Differences = rest.OmittedCount+len(rest.Differences), nil
				t.Pair = &rest
			}
		}
	})
}

func (r *Rerun) end(ctx context.Context, now time.Time, err error) {
	r.change(func() {
		r.ended = now
		switch {
		case err == nil:
			r.State = RerunDone
		case errors.Is(err, replay.ErrStopped):
			r.State = RerunStopped
		case ctx.Err() != nil:
			r.State = RerunEnded
		default:
			r.State, r.reason = RerunFailed, err.Error()
		}
		r.markUnfinished()
	})
}

// markUnfinished marks the remaining steps as changed, since they will not run. Hold the lock.
func (r *Rerun) markUnfinished() {
	for i := range r.Steps {
		if r.Steps[i].Pair == nil {
			r.Steps[i].Rev = r.rev
		}
	}
}
