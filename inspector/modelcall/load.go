package modelcall

import (
	"context"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Library is what Load needs of the record.
type Library interface {
	Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error)
}

// MaxCalls bounds the exchanges that Load reads of each kind.
const MaxCalls = 1000

// maxTaskAge is how long before a model call an agent's call may have begun and ended while its task goes on.
const maxTaskAge = time.Hour

// Load returns the model calls that started in a time, the oldest first, joined to calls of agents. They may be in
// another session than those: the taps of an agent and of its models need not be of one program. A zero to means
// now. Of more than MaxCalls, it returns the newest.
func Load(ctx context.Context, lib Library, from, to time.Time) ([]Child, error) {
	f := wire.Filter{Origins: []wire.Origin{wire.Model}, Since: wire.Moment{At: from}, Until: wire.Moment{At: to}}
	models, err := lib.Exchanges(ctx, f, wire.Page{Limit: MaxCalls})
	if err != nil || len(models) == 0 {
		return nil, wrap(err)
	}
	calls, isWhole, err := loadCalls(ctx, lib, models[len(models)-1].Started, models[0].Started)
	if err != nil {
		return nil, wrap(err)
	}
	out := Join(models, calls)
	for i := range out {
		if c := &out[i]; c.Basis == Inferred && !isWhole {
			c.Parent, c.Task, c.Basis = "", "", "" // another task may have been open
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out, nil
}

// TimeOf returns the time in which exchanges ran, as Load takes it: to is zero if one is open.
func TimeOf(xs []wire.Exchange) (from, to time.Time) {
	isOpen := false
	for i := range xs {
		x := &xs[i]
		isOpen = isOpen || x.Ended.IsZero()
		if i == 0 || x.Started.Before(from) {
			from = x.Started
		}
		if end := x.Ended.Add(time.Nanosecond); end.After(to) {
			to = end
		}
	}
	if isOpen {
		to = time.Time{}
	}
	return from, to
}

// loadCalls returns the calls of agents that may have been open at some time from first to last. isWhole is false
// if there are more.
func loadCalls(ctx context.Context, lib Library, first, last time.Time) (out []wire.Exchange, isWhole bool, err error) {
	begun := wire.Filter{ExcludedOrigins: wire.NotConversation(), Until: wire.Moment{At: last.Add(time.Nanosecond)}}
	recent, long, open := begun, begun, begun
	recent.Since = wire.Moment{At: first.Add(-maxTaskAge)}
	long.MinTime, open.Outcomes = maxTaskAge, []wire.Outcome{wire.Open}
	seen := map[string]bool{}
	isWhole = true
	for _, f := range []wire.Filter{recent, long, open} {
		list, err := lib.Exchanges(ctx, f, wire.Page{Limit: MaxCalls})
		if err != nil {
			return nil, false, err
		}
		isWhole = isWhole && len(list) < MaxCalls
		for _, x := range list {
			if !seen[x.ID] {
				seen[x.ID] = true
				out = append(out, x)
			}
		}
	}
	return out, isWhole, nil
}

// Parents returns the model calls among exchanges, joined, by id.
func Parents(ctx context.Context, lib Library, list []wire.Exchange) (map[string]*Child, error) {
	var from, to time.Time
	for i := range list {
		x := &list[i]
		if x.Origin != wire.Model {
			continue
		}
		if from.IsZero() || x.Started.Before(from) {
			from = x.Started
		}
		if x.Started.After(to) {
			to = x.Started
		}
	}
	out := map[string]*Child{}
	if from.IsZero() {
		return out, nil
	}
	all, err := Load(ctx, lib, from, to.Add(time.Nanosecond))
	for i := range all {
		out[all[i].ID] = &all[i]
	}
	return out, err
}

// LastFailed returns the last call beneath an exchange, or beneath its task, that failed and was not followed by
// a good one of the same model or server; nil if there is none.
func LastFailed(ctx context.Context, lib Library, x *wire.Exchange) (*Child, error) {
	first, err := lib.Exchanges(ctx, wire.Filter{Origins: []wire.Origin{wire.Model}}, wire.Page{Limit: 1})
	if err != nil || len(first) == 0 {
		return nil, wrap(err) // as in most records
	}
	from, to := TimeOf([]wire.Exchange{*x})
	if x.Labels.Task != "" { // x may be a poll, long after the call that made the agent work
		calls, err := lib.Exchanges(ctx, wire.Filter{Task: x.Labels.Task}, wire.Page{Limit: MaxCalls})
		if err != nil {
			return nil, wrap(err)
		}
		from, _ = TimeOf(append(calls, *x))
	}
	all, err := Load(ctx, lib, from, to)
	if err != nil {
		return nil, err
	}
	var last *Child
	for i := range all {
		c := &all[i]
		switch {
		case c.Parent == "" || c.Parent != x.ID && (c.Task == "" || c.Task != x.Labels.Task):
		case c.HasFailed() && c.isWork():
			last = c
		case last != nil && c.isWork() && last.Agent == c.Agent && last.name() == c.name():
			last = nil // the agent tried again
		}
	}
	return last, nil
}

func wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("read the model calls: %w", err)
}
