package replay

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// plan reads a recording into the steps to take, in the order in which they
// began, each with what it came after.
func plan(ctx context.Context, list []wire.Exchange, from diff.Source) ([]*step, error) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b wire.Exchange) int { return a.Started.Compare(b.Started) })
	var steps []*step
	for _, x := range list {
		s, err := read(ctx, from, x)
		if err != nil {
			return nil, fmt.Errorf("plan the replay: %w", err)
		}
		if s != nil && !seen(steps, s) {
			steps = collapsed(steps, s)
		}
	}
	if len(steps) == 0 {
		return nil, fmt.Errorf("nothing to replay: the recording holds no call that a client made")
	}
	var open []int // steps that none so far came after
	for i, s := range steps {
		open = append(s.follow(steps, open), i)
	}
	for _, s := range steps {
		s.arrived = nil
	}
	return steps, nil
}

// seen reports whether a step only looks at a card again that has not changed.
func seen(steps []*step, s *step) bool {
	return s.Op == a2a.GetCard && slices.ContainsFunc(steps, func(b *step) bool {
		return b.Op == s.Op && b.x.URL == s.x.URL && b.sum == s.sum && b.x.Response.Status == s.x.Response.Status &&
			b.x.Request.Header.Get("A2A-Version") == s.x.Request.Header.Get("A2A-Version")
	})
}

// collapsed adds a step; a poll joins the one before it on the same task.
func collapsed(steps []*step, s *step) []*step {
	for i := len(steps) - 1; i >= 0 && s.Op == a2a.GetTask && s.binding != ""; i-- {
		last := steps[i]
		if last.task != s.task {
			continue
		}
		s.waited = s.x.Started.Sub(last.x.Started)
		if last.Op != a2a.GetTask || last.Version != s.Version || last.failed != s.failed {
			break
		}
		s.waited += last.waited
		s.Polls = max(last.Polls, 1) + 1
		s.every = s.waited / time.Duration(s.Polls)
		s.x.Started = last.x.Started // it takes the place of the first
		steps[i] = s
		return steps
	}
	return append(steps, s)
}

// follow finds what a step came after: steps that were over, or a place in the
// answers of those that were not, which are returned. open are the steps before
// it that nothing has come after yet.
func (s *step) follow(steps []*step, open []int) (still []int) {
	var latest time.Time
	last := func(at time.Time) {
		if at.After(latest) {
			latest = at
		}
	}
	for _, i := range open {
		b := steps[i]
		if !b.x.Ended.IsZero() && !b.x.Ended.After(s.x.Started) {
			s.after = append(s.after, trigger{step: i, done: true})
			last(b.x.Ended)
			continue
		}
		last(b.x.Started)
		t := trigger{step: i}
		for _, a := range b.arrived {
			if a.at.After(s.x.Started) {
				break
			}
			t.events++
			if !a.snapshot {
				t.updates++
			}
			last(a.at)
		}
		s.after = append(s.after, t)
		still = append(still, i)
	}
	if !latest.IsZero() {
		s.pause = max(0, s.x.Started.Sub(latest))
	}
	return still
}
