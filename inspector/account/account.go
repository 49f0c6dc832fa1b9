// Package account sums up what agents and clients did: AnswerSummary the documents of a response, and Window
// what a session has recorded since a given moment.
package account

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// AnswerSummary sums up one or several responses, as far as they have arrived.
type AnswerSummary struct {
	Err           *a2a.Error // the last one, nil for none
	Task, Context string
	State         a2a.State // the last one
	IsTerminal    bool      // a terminal state was reported
	HasMessage    bool      // the response was a message instead of a task
}

// Add adds a document of the response.
func (s *AnswerSummary) Add(r *a2a.Reading) {
	s.Err = cmp.Or(r.Error, s.Err)
	task, within := r.Result.About()
	s.Task, s.Context, s.State = cmp.Or(task, s.Task), cmp.Or(within, s.Context), cmp.Or(r.Result.State(), s.State)
	s.IsTerminal = s.IsTerminal || s.State.Terminal()
	s.HasMessage = s.HasMessage || r.Result != nil && r.Result.Message != nil
}

// Store reads the recorded exchanges; *recorder.Store implements it.
type Store interface {
	Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error)
	Gaps(ctx context.Context, session string) ([]wire.Gap, error)
	Watch() (changed <-chan struct{}, stop func())
	wire.Bodies
}

// MaxExchanges limits the exchanges that Window.List returns.
const MaxExchanges = 1000

// maxEndWait is how long exchanges may take to end once the other side is done.
const maxEndWait = 2 * time.Second

// Window covers the exchanges of a session from a moment on.
type Window struct {
	store     Store
	session   string
	afterSeq  int64 // sequence number of the last exchange before the window; 0 if there is none
	startedAt time.Time
}

// NewWindow returns a window that begins now.
func NewWindow(ctx context.Context, from Store, session string) (Window, error) {
	s := Window{from, session, 0, time.Now()}
	last, err := from.Exchanges(ctx, wire.Filter{Session: session}, wire.Page{Limit: 1})
	if err == nil && len(last) > 0 {
		s.afterSeq = last[0].Seq
	}
	return s, err
}

// List returns the exchanges so far, oldest first, at most MaxExchanges.
func (s Window) List(ctx context.Context) ([]wire.Exchange, error) {
	list, err := s.store.Exchanges(ctx, wire.Filter{Session: s.session}, wire.Page{After: s.afterSeq, Limit: MaxExchanges})
	slices.SortFunc(list, func(a, b wire.Exchange) int { return cmp.Compare(a.Seq, b.Seq) })
	return list, err
}

// WaitUntil calls over at once and after each change of the recording, until it returns true or an
// error, or maxEndWait has passed.
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

// IsOpen reports whether one of the exchanges has not ended.
func IsOpen(list []wire.Exchange) bool {
	return slices.ContainsFunc(list, func(x wire.Exchange) bool { return x.Outcome == wire.Open })
}

// ExplainMissing says why the recording of the window is incomplete, "" if it is complete.
func (s Window) ExplainMissing(ctx context.Context) (string, error) {
	gaps, err := s.store.Gaps(ctx, s.session)
	if g, ok := wire.FirstGapSince(gaps, s.startedAt); ok {
		return "not all that the client did was recorded: " + g.Reason(), err
	}
	return "", err
}
