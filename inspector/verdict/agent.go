package verdict

import (
	"context"
	"iter"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// clientChecks are the checks that look across exchanges and are about what clients send, or
// about who receives notifications.
var clientChecks = []string{"REQ-17", "REQ-18", "REQ-19", "HDR-07", "HDR-08", "HDR-09", "GRPC-05", "LIST-08", "PUSH-08", "PUSH-09", "PUSH-16", "PUSH-20"}

// IsAboutClients reports whether a check is about what clients send alone.
func (c *Check) IsAboutClients() bool {
	return c.Scope == "request" || slices.Contains(clientChecks, c.ID)
}

// JudgeAgent is Judge where the calls are the console's own, bad ones among them: what the
// agent did is judged, its answers and its notifications. A check that is about what clients
// send does not apply, unless what the agent wrote breaks it. hook reports whether what is delivered to a URL is on
// record; nil: see judge.Options. echoes, which may be nil, reports whether an exchange is one
// whose answer may give a bad message of ours back: what is wrong with its members does not count.
func JudgeAgent(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, hook, echoes func(string) bool, each func(done int)) (*Report, error) {
	r, err := judgeSide(ctx, exchanges, bodies, judge.Options{Hook: hook}, each, func(f judge.Finding, c check.Check, pushed bool) bool {
		if echoes != nil && echoes(f.Exchange) && f.Path != "" && c.Scope != "exchange" {
			return false
		}
		return (f.Side == wire.Request) == pushed || c.Scope == "exchange" && !slices.Contains(clientChecks, f.Check)
	})
	return r.skipChecks((*Check).IsAboutClients, "it is about what clients send, and here the console is the client"), err
}

// JudgeClient is Judge where the answers are the console's own, bad ones among them: what the
// client did is judged, its requests and how it takes notifications. A check that is about
// what agents send does not apply. refusable, which may be nil, reports whether a notification
// is one that the client is to refuse: that it did so breaks nothing.
func JudgeClient(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, refusable func(string) bool, each func(done int)) (*Report, error) {
	r, err := judgeSide(ctx, exchanges, bodies, judge.Options{}, each, func(f judge.Finding, c check.Check, pushed bool) bool {
		switch {
		case pushed && refusable != nil && refusable(f.Exchange):
			return false
		case c.Scope == "exchange":
			return slices.Contains(clientChecks, f.Check)
		}
		return (f.Side == wire.Request) != pushed
	})
	return r.skipChecks(func(c *Check) bool { return !c.IsAboutClients() }, "it is about what agents send, and here the console is the agent"), err
}

// judgeSide judges one of the two sides: takes tells which findings are its own. pushed says
// that the exchange is a notification, in which the agent is who asks.
func judgeSide(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, o judge.Options, each func(int), takes func(f judge.Finding, c check.Check, pushed bool) bool) (*Report, error) {
	pushed := map[string]bool{}
	return judgeWith(ctx, exchanges, bodies, o, each, func(x *wire.Exchange) {
		if x.Origin == wire.Push {
			pushed[x.ID] = true
		}
	}, func(f judge.Finding) bool {
		c, _ := check.ByID(f.Check)
		return takes(f, c, pushed[f.Exchange])
	})
}

// skipChecks marks checks of the other side, unless something was found.
func (r *Report) skipChecks(other func(*Check) bool, why string) *Report {
	if r == nil {
		return nil
	}
	for i := range r.Checks {
		if c := &r.Checks[i]; other(c) && c.Severity == "" {
			c.Result, c.Why = NotApplicable, why
		}
	}
	return r
}

// AddFinding adds what was found by other means than the record, unless its check was found broken
// already.
func (r *Report) AddFinding(f judge.Finding) {
	for i := range r.Checks {
		if c := &r.Checks[i]; c.ID == f.Check && c.Severity == "" {
			c.Applied, c.Met = c.Applied+1, c.Met+1
			c.addFinding(f)
			c.decide(c.Count)
		}
	}
}

// AddOccasion counts an occasion for a check that the record does not tell.
func (r *Report) AddOccasion(id string) {
	for i := range r.Checks {
		if c := &r.Checks[i]; c.ID == id {
			c.Applied, c.Met = c.Applied+1, c.Met+1
			c.decide(c.Count)
		}
	}
}
