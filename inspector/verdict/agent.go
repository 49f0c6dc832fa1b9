package verdict

import (
	"context"
	"iter"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// clientChecks are the checks across exchanges that concern what clients send, or how they receive notifications.
var clientChecks = []string{"REQ-17", "REQ-18", "REQ-19", "HDR-07", "HDR-08", "HDR-09", "GRPC-05", "LIST-08", "PUSH-08", "PUSH-09", "PUSH-16", "PUSH-20"}

// IsAboutClients reports whether a check concerns only clients.
func (c *Check) IsAboutClients() bool {
	return c.Scope == "request" || slices.Contains(clientChecks, c.ID)
}

// JudgeAgent is Judge for calls that the console made itself, including malformed ones. It judges only the
// agent: its responses and notifications. A check about clients does not apply, unless the agent's own bytes
// break it. hook is as in judge.Options. echoes, which may be nil, reports whether a response may send back a
// malformed message of the console's; findings on its members do not count.
func JudgeAgent(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, hook, echoes func(string) bool, each func(done int)) (*Report, error) {
	r, err := judgeWith(ctx, exchanges, bodies, judge.Options{Hook: hook}, each, func(*wire.Exchange) {}, func(f judge.Finding, c check.Check, pushed bool) bool {
		if echoes != nil && echoes(f.Exchange) && f.Path != "" && c.Scope != "exchange" {
			return false
		}
		return (f.Side == wire.Request) == pushed || c.Scope == "exchange" && !slices.Contains(clientChecks, f.Check)
	})
	return r.skipChecks((*Check).IsAboutClients, "it is about what clients send, and here the console is the client"), err
}

// JudgeClient is Judge for responses that the console made itself, including malformed ones. It judges only the client:
// its requests and how it receives notifications. A check about agents does not apply. refusable, which may be nil,
// reports whether the client has to refuse a notification, so that refusing it breaks no check.
func JudgeClient(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, refusable func(string) bool, each func(done int)) (*Report, error) {
	r, err := judgeWith(ctx, exchanges, bodies, judge.Options{}, each, func(*wire.Exchange) {}, func(f judge.Finding, c check.Check, pushed bool) bool {
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

// skipChecks marks the checks for which other returns true as not applicable, unless they have findings.
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

// AddFinding adds a finding from outside the recording, unless its check already has one.
func (r *Report) AddFinding(f judge.Finding) {
	for i := range r.Checks {
		if c := &r.Checks[i]; c.ID == f.Check && c.Severity == "" {
			c.Applied, c.Met = c.Applied+1, c.Met+1
			c.addFinding(f)
			c.decide(c.Count)
		}
	}
}

// AddOccasion counts an exchange that met a check although the recording alone does not show it.
func (r *Report) AddOccasion(id string) {
	for i := range r.Checks {
		if c := &r.Checks[i]; c.ID == id {
			c.Applied, c.Met = c.Applied+1, c.Met+1
			c.decide(c.Count)
		}
	}
}
