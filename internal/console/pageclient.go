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

// personLimit is how long a person may take for a step: to read it, and to start the client.
const personLimit = 10 * time.Minute

// anyPort is where clients call that are examined from the pages: at a free port of this machine.
var anyPort = Address{Flag: "--port", Host: "127.0.0.1", given: true}

// examineClient has a person's client take steps.
func (g pageExaminer) examineClient(ctx context.Context, o *host.Examining) (*examine.Report, error) {
	b, err := OpenClientBench(ctx, g.p, anyPort, func(string) (*Plumbing, error) { return g.openBeside(ctx, g.p, o.Name) })
	if err != nil {
		return nil, err
	}
	c := b.Options(OfferedToClients(o.Versions, o.Bindings), o.Bindings)
	if len(o.Client.Steps) > 0 {
		c.Steps = slices.DeleteFunc(c.Steps, func(s client.Step) bool { return !slices.Contains(o.Client.Steps, s.Name) })
	}
	c.Limit, c.Await = cmp.Or(o.Limit, personLimit), true
	var rows []examine.Row
	for _, s := range c.Steps {
		rows = append(rows, examine.Row{Probe: s.Name, Asks: s.Asks + " " + s.Does, Level: s.Level})
	}
	o.Begun(b.Session(), examine.Plan{Calls: len(rows)})
	o.Waits(b.URL, rows)
	done := 0
	c.Prompt = func(ctx context.Context, s client.Step) (client.Said, error) {
		o.Each(examine.Progress{Done: done, Planned: len(rows), Probe: s.Name})
		select {
		case unable := <-o.Next:
			return client.Said{Unable: unable}, nil
		case <-ctx.Done():
			return client.Said{}, nil
		}
	}
	c.Heard, c.Ended = o.Heard, func(r examine.Row) { done++; o.Ended(r) }
	r, err := b.Examine(ctx, o.ID, o.Asked, c, o.Judged)
	return r, errors.Join(err, b.Close())
}

// caller is a client that a person starts for each conversation.
type caller struct {
	record  account.Record
	session string
	next    <-chan bool
	asked   func(chaos.Step) // told once calls count
	since   account.Stretch
	skipped bool // nothing is to come in this conversation
}

// callerQuiet is how long a client may be quiet between two calls of a conversation: longer than
// what the presets have it wait for.
const callerQuiet = 5 * time.Second

// await waits for the first call.
func (c *caller) await(ctx context.Context, s chaos.Step) {
	var err error
	if c.since, err = account.Begin(ctx, c.record, c.session); err != nil {
		c.skipped = true
		return
	}
	c.asked(s)
	c.skipped = c.wait(ctx, 0, func(list []wire.Exchange) bool {
		return slices.ContainsFunc(list, func(x wire.Exchange) bool { return x.Labels.Op != string(a2a.GetCard) })
	})
}

// converse waits until nothing more comes.
func (c *caller) converse(ctx context.Context, _ chaos.Step) error {
	if !c.skipped {
		c.wait(ctx, callerQuiet, func(list []wire.Exchange) bool { return !account.IsOpen(list) })
	}
	return nil
}

// wait waits until what came is as asked for and nothing more comes for a while. It reports whether
// somebody ended it before.
func (c *caller) wait(ctx context.Context, quiet time.Duration, is func([]wire.Exchange) bool) (ended bool) {
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
		case len(list) != seen: // others may be recorded beside, who change the record, too
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
