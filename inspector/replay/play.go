package replay

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Play runs the remaining steps in order and returns when all have ended and been compared: nil at the end, ErrStopped
// at a difference, or the context's error. A step that the context interrupts counts as missing or stopped. Play must
// not be called concurrently.
func (r *Replay) Play(ctx context.Context) error {
	r.mu.Lock()
	r.stopped = false
	r.mu.Unlock()
	var wait sync.WaitGroup
	for r.nextStep < len(r.steps) && r.waitForStep(ctx, r.steps[r.nextStep]) {
		i := r.nextStep
		r.mu.Lock()
		r.nextStep++
		r.runs[i].hasBegun = true
		r.mu.Unlock()
		wait.Go(func() {
			r.run(ctx, i)
			r.compareEnded(ctx)
		})
	}
	wait.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.err != nil:
		return r.err
	case r.stopped:
		return ErrStopped
	case ctx.Err() != nil:
		return fmt.Errorf("replay: %w", context.Cause(ctx))
	}
	return nil
}

// waitForStep waits until a step may begin: the steps before it have ended or reached the recorded point, the recorded
// pause is over, and the replay is not paused. It returns false if the step must not begin in this Play.
func (r *Replay) waitForStep(ctx context.Context, s *step) bool {
	for _, t := range s.triggers {
		if !r.awaitTrigger(ctx, t) {
			return false
		}
	}
	if s.pause > 0 && r.opts.Pace > 0 && !sleep(ctx, time.Duration(float64(s.pause)*r.opts.Pace)) {
		return false
	}
	for {
		r.mu.Lock()
		inside := r.belongsInside(s)
		held, over, changed := (r.paused || r.mayStop()) && !inside, r.err != nil || r.stopped && !inside, r.changed
		r.mu.Unlock()
		if over || ctx.Err() != nil {
			return false
		}
		if !held {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}

// belongsInside reports whether a step was recorded during another step that is still running and may be
// waiting for it.
func (r *Replay) belongsInside(s *step) bool {
	for _, t := range s.triggers {
		if !t.atEnd && !r.runs[t.step].isOver {
			return true
		}
	}
	return false
}

// mayStop reports whether a step that has ended but is not compared may still stop the replay.
func (r *Replay) mayStop() bool {
	return r.opts.StopAtDifference && r.compared < len(r.steps) && r.runs[r.compared].isOver
}

// awaitTrigger waits for a point in another step's response, as long as that one makes progress.
func (r *Replay) awaitTrigger(ctx context.Context, t trigger) bool {
	patience := time.NewTimer(r.opts.Patience)
	defer patience.Stop()
	seen := -1
	for {
		r.mu.Lock()
		other, changed := r.runs[t.step], r.changed
		r.mu.Unlock()
		if other.isOver || !t.atEnd && other.updates >= t.updates && (t.events == 0 || other.events > 0) {
			return true
		}
		var late <-chan time.Time
		if !t.atEnd {
			late = patience.C
			if other.events != seen {
				seen = other.events
				patience.Reset(r.opts.Patience)
			}
		}
		select {
		case <-changed:
		case <-late:
			return true // the stream is stuck; perhaps it waits for this step
		case <-ctx.Done():
			return false
		}
	}
}

// compareEnded compares the steps that have ended, in the recording's order, because the comparison learns ids
// as they appear.
func (r *Replay) compareEnded(ctx context.Context) {
	r.compareMu.Lock()
	defer r.compareMu.Unlock()
	for {
		r.mu.Lock()
		i := r.compared
		if i == len(r.steps) || r.err != nil || !r.runs[i].isOver {
			r.mu.Unlock()
			return
		}
		run := r.runs[i]
		r.mu.Unlock()
		p := run.pair
		var err error
		if run.body != nil {
			p, err = r.compare(ctx, i, run)
		}
		r.mu.Lock()
		if err != nil {
			r.err = err
		} else {
			r.compared++
			r.pairs = append(r.pairs, p)
			r.stopped = r.stopped || p.Outcome != diff.OutcomeSame && r.opts.StopAtDifference
			r.runs[i].body = nil
		}
		r.notify()
		r.mu.Unlock()
		if err == nil {
			r.report(Progress{Step: i, Phase: Done, Exchange: p.B, Events: run.events, Pair: &p})
		}
	}
}

func (r *Replay) compare(ctx context.Context, i int, run stepRun) (diff.Pair, error) {
	s := r.steps[i]
	if old, ok := r.addresses.ownURL(s); ok {
		r.comparer.Equate(old, r.addresses.replacementURL(old))
	}
	p, err := r.comparer.Exchanges(context.WithoutCancel(ctx), r.opts.Source, s.original, run.body, run.exchange)
	if err != nil {
		return p, fmt.Errorf("compare with exchange %s: %w", s.Exchange, err)
	}
	p.PollsA, p.PollsB = s.Polls, run.pair.PollsB
	if ctx.Err() != nil && run.exchange.Outcome == wire.Cancelled && p.Outcome != diff.OutcomeSame {
		p.Outcome, p.Level, p.Differences, p.OmittedCount, p.IgnoredCount, p.FailureText = diff.OutcomeStopped, 0, []diff.Difference{}, 0, 0, ""
		p.Notes = []string{"stopped while the agent was answering; an incomplete answer is not compared"}
		return p, nil
	}
	p.Notes = append(p.Notes, run.pair.Notes...)
	return p, nil
}
