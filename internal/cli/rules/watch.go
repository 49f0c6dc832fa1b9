package rules

import (
	"context"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// ruleWatcher is a set of rules that can be watched for changes.
type ruleWatcher interface {
	Rules() []wire.Rule
	WatchRules() (bell <-chan struct{}, stop func())
}

// minReportInterval is the time between two reports of Watch, at least.
const minReportInterval = 500 * time.Millisecond

// Watch prints a note when rules fire, until the caller calls over, which waits for the last note.
func Watch(ctx context.Context, p *stdio.Streams, from ruleWatcher) (over func()) {
	ctx, stop := context.WithCancel(ctx)
	bell, unwatch := from.WatchRules()
	var wait sync.WaitGroup
	wait.Go(func() {
		defer unwatch()
		told := ruleStates{}
		for {
			told.report(p, from.Rules())
			select {
			case <-ctx.Done():
				return
			case <-bell:
			}
			select {
			case <-ctx.Done():
			case <-time.After(minReportInterval):
			}
		}
	})
	return func() {
		stop()
		wait.Wait()
	}
}

// ruleStates are the rules as last reported, by their ids.
type ruleStates map[string]wire.Rule

func (t ruleStates) report(p *stdio.Streams, list []wire.Rule) {
	for _, r := range list {
		was := t[r.ID]
		t[r.ID] = r
		if n := int(r.Fired - was.Fired); n > 0 {
			on := ""
			if len(r.LastExchanges) > 0 {
				on = ", last on exchange " + wire.IDSuffix(r.LastExchanges[0])
			}
			p.Note("rule %s: fired %s%s", words.OneLine(r.Text), words.Plural(n, "time"), on)
		}
		if r.Problem != "" && r.Problem != was.Problem {
			p.Note("rule %s: %s", words.OneLine(r.Text), words.OneLine(r.Problem))
		}
	}
}
