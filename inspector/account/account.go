// Package account says what the other side of calls did: what it said in an answer, and what a
// session has on record of it from a moment on.
package account

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// AnswerSummary is what an answer said so far, or what several did.
type AnswerSummary struct {
	Err           *a2a.Error // the last, nil for none
	Task, Context string
	State         a2a.State // the last one
	IsTerminal    bool      // a state was told in which the task is over
	HasMessage    bool      // a message answered, in place of a task
}

// Add takes a document of the answer.
func (s *AnswerSummary) Add(r *a2a.Reading) {
	s.Err = cmp.Or(r.Error, s.Err)
	task, within := r.Result.About()
	s.Task, s.Context, s.State = cmp.Or(task, s.Task), cmp.Or(within, s.Context), cmp.Or(r.Result.State(), s.State)
	s.IsTerminal = s.IsTerminal || s.State.Terminal()
	s.HasMessage = s.HasMessage || r.Result != nil && r.Result.Message != nil
}

// Store is where exchanges are; a recorder's store is one.
type Store interface {
	Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error)
	Gaps(ctx context.Context, session string) ([]wire.Gap, error)
	Watch() (changed <-chan struct{}, stop func())
	wire.Bodies
}

// MaxExchanges is how many exchanges of a stretch are looked at.
const MaxExchanges = 1000

// maxEndWait is how long exchanges may take to end once the other side is done.
const maxEndWait = 2 * time.Second

// Window is what a session has on record from a moment on.
type Window struct {
	store     Store
	session   string
	afterSeq  int64 // the last exchange before it
	startedAt time.Time
}

// NewWindow begins a stretch now.
func NewWindow(ctx context.Context, from Store, session string) (Window, error) {
	s := Window{from, session, 0, time.Now()}
	last, err := from.Exchanges(ctx, wire.Filter{Session: session}, wire.Page{Limit: 1})
	if err == nil && len(last) > 0 {
		s.afterSeq = last[0].Seq
	}
	return s, err
}

// List is its exchanges by now, oldest first.
func (s Window) List(ctx context.Context) ([]wire.Exchange, error) {
	list, err := s.store.Exchanges(ctx, wire.Filter{Session: s.session}, wire.Page{After: s.afterSeq, Limit: MaxExchanges})
	slices.SortFunc(list, func(a, b wire.Exchange) int { return cmp.Compare(a.Seq, b.Seq) })
	return list, err
}

// WaitUntil waits until over says so, asked again whenever the record has changed, but not for long.
func (s Window) WaitUntil(ctx context.Context, over func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, maxEndWait)
	defer cancel()
	changed, stop := s.store.Watch()
	defer stop()
	for {
		if is, err := over(); is || err != nil {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil
		}
	}
}

// IsOpen reports whether one of some exchanges is under way.
func IsOpen(list []wire.Exchange) bool {
	return slices.ContainsFunc(list, func(x wire.Exchange) bool { return x.Outcome == wire.Open })
}

// ExplainMissing says why what a client did is not all on record, "" where it is.
func (s Window) ExplainMissing(ctx context.Context) (string, error) {
	gaps, err := s.store.Gaps(ctx, s.session)
	if g, ok := wire.FirstGapSince(gaps, s.startedAt); ok {
		return "what the client did is not all on record: " + g.Reason(), err
	}
	return "", err
}
