package rules

import (
	"context"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// watched is the rules in force, with a bell.
type watched interface {
	Rules() []wire.Rule
	WatchRules() (bell <-chan struct{}, stop func())
}

// pace is how often at most it is said that rules did something.
const pace = 500 * time.Millisecond

// Tell says on stderr when rules do something, until over is called, which waits.
func Tell(ctx context.Context, p *stdio.Streams, from watched) (over func()) {
	ctx, stop := context.WithCancel(ctx)
	bell, unwatch := from.WatchRules()
	var wait sync.WaitGroup
	wait.Go(func() {
		defer unwatch()
		told := told{}
		for {
			told.tell(p, from.Rules())
			select {
			case <-ctx.Done():
				return
			case <-bell:
			}
			select {
			case <-ctx.Done():
			case <-time.After(pace):
			}
		}
	})
	return func() {
		stop()
		wait.Wait()
	}
}

// told is how rules were when they were told of last, by their ids.
type told map[string]wire.Rule

func (t told) tell(p *stdio.Streams, list []wire.Rule) {
	for _, r := range list {
		was := t[r.ID]
		t[r.ID] = r
		if n := int(r.Fired - was.Fired); n > 0 {
			on := ""
			if len(r.LastOn) > 0 {
				on = ", of " + wire.IDEnd(r.LastOn[0])
			}
			p.Note("rule %s: did something %s%s", words.OneLine(r.Text), words.Plural(n, "time"), on)
		}
		if r.Problem != "" && r.Problem != was.Problem {
			p.Note("rule %s: %s", words.OneLine(r.Text), words.OneLine(r.Problem))
		}
	}
}
