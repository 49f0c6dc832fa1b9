package recorder

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// gathered is a sink that keeps what it receives.
type gathered struct {
	wire.Sink
	session   wire.Session
	ids       []string
	rules     []wire.Rule
	elsewhere bool // an exchange names another session
	closed    bool
}

func (g *gathered) Session(_ context.Context, x *wire.Session) error { g.session = *x; return nil }
func (g *gathered) Exchange(_ context.Context, x *wire.Exchange) error {
	g.ids, g.elsewhere = append(g.ids, x.ID), g.elsewhere || x.Session != g.session.ID
	return nil
}
func (g *gathered) Chunk(context.Context, *wire.Chunk) error           { return nil }
func (g *gathered) Redactions(context.Context, []wire.Redaction) error { return nil }
func (g *gathered) Passages(context.Context, []wire.Passage) error     { return nil }
func (g *gathered) Rule(_ context.Context, r *wire.Rule) error {
	g.rules = append(g.rules, *r)
	return nil
}
func (g *gathered) Close(context.Context) error { g.closed = true; return nil }

// Exchanges of several sessions are exported as one session, in the order of recording.
func TestChosenExchangesAreExportedAsOneSession(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	first := record(t, s, call(), "{}", jsonHead, "{}")
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	record(t, s, call(), "{}", jsonHead, "{}")
	last := record(t, s, call(), "{}", jsonHead, "{}")
	var to gathered
	if err := s.ExportChosen(t.Context(), []string{last, first, last}, &to); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(to.ids, []string{first, last}) || to.session.Exchanges != 2 || len(to.session.Agents) != 1 || to.session.Bytes == 0 || !to.closed || to.elsewhere {
		t.Errorf("%+v", to)
	}
	if err := s.ExportChosen(t.Context(), []string{"nobody"}, &gathered{}); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("an exchange that there is not: %v", err)
	}
}
