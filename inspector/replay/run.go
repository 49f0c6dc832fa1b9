package replay

import (
	"context"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func (r *Replay) run(ctx context.Context, i int) {
	s := r.steps[i]
	pair := diff.Pair{A: s.Exchange, Outcome: diff.OutcomeMissing, Differences: []diff.Difference{}, Op: s.Op, Excerpt: s.Excerpt, PollsA: s.Polls}
	why := s.SkipReason
	var p inspector.PreparedRequest
	if why == "" {
		var err error
		var notes []string
		if p, notes, err = r.request(ctx, s); err != nil {
			why = err.Error()
		}
		if pair.Notes = notes; s.Push != "" {
			pair.Notes = append([]string{s.Push}, notes...)
		}
	}
	if why == "" {
		why = r.send(ctx, i, p, &pair)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if why != "" {
		pair.Notes = append(pair.Notes, "not sent: "+why)
		r.steps[i].SkipReason = why
	}
	r.runs[i].pair, r.runs[i].isOver = pair, true
	r.notify()
}

// send sends a step's request, and repeats a poll until the task has its recorded state. It returns why a
// request could not be sent, "" if all were sent.
func (r *Replay) send(ctx context.Context, i int, p inspector.PreparedRequest, pair *diff.Pair) string {
	s := r.steps[i]
	var last a2a.State
	deadline := time.Now().Add(r.opts.pollTimeout(s))
	for n := 1; ; n++ {
		if n > 1 {
			var err error
			if p, _, err = r.request(ctx, s); err != nil {
				return err.Error()
			}
		}
		answer, err := r.call(ctx, i, p)
		if err != nil {
			return err.Error()
		}
		last = answer.state
		if n > 1 {
			pair.PollsB = n
		}
		if s.isPoll() && answer.isComplete && last != s.state && !last.Terminal() && last != "" && time.Now().Before(deadline) && sleep(ctx, min(max(s.pollInterval, 50*time.Millisecond), 2*time.Second)) {
			continue
		}
		pair.B = answer.exchange.ID
		if status := answer.exchange.Response.Status; wire.DeniesAccess(status) && s.original.Response.Status != status {
			pair.Notes = append(pair.Notes, fmt.Sprintf("answered with %d: the agent requires credentials, and recorded ones are never sent; sign in to it, or give --bearer, --basic, --api-key or --oauth", status))
		}
		if answer.exchange.Problem != "" {
			pair.Notes = append(pair.Notes, answer.exchange.Problem)
		}
		if s.isPoll() && last != s.state && !time.Now().Before(deadline) {
			pair.Notes = append(pair.Notes, "polled for "+r.opts.pollTimeout(s).String()+", but the task did not reach its recorded state")
		}
		r.mu.Lock()
		r.runs[i].exchange, r.runs[i].body = answer.exchange, answer.body
		r.mu.Unlock()
		return ""
	}
}

type answer struct {
	exchange   wire.Exchange
	body       diff.Memory
	state      a2a.State
	isComplete bool // the agent finished the response
}

// call sends one request and reads the response to its end, or as far as the recorded client read it.
func (r *Replay) call(ctx context.Context, i int, p inspector.PreparedRequest) (answer, error) {
	s := r.steps[i]
	id := wire.NewID()
	ctx = wire.WithCallOptions(ctx, wire.CallOptions{ID: id, Origin: wire.Replay, Link: s.Exchange, Session: r.opts.TargetSession})
	ctx, cancel := context.WithTimeout(ctx, r.opts.timeout(s))
	defer cancel()
	r.report(Progress{Step: i, Phase: Sending, Exchange: id})
	var a answer
	events := 0
	started := time.Now()
	end, err := r.client.Send(ctx, p, func(e inspector.Event) {
		events++
		r.ids.bindAnswer(s, e.Reading.Result)
		if s := e.Reading.Result.TaskStatus(); s != nil && s.State != "" {
			a.state = s.State
		}
		r.report(Progress{Step: i, Phase: Event, Exchange: id, Events: events})
		r.countEvent(i, e.Reading.Kind) // after the report, because it may start the next step
		if events == s.leaveAfter {
			cancel()
		}
	})
	if err != nil {
		return a, err
	}
	a.isComplete = end.Outcome == wire.ByAgent
	if end.Exchange != "" {
		id = end.Exchange // another id if the call was repeated with another HTTP method
	}
	a.exchange, a.body = r.captures.exchange(p, started, end, id, s.Exchange)
	return a, nil
}

// countEvent counts an event and wakes the steps that wait for it.
func (r *Replay) countEvent(i int, k a2a.Kind) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.runs[i].events++
	if k != a2a.KindTask {
		r.runs[i].updates++
	}
	r.notify()
}

// sleep waits for d, and returns false if ctx ended earlier.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
