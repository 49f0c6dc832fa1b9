package console

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/inspector/account"
	"github.com/a2a-console/a2a-console/inspector/chaos"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/examine/client"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// maxStepTime bounds how long a person may take to read a step and start the client.
const maxStepTime = 10 * time.Minute

// anyPort is the address at which clients are examined from the pages: a free port on loopback.
var anyPort = Address{Flag: "--port", Host: "127.0.0.1", isPortFixed: true}

func (g pageExaminer) examineClient(ctx context.Context, o *host.ExamineOptions) (*examine.Report, error) {
	b, err := OpenClientBench(ctx, g.p, anyPort, func(string) (*Plumbing, error) { return g.openIsolated(ctx, g.p, o.Name) })
	if err != nil {
		return nil, err
	}
	c := b.Options(OfferedVersions(o.Versions, o.Bindings), o.Bindings)
	if len(o.Client.Steps) > 0 {
		c.Steps = slices.DeleteFunc(c.Steps, func(s client.Step) bool { return !slices.Contains(o.Client.Steps, s.Name) })
	}
	c.TimeLimit, c.Await = cmp.Or(o.Limit, maxStepTime), true
	var rows []examine.Row
	for _, s := range c.Steps {
		rows = append(rows, examine.Row{Probe: s.Name, Expectation: s.Instruction + " " + s.Behaviour, Level: s.Level})
	}
	o.OnBegin(b.Session(), examine.Plan{Calls: len(rows)})
	o.OnWait(b.URL, rows)
	done := 0
	c.Prompt = func(ctx context.Context, s client.Step) (client.PromptResult, error) {
		o.OnProgress(examine.Progress{Done: done, Planned: len(rows), Probe: s.Name})
		select {
		case unable := <-o.Next:
			return client.PromptResult{Unable: unable}, nil
		case <-ctx.Done():
			return client.PromptResult{}, nil
		}
	}
	c.OnExchange, c.OnRow = o.OnCall, func(r examine.Row) { done++; o.OnRow(r) }
	r, err := b.Examine(ctx, o.ID, o.Request, c, o.OnJudged)
	return r, errors.Join(err, b.Close())
}

// manualClient is a client that a person starts for each conversation.
type manualClient struct {
	record  account.Store
	session string
	next    <-chan bool
	onStep  func(chaos.Step) // called when a step begins to count calls
	since   account.Window
	skipped bool // the person skipped this conversation
}

// callerQuietTime is the longest pause of a client between two calls of a conversation. It is
// longer than any wait that the presets cause.
const callerQuietTime = 5 * time.Second

func (c *manualClient) await(ctx context.Context, s chaos.Step) {
	var err error
	if c.since, err = account.NewWindow(ctx, c.record, c.session); err != nil {
		c.skipped = true
		return
	}
	c.onStep(s)
	c.skipped = c.awaitQuiet(ctx, 0, func(list []wire.Exchange) bool {
		return slices.ContainsFunc(list, func(x wire.Exchange) bool { return x.Labels.Op != string(a2a.GetCard) })
	})
}

// awaitConversation waits until the client makes no more calls.
func (c *manualClient) awaitConversation(ctx context.Context, _ chaos.Step) error {
	if !c.skipped {
		c.awaitQuiet(ctx, callerQuietTime, func(list []wire.Exchange) bool { return !account.IsOpen(list) })
	}
	return nil
}

// awaitQuiet waits until the calls satisfy is and there was no further call for the time quiet. It
// reports whether a person or ctx ended the wait.
func (c *manualClient) awaitQuiet(ctx context.Context, quiet time.Duration, is func([]wire.Exchange) bool) (ended bool) {
	changed, stop := c.record.Watch()
	defer stop()
	timer := time.NewTimer(quiet)
	defer timer.Stop()
	for seen := -1; ; {
		list, err := c.since.List(ctx)
		switch {
		case err != nil || !is(list):
			timer.Stop()
			seen = -1
		case len(list) != seen: // other exchanges recorded at the same time change the record too
			timer.Reset(quiet)
			seen = len(list)
		}
		select {
		case <-changed:
		case <-timer.C:
			return false
		case <-c.next:
			return true
		case <-ctx.Done():
			return true
		}
	}
}
