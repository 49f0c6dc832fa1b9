package verdict

import (
	"context"
	"iter"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// clients are the checks that look across exchanges and are about what clients send, or
// about who receives notifications.
var clients = []string{"REQ-17", "REQ-18", "REQ-19", "HDR-07", "HDR-08", "HDR-09", "GRPC-05", "LIST-08", "PUSH-08", "PUSH-09", "PUSH-16", "PUSH-20"}

// OfClients reports whether a check is about what clients send alone.
func (c *Check) OfClients() bool {
	return c.Scope == "request" || slices.Contains(clients, c.ID)
}

// JudgeAgent is Judge where the calls are the console's own, bad ones among them: what the
// agent did is judged, its answers and its notifications. A check that is about what clients
// send does not apply, unless what the agent wrote breaks it. hook reports whether what is delivered to a URL is on
// record; nil: see judge.Options. echoes, which may be nil, reports whether an exchange is one
// whose answer may give a bad message of ours back: what is wrong with its members does not count.
func JudgeAgent(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, hook, echoes func(string) bool, each func(done int)) (*Report, error) {
	pushed := map[string]bool{}
	r, err := judged(ctx, exchanges, bodies, judge.Options{Hook: hook}, each, func(x *wire.Exchange) {
		if x.Origin == wire.Push {
			pushed[x.ID] = true
		}
	}, func(f judge.Finding) bool {
		c, _ := check.Of(f.Check)
		if echoes != nil && echoes(f.Exchange) && f.Path != "" && c.Scope != "exchange" {
			return false
		}
		return (f.Side == wire.Request) == pushed[f.Exchange] || c.Scope == "exchange" && !slices.Contains(clients, f.Check)
	})
	if err != nil {
		return nil, err
	}
	for i := range r.Checks {
		if c := &r.Checks[i]; c.OfClients() && c.Severity == "" {
			c.Result, c.Why = NotApplicable, "it is about what clients send, and here the console is the client"
		}
	}
	return r, nil
}

// JudgeClient is Judge where the answers are the console's own, bad ones among them: what the
// client did is judged, its requests and how it takes notifications. A check that is about
// what agents send does not apply. refusable, which may be nil, reports whether a notification
// is one that the client is to refuse: that it did so breaks nothing.
func JudgeClient(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, refusable func(string) bool, each func(done int)) (*Report, error) {
	pushed := map[string]bool{}
	r, err := judged(ctx, exchanges, bodies, judge.Options{}, each, func(x *wire.Exchange) {
		if x.Origin == wire.Push {
			pushed[x.ID] = true
		}
	}, func(f judge.Finding) bool {
		c, _ := check.Of(f.Check)
		if pushed[f.Exchange] && refusable != nil && refusable(f.Exchange) {
			return false
		}
		if c.Scope == "exchange" {
			return slices.Contains(clients, f.Check)
		}
		return (f.Side == wire.Request) != pushed[f.Exchange]
	})
	if err != nil {
		return nil, err
	}
	for i := range r.Checks {
		if c := &r.Checks[i]; !c.OfClients() && c.Severity == "" {
			c.Result, c.Why = NotApplicable, "it is about what agents send, and here the console is the agent"
		}
	}
	return r, nil
}

// Take adds what was found by other means than the record, unless its check was found broken
// already.
func (r *Report) Take(f judge.Finding) {
	for i := range r.Checks {
		if c := &r.Checks[i]; c.ID == f.Check && c.Severity == "" {
			c.Applied, c.Met = c.Applied+1, c.Met+1
			c.take(f)
			c.settle(c.Count)
		}
	}
}

// Meet counts an occasion for a check that the record does not tell.
func (r *Report) Meet(id string) {
	for i := range r.Checks {
		if c := &r.Checks[i]; c.ID == id {
			c.Applied, c.Met = c.Applied+1, c.Met+1
			c.settle(c.Count)
		}
	}
}
