package client

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/inspector/account"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// watch is a step under way, as the record has it.
type watch struct {
	*exam
	step  Step
	since account.Stretch
	list  []wire.Exchange // of the step, oldest first
	seen  *seen
	ended bool            // the prompt returned by itself
	heard map[string]bool // exchanges that Heard was told of
}

// read reads what is on record of the step.
func (w *watch) read(ctx context.Context) error {
	list, err := w.since.List(ctx)
	if err != nil {
		w.seen = &seen{}
		return err
	}
	w.list = list
	for _, x := range list {
		if x.Outcome != wire.Open && !w.heard[x.ID] {
			w.heard[x.ID] = true
			w.Heard(x)
		}
	}
	w.seen = seenOf(ctx, w.Record, list)
	w.seen.ended, w.seen.called = w.ended, w.exam.called || len(w.seen.calls) > 0
	return nil
}

// follow prompts the client, and returns when the step is over: late, where it had no more time.
func (w *watch) follow(ctx context.Context) (said Said, late bool, _ error) {
	changed, stop := w.Record.Watch()
	defer stop()
	limited, cancel := context.WithTimeout(ctx, w.Limit)
	done := make(chan struct{})
	var failed error
	go func() {
		defer close(done)
		said, failed = w.Prompt(limited, w.step)
	}()
	err := w.wait(limited, changed, done)
	late = limited.Err() != nil && ctx.Err() == nil
	cancel()
	<-done
	return said, late, errors.Join(err, failed)
}

// wait reads the record until the step is over.
func (w *watch) wait(ctx context.Context, changed, done <-chan struct{}) error {
	quiet := time.NewTimer(w.Quiet)
	defer quiet.Stop()
	waits := true
	for {
		before := len(w.list)
		if err := w.read(context.WithoutCancel(ctx)); err != nil {
			return err
		}
		switch done := w.Await && w.done(); {
		case !done:
			quiet.Stop()
			waits = false
		case !waits || len(w.list) != before: // others may be recorded beside, who change the record, too
			quiet.Reset(w.Quiet)
			waits = true
		}
		if len(w.list) >= account.Most {
			return nil
		}
		select {
		case <-changed:
		case <-quiet.C:
			return nil
		case <-done:
			w.ended = true
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// done reports whether the client did what the step asks for, and nothing is open.
func (w *watch) done() bool {
	return !account.IsOpen(w.list) && w.step.judge(w.seen).result == verdict.Pass
}

// end reads the record for the last time. What the client has left ends first, unless the
// examination is stopped.
func (w *watch) end(ctx context.Context) error {
	if ctx.Err() != nil {
		return w.last(ctx)
	}
	err := w.since.WaitUntil(context.WithoutCancel(ctx), func() (bool, error) {
		err := w.read(context.WithoutCancel(ctx))
		return w.Await || !account.IsOpen(w.list) && !w.awaited(), err
	})
	w.seen.over = true
	return err
}

// last reads the record when nothing more will come.
func (w *watch) last(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	err := w.read(ctx)
	w.seen.over = true
	return err
}

// awaited reports whether notifications may come yet.
func (w *watch) awaited() bool {
	return w.step.takes && len(w.seen.registered()) > 0 && w.step.judge(w.seen).result == verdict.Skip
}

// outcome judges the step.
func (w *watch) outcome(said Said) outcome {
	switch {
	case len(w.list) >= account.Most:
		return fail(fmt.Sprintf("the client made %d requests, so the step ended", len(w.list)))
	case said.Unable:
		return outcome{verdict.NotApplicable, "the client's program says that the client cannot do this"}
	}
	return w.step.judge(w.seen)
}
