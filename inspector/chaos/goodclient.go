package chaos

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/account"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

const (
	maxSends      = 3 // per message
	maxSubscribes = 3
	maxPolls      = 20
	maxRetryPause = 5 * time.Second // longest wait, whatever Retry-After asks for
	cancelTimeout = 2 * time.Second // to cancel a task that was left open
)

// QuietTimeout is how long a good client waits for the next event before it reads the task.
const QuietTimeout = 3 * time.Second

// Caller sends prepared calls; *inspector.Client implements it.
type Caller interface {
	Prepare(t inspector.Target, c *a2a.Call) (inspector.PreparedRequest, error)
	Send(ctx context.Context, p inspector.PreparedRequest, each func(inspector.Event)) (inspector.Ending, error)
}

// GoodClient is a client that handles faults as it should. It subscribes again to a task whose stream broke
// off, reads a task whose end it does not know, resends a message that was not answered or was refused for now,
// answers one question, and then gives up.
type GoodClient struct {
	Caller       Caller
	Targets      []inspector.Target // the first is called, and the others if it refuses the version
	Streams      bool               // the agent's card declares streaming
	PollInterval time.Duration      // between polls; 0 means 200 ms
}

// NewGoodClient returns a good client of an agent. Without a version or binding, it uses the card's first choice;
// without a version, it also tries the card's other versions.
func NewGoodClient(c Caller, d *inspector.Discovery, v a2a.Version, b a2a.Binding) (*GoodClient, error) {
	first, err := d.Choose(v, b)
	if err != nil {
		return nil, err
	}
	g := &GoodClient{Caller: c, Targets: []inspector.Target{first}, Streams: d.Card.Capabilities.Streaming}
	for _, other := range d.Versions {
		if t, err := d.Choose(other, first.Binding); err == nil && other != first.Version && v == "" {
			g.Targets = append(g.Targets, t)
		}
	}
	return g, nil
}

const maxExamples = 10

// Examples returns the first example of each skill of a card, at most maxExamples.
func Examples(card *a2a.Card) (all []string) {
	for _, skill := range card.Skills {
		if len(skill.Examples) > 0 && len(all) < maxExamples {
			all = append(all, skill.Examples[0])
		}
	}
	return all
}

// dialog is one conversation of a good client.
type dialog struct {
	*GoodClient
	target  inspector.Target
	message *a2a.Message
	summary account.AnswerSummary // of its task
	sends   int
	answers int
}

func (d *dialog) isOver() bool { return d.summary.State.Terminal() || d.summary.HasMessage }

func (d *dialog) lastError() a2a.ErrorName {
	if d.summary.Err == nil {
		return ""
	}
	return cmp.Or(d.summary.Err.Name, a2a.OtherError)
}

func (d *dialog) addEvent(e inspector.Event) { d.summary.Add(&e.Reading) }

// Converse has one conversation and returns when it is over or the client gives up. The error means that a
// message could not be sent at all.
func (g *GoodClient) Converse(ctx context.Context, s Step) error {
	d := &dialog{GoodClient: g, target: g.Targets[0], message: &a2a.Message{
		ID: wire.NewID(), Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: s.Text}}}}
	for {
		end, err := d.send(ctx)
		if err != nil {
			return err
		}
		if ctx.Err() != nil || d.isOver() {
			return nil
		}
		if again := d.waitForRetry(ctx, end); again {
			continue
		}
		if d.summary.Task == "" || wire.DeniesAccess(end.Status) {
			return nil
		}
		d.follow(ctx)
		if !d.summary.State.Interrupted() || ctx.Err() != nil {
			return nil
		}
		if d.answers++; d.answers > 1 { // otherwise the agent could ask forever
			d.call(ctx, a2a.CancelTask)
			return nil
		}
		d.sends, d.message = 0, &a2a.Message{ID: wire.NewID(), Role: a2a.User, TaskID: d.summary.Task, ContextID: d.summary.Context,
			Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "yes"}}}
	}
}

func (d *dialog) send(ctx context.Context) (inspector.Ending, error) {
	op := a2a.SendMessage
	if d.Streams {
		op = a2a.SendStreamingMessage
	}
	p, err := d.Caller.Prepare(d.target, &a2a.Call{Op: op, Message: d.message})
	if err != nil {
		return inspector.Ending{}, err
	}
	d.sends++
	d.summary.Err, d.summary.State = nil, ""
	return d.Caller.Send(ctx, p, d.addEvent)
}

// waitForRetry reports whether to send the message again, and if so, first waits as long as necessary.
func (d *dialog) waitForRetry(ctx context.Context, end inspector.Ending) bool {
	if d.sends >= maxSends {
		return false
	}
	switch {
	case end.Status == http.StatusTooManyRequests, end.Status == http.StatusServiceUnavailable, d.lastError() == a2a.RateLimitExceeded, d.lastError() == a2a.ResourceUnavailable:
		return sleep(ctx, retryAfter(end.Header, d.pollInterval()))
	case d.lastError() == a2a.VersionNotSupported, d.lastError() == a2a.MethodNotFound:
		for _, t := range d.Targets {
			if t.Version != d.target.Version {
				d.target, d.sends = t, maxSends-1
				return true
			}
		}
		return false
	}
	// Nobody answered; the message id makes a repetition harmless.
	return d.summary.Task == "" && d.lastError() == "" && end.Status < http.StatusBadRequest && sleep(ctx, d.pollInterval())
}

// follow finds out how the task ends: with a subscription if possible, otherwise by polling.
func (d *dialog) follow(ctx context.Context) {
	_, has := method(d.target, a2a.SubscribeToTask)
	for range maxSubscribes {
		if !d.Streams || !has || d.isOver() || d.summary.State.Interrupted() || ctx.Err() != nil {
			break
		}
		end, ok := d.call(ctx, a2a.SubscribeToTask)
		if !ok || d.lastError() != "" || end.Status >= http.StatusBadRequest {
			break
		}
	}
	for range maxPolls {
		if d.isOver() || d.summary.State.Interrupted() || ctx.Err() != nil {
			return
		}
		end, ok := d.call(ctx, a2a.GetTask)
		if !ok || wire.DeniesAccess(end.Status) {
			return
		}
		if !d.isOver() && !sleep(ctx, d.pollInterval()) {
			return
		}
	}
}

func (d *dialog) call(ctx context.Context, op a2a.Operation) (inspector.Ending, bool) {
	p, err := d.Caller.Prepare(d.target, &a2a.Call{Op: op, TaskID: d.summary.Task})
	if err != nil {
		return inspector.Ending{}, false
	}
	d.summary.Err = nil
	end, err := d.Caller.Send(ctx, p, d.addEvent)
	return end, err == nil
}

// Cancel asks the agent to cancel a task that a conversation left open, and ignores the answer. Rules do not touch
// this call, because it is the console's own.
func (g *GoodClient) Cancel(ctx context.Context, task string) {
	ctx, cancel := context.WithTimeout(wire.WithCallOptions(ctx, wire.CallOptions{Origin: wire.Console}), cancelTimeout)
	defer cancel()
	p, err := g.Caller.Prepare(g.Targets[0], &a2a.Call{Op: a2a.CancelTask, TaskID: task})
	if err == nil {
		_, _ = g.Caller.Send(ctx, p, func(inspector.Event) {}) // the task may be gone
	}
}

func method(t inspector.Target, op a2a.Operation) (string, bool) {
	v, ok := registry.ByName(t.Version)
	if !ok {
		return "", false
	}
	return v.Method(op)
}

func (d *dialog) pollInterval() time.Duration { return cmp.Or(d.PollInterval, 200*time.Millisecond) }

// retryAfter returns the seconds of a Retry-After header (RFC 9110 §10.2.3), at most maxRetryPause.
func retryAfter(h http.Header, otherwise time.Duration) time.Duration {
	n, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || n < 0 {
		return otherwise
	}
	return min(time.Duration(n)*time.Second, maxRetryPause)
}

// sleep waits for d, and returns false if ctx ended earlier.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
