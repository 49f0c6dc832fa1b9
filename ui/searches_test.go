package ui

import (
	"context"
	"errors"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/searches"
)

// slowLibrary holds searches until they are released.
type slowLibrary struct {
	host.Library
	begun chan struct{}
	let   chan struct{}
}

func (l slowLibrary) Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error) {
	if len(f.Text)+len(f.Exclusions) > 0 {
		l.begun <- struct{}{}
		select {
		case <-l.let:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return l.Library.Exchanges(ctx, f, p)
}

func TestSearchesTakeTurns(t *testing.T) {
	slow := slowLibrary{normalRecord(), make(chan struct{}, 8), make(chan struct{})}
	l := searches.New(slow)
	words := wire.Filter{Text: []string{"joke"}}
	done := make(chan error, 8)
	for range searches.MaxRunning {
		go func() { _, err := l.Exchanges(t.Context(), words, wire.Page{}); done <- err }()
		<-slow.begun
	}
	// Everything else continues.
	if _, err := l.Exchanges(t.Context(), wire.Filter{Session: "x"}, wire.Page{}); err != nil {
		t.Error(err)
	}
	// A search that is cancelled neither waits nor takes a turn.
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Exchanges(gone, wire.Filter{Exclusions: []wire.Filter{words}}, wire.Page{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a search of nobody: %v", err)
	}
	if len(slow.begun) > 0 {
		t.Error("a third search runs")
	}
	go func() { _, err := l.Exchanges(t.Context(), words, wire.Page{}); done <- err }()
	slow.let <- struct{}{}
	<-slow.begun // the next has its turn
	for range searches.MaxRunning {
		slow.let <- struct{}{}
	}
	for range searches.MaxRunning + 1 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
