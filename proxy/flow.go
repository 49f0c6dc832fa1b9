package proxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// endCommit bounds how long the end of an exchange may wait to be on record when the client is gone.
const endCommit = 2 * time.Second

// flow is an open exchange.
type flow struct {
	tap          *Tap
	tape         wire.Tape
	in           *inbound // nil for calls of the console
	clock        wire.Stopwatch
	ctx          context.Context    // ends when the caller is gone
	exchangeCtx  context.Context    // also ends when the exchange is over
	callCtx      context.Context    // the agent's call; when the caller leaves, noteClientLeft decides whether it ends
	hangUp       context.CancelFunc // ends callCtx
	cancel       context.CancelFunc // ends exchangeCtx and callCtx
	unhook       func() bool        // stops noteClientLeft from being called; nil for calls of the console
	departure    departure
	method       string
	upload       *upload // nil if the request has no body
	body         io.Closer
	intervention *intervention // nil if nothing is done to the exchange

	continueWait *continueWait // nil if the client does not wait for 100 (Continue)

	agentAnswer *answer                   // what the agent's connection received; nil over HTTP/2
	interims    int                       // 1xx responses so far; used by the transport's reading goroutine only
	interrupted atomic.Pointer[string]    // why the console ended the exchange, in a sentence
	pumpCond    atomic.Pointer[sync.Cond] // the pump may be waiting on it
	holdShed    atomic.Bool               // part of it was released because rules held too much
	once        sync.Once
}

func (x *flow) makeContexts() {
	over, cancel := context.WithCancel(x.ctx)
	x.exchangeCtx, x.callCtx, x.hangUp, x.cancel = over, over, cancel, cancel
	if x.in == nil {
		return
	}
	x.in.abandon = x.abandon
	x.callCtx, x.hangUp = context.WithCancel(context.WithoutCancel(x.ctx))
	x.cancel = func() { cancel(); x.hangUp() }
	x.unhook = context.AfterFunc(x.ctx, x.noteClientLeft)
}

// commit waits until the tape is on record, or the caller is gone. A recording failure does not stop the traffic.
func (x *flow) commit() { _ = x.tape.Commit(x.ctx) }

// commitEnd commits the end, even if the caller is gone.
func (x *flow) commitEnd() {
	if x.ctx.Err() == nil {
		x.commit()
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.ctx), endCommit)
	defer cancel()
	_ = x.tape.Commit(ctx)
}

func (x *flow) end(e wire.End) {
	if x.holdShed.Load() {
		e.Problem = strings.TrimSpace(e.Problem + " " + x.tap.opts.holdBudget.shedMessage())
	}
	if x.tap.opts.Origin == wire.Model {
		e.Problem = modelServer.Replace(e.Problem)
	}
	x.tape.End(e)
}

// modelServer makes a problem name what a tap of a model leads to.
var modelServer = strings.NewReplacer("The agent", "The server", "the agent", "the server")

// interrupt ends the exchange because its tap was closed or the console is stopping.
func (x *flow) interrupt(why string) {
	x.interrupted.CompareAndSwap(nil, &why)
	x.cancel()
	x.wake()
}

// wake makes the pump check again whether it still has to wait.
func (x *flow) wake() {
	if c := x.pumpCond.Load(); c != nil {
		c.L.Lock()
		c.Broadcast()
		c.L.Unlock()
	}
}

// finish removes the exchange from the open ones. Its end must be on record.
func (x *flow) finish() {
	x.once.Do(func() {
		x.stopDeparture()
		x.cancel()
		x.tap.open.remove(x)
	})
}

// abandon ends the exchange if its response was not forwarded to the end.
func (x *flow) abandon() {
	if x.body != nil {
		_ = x.body.Close() // the record says how it ended
	}
	x.cancel()
	if x.intervention != nil {
		x.intervention.abort(x)
	}
	if x.upload != nil {
		x.upload.abort(x.in)
	}
	x.finish()
}

// bodyOutcome returns the outcome and the problem of a response whose body stopped with err. got is
// the number of bytes that arrived; length is its Content-Length, or -1.
func (x *flow) bodyOutcome(err error, got, length int64) (wire.Outcome, string) {
	switch why := x.interrupted.Load(); {
	case errors.Is(err, io.EOF):
		return wire.ByAgent, surplusProblem(x.agentAnswer.takeSurplus())
	case why != nil:
		return wire.Interrupted, fmt.Sprintf("%s after %d bytes of the response; neither side had ended it.", *why, got)
	case errors.Is(x.ctx.Err(), context.DeadlineExceeded):
		return wire.TimedOut, fmt.Sprintf("The time given ran out after %d bytes of the response. Give the call more time.", got)
	case errors.Is(err, http.ErrBodyReadAfterClose) || x.callCtx.Err() != nil || x.upload != nil && x.upload.readError() != nil: // each of these makes the tap close the agent's connection
		return wire.Cancelled, x.describeClientLeft(err, got)
	case length > 0 && got == 0:
		return wire.Cut, fmt.Sprintf("The head of the response arrived, but 0 of the %d body bytes that Content-Length announced (%s). See the agent's log.", length, breakReason(err))
	case got == 0:
		return wire.Cut, fmt.Sprintf("The head of the response arrived, but nothing of its body (%s). See the agent's log.", breakReason(err))
	case length >= 0:
		return wire.Cut, fmt.Sprintf("The agent's connection ended after %d of the %d bytes that Content-Length announced (%s). See the agent's log.", got, length, breakReason(err))
	}
	return wire.Cut, fmt.Sprintf("The agent's connection broke off after %d bytes of the response (%s). See the agent's log.", got, breakReason(err))
}

// describeCallerLeft begins the sentence about a caller that did not wait for the end.
func (x *flow) describeCallerLeft() string {
	if x.in == nil {
		return "The console's call was canceled"
	}
	return "The client disconnected"
}

// endUnanswered ends an exchange without a response.
func (x *flow) endUnanswered(err error) error {
	f := newFailure(x.ctx, x.describeCallerLeft(), x.tap.origin, err)
	off := abortMessage(err, "request")
	if why := x.interrupted.Load(); why != nil {
		f.Outcome, f.Status, f.Problem = wire.Interrupted, http.StatusServiceUnavailable, *why+" before the agent answered."
	} else if off != "" && x.ctx.Err() == nil {
		f.Outcome, f.Problem, f.reset = wire.Interrupted, off, true
	} else if off != "" && f.Outcome == wire.Cancelled {
		f.Problem = strings.TrimSuffix(f.Problem, ".") + wire.WhileHeld
	} else if off != "" {
		f.Problem += " A rule held the request."
	} else if x.upload != nil {
		if x.upload.readError() != nil && f.Outcome != wire.Refused {
			f.Outcome, f.Problem = wire.Cancelled, "The client disconnected before its request was complete."
		} else if x.ctx.Err() == nil {
			x.upload.drain(x.in)
		}
	}
	f.Exchange = x.tape.ID()
	x.explainUnread(f)
	x.end(wire.End{At: x.clock.Now(), Outcome: f.Outcome, Problem: f.Problem})
	x.commitEnd()
	x.finish()
	return f
}

// openFlows are a tap's open exchanges, so that they can be ended, and waited for, when it stops. Safe for
// concurrent use.
type openFlows struct {
	mu         sync.Mutex
	flows      map[*flow]struct{}
	stopReason *string       // set once the tap stops
	empty      chan struct{} // made when the tap stops, closed when no flow is left
}

// add registers a flow. It marks the flow as interrupted if the tap has stopped.
func (o *openFlows) add(x *flow) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.stopReason != nil {
		x.interrupted.Store(o.stopReason)
		return
	}
	if o.flows == nil {
		o.flows = map[*flow]struct{}{}
	}
	o.flows[x] = struct{}{}
}

func (o *openFlows) remove(x *flow) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.flows, x)
	if o.empty != nil && len(o.flows) == 0 {
		close(o.empty)
		o.empty = nil
	}
}

// interrupt ends all flows, current and future, and waits until their ends are on record or ctx ends.
func (o *openFlows) interrupt(ctx context.Context, why string) {
	o.mu.Lock()
	if o.stopReason == nil {
		o.stopReason = &why
	}
	none := make(chan struct{})
	if len(o.flows) == 0 {
		close(none)
	} else if o.empty == nil {
		o.empty = none
	} else {
		none = o.empty
	}
	all := make([]*flow, 0, len(o.flows))
	for x := range o.flows {
		all = append(all, x)
	}
	o.mu.Unlock()
	for _, x := range all {
		x.interrupt(why)
	}
	select {
	case <-none:
	case <-ctx.Done():
	}
}
