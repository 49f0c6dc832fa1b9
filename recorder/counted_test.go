package recorder

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestCount: a filter's matches are counted without reading them, and a count that takes too long says how far
// it got.
func TestCount(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	million(t, s, 20_000)
	count := func(f wire.Filter, budget time.Duration) (int, int64) {
		t.Helper()
		search := wire.Search{Budget: budget, NextBefore: 7}
		n, err := s.Count(t.Context(), f, &search)
		if err != nil {
			t.Fatal(err)
		}
		return n, search.NextBefore
	}
	for _, f := range []wire.Filter{
		{}, {ExcludedOrigins: []wire.Origin{wire.Console}}, {Conditions: []string{"failed"}}, {Ops: []string{"get"}, Dialects: []string{"1.0"}},
		{Text: []string{"zebra"}}, {Text: []string{"fox"}, Conditions: []string{"failed"}}, {Task: "nowhere"}, {Session: s.Current().ID},
	} {
		all := find(t, s, f, wire.Page{})
		if n, upto := count(f, time.Hour); n != len(all) || upto != 0 {
			t.Errorf("%+v: %d up to %d, there are %d", f, n, upto, len(all))
		}
	}
	if n, upto := count(wire.Filter{}, 0); n == 0 || n >= 20_000 || upto == 0 {
		t.Errorf("without time: %d, up to %d", n, upto)
	}
}
