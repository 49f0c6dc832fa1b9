package ui

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/inspector/replay"
	"github.com/a2a-console/a2a-console/internal/wire"
)

const (
	runningReruns = 3  // replays at once
	keptReruns    = 20 // that can be looked at again
)

// rerunState is where a replay is.
type rerunState string

const (
	rerunPlanning rerunState = "looking at the agent"
	rerunRunning  rerunState = "running"
	rerunStopped  rerunState = "stopped at a difference"
	rerunEnded    rerunState = "stopped by you"
	rerunDone     rerunState = "done"
	rerunFailed   rerunState = "could not run"
)

// reruns are the replays of this launch, newest first. Safe for concurrent use.
type reruns struct {
	mu   sync.Mutex
	list []*rerun
}

// rerun is a session being run again. What is set when it is made does not
// change; the rest is read by look.
type rerun struct {
	ID      string
	Session wire.Session // that is run again
	Into    string       // session that the new exchanges are recorded into
	Started time.Time
	How     Replaying // header left out
	Headers []string  // names of those that go along

	mu     sync.Mutex
	state  rerunState
	why    string // it could not run, or ended early
	notes  []string
	paused bool
	ended  time.Time
	run    *replay.Replay // nil while planning
	steps  []rerunStep
	hidden []string // ignore rules added since it began
	rev    int      // grows with every change
	held   int      // bytes of differences
}

// rerunStep is a step with what came of it.
type rerunStep struct {
	replay.Step
	Sends  int // requests that went out: more than one for polls
	Events int
	New    string // exchange, of several the last
	Pair   *diff.Pair
	Rev    int // rerun's when this step changed last
}

// add takes a replay in, unless too many run. Old ones that are over go.
func (l *reruns) add(r *rerun) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	running := 0
	for _, o := range l.list {
		if !o.over() {
			running++
		}
	}
	if running >= runningReruns {
		return false
	}
	l.list = slices.Insert(l.list, 0, r)
	for i := len(l.list) - 1; len(l.list) > keptReruns && i >= 0; i-- {
		if l.list[i].over() {
			l.list = slices.Delete(l.list, i, i+1)
		}
	}
	return true
}

func (l *reruns) all() []*rerun {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.list)
}

func (l *reruns) get(id string) *rerun {
	for _, r := range l.all() {
		if r.ID == id {
			return r
		}
	}
	return nil
}

func (r *rerun) over() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state == rerunEnded || r.state == rerunDone || r.state == rerunFailed
}

// change edits what is not fixed.
func (r *rerun) change(edit func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rev++
	edit()
}

// play plans the run, or takes up one that stopped at a difference, and runs it
// to its end. The header is held by the plan alone.
func (s *Server) play(ctx context.Context, r *rerun, header http.Header) {
	defer s.bell.ring()
	run := r.planned()
	if run == nil {
		var err error
		if run, err = s.plan(ctx, r, header); err != nil {
			r.end(ctx, s.Now(), err)
			return
		}
	}
	r.change(func() { r.state = rerunRunning })
	s.bell.ring()
	err := run.Play(ctx)
	r.end(ctx, s.Now(), err)
}

func (r *rerun) planned() *replay.Replay {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.run
}

func (s *Server) plan(ctx context.Context, r *rerun, header http.Header) (*replay.Replay, error) {
	how := r.How
	how.Header = header
	how.Logger = s.Logger
	how.Progress = func(p replay.Progress) {
		r.progress(p)
		s.bell.ring()
	}
	how.Note = func(text string) { r.change(func() { r.notes = append(r.notes, text) }) }
	run, err := s.Player.Plan(ctx, how)
	if err != nil {
		return nil, err
	}
	steps := run.Steps()
	r.change(func() {
		r.run = run
		for _, step := range steps {
			r.steps = append(r.steps, rerunStep{Step: step, Rev: r.rev})
		}
		run.Pause(r.paused)
	})
	return run, nil
}

func (r *rerun) progress(p replay.Progress) {
	var step replay.Step
	if p.Stage == replay.Done {
		step = r.planned().Steps()[p.Step] // why it was skipped is known now
	}
	r.change(func() {
		t := &r.steps[p.Step]
		t.Rev, t.Events = r.rev, max(t.Events, p.Events)
		if p.New != "" {
			t.New = p.New
		}
		switch p.Stage {
		case replay.Sending:
			t.Sends++
		case replay.Done:
			t.Step, t.Pair = step, p.Pair
			if r.held += sizeOf(p.Pair.Differences); r.held > heldBytes { // comparing the two exchanges shows them
				rest := *p.Pair
				rest.More, rest.Differences = rest.More+len(rest.Differences), nil
				t.Pair = &rest
			}
		}
	})
}

// end says how a run came out.
func (r *rerun) end(ctx context.Context, now time.Time, err error) {
	r.change(func() {
		r.ended = now
		switch {
		case err == nil:
			r.state = rerunDone
		case errors.Is(err, replay.ErrStopped):
			r.state = rerunStopped
		case ctx.Err() != nil:
			r.state = rerunEnded
		default:
			r.state, r.why = rerunFailed, err.Error()
		}
		r.leave()
	})
}

// leave says of the steps that are still to come that they changed: nothing
// will come of them any more. The lock is held.
func (r *rerun) leave() {
	for i := range r.steps {
		if r.steps[i].Pair == nil {
			r.steps[i].Rev = r.rev
		}
	}
}
