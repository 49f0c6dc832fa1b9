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

// observation is a running step as the recording shows it.
type observation struct {
	*exam
	step        Step
	window      account.Window
	exchanges   []wire.Exchange // of the step, oldest first
	evidence    *evidence
	promptEnded bool            // the prompt returned on its own
	reported    map[string]bool // exchanges passed to OnExchange
}

func (w *observation) refresh(ctx context.Context) error {
	list, err := w.window.List(ctx)
	if err != nil {
		w.evidence = &evidence{}
		return err
	}
	w.exchanges = list
	for _, x := range list {
		if x.Outcome != wire.Open && !w.reported[x.ID] {
			w.reported[x.ID] = true
			w.OnExchange(x)
		}
	}
	w.evidence = collectEvidence(ctx, w.Store, list)
	w.evidence.hasEnded, w.evidence.hasCalled = w.promptEnded, w.exam.hasCalled || len(w.evidence.calls) > 0
	return nil
}

// promptAndWait prompts the client and returns when the step is over. The result late means that its time ran
// out.
func (w *observation) promptAndWait(ctx context.Context) (said PromptResult, late bool, _ error) {
	changed, stop := w.Store.Watch()
	defer stop()
	limited, cancel := context.WithTimeout(ctx, w.TimeLimit)
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

// wait follows the recording until the step is over.
func (w *observation) wait(ctx context.Context, changed, done <-chan struct{}) error {
	quiet := time.NewTimer(w.QuietTime)
	defer quiet.Stop()
	waits := true
	for {
		before := len(w.exchanges)
		if err := w.refresh(context.WithoutCancel(ctx)); err != nil {
			return err
		}
		switch done := w.Await && w.isDone(); {
		case !done:
			quiet.Stop()
			waits = false
		case !waits || len(w.exchanges) != before: // the exchanges of others also change the recording
			quiet.Reset(w.QuietTime)
			waits = true
		}
		if len(w.exchanges) >= account.MaxExchanges {
			return nil
		}
		select {
		case <-changed:
		case <-quiet.C:
			return nil
		case <-done:
			w.promptEnded = true
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// isDone reports whether the client did what the step asks for, and no exchange is open.
func (w *observation) isDone() bool {
	return !account.IsOpen(w.exchanges) && w.step.judge(w.evidence).result == verdict.Pass
}

// readEnd reads the recording for the last time. Unless the examination was stopped, it first waits for exchanges that
// the client left open.
func (w *observation) readEnd(ctx context.Context) error {
	if ctx.Err() != nil {
		return w.readLast(ctx)
	}
	err := w.window.WaitUntil(context.WithoutCancel(ctx), func() (bool, error) {
		err := w.refresh(context.WithoutCancel(ctx))
		return w.Await || !account.IsOpen(w.exchanges) && !w.awaitsPushes(), err
	})
	w.evidence.isOver = true
	return err
}

// readLast reads the recording after the end of the step.
func (w *observation) readLast(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	err := w.refresh(ctx)
	w.evidence.isOver = true
	return err
}

func (w *observation) awaitsPushes() bool {
	return w.step.takesPushes && len(w.evidence.registeredHooks()) > 0 && w.step.judge(w.evidence).result == verdict.Skip
}

func (w *observation) outcome(said PromptResult) outcome {
	switch {
	case len(w.exchanges) >= account.MaxExchanges:
		return fail(fmt.Sprintf("the client made %d requests, so the step ended", len(w.exchanges)))
	case said.Unable:
		return outcome{verdict.NotApplicable, "the client's program says that the client cannot do this"}
	}
	return w.step.judge(w.evidence)
}
