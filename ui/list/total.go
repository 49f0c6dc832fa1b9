package list

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// If a list has more rows than its page shows, the page says how many the filter selects in all.
// The stream counts them after the page is drawn, so that no page waits for the count.

const (
	countTime  = 50 * time.Millisecond // budget of a count
	countPause = 10                    // pause after a count, as a multiple of the time that it took
	countQuick = 5 * time.Millisecond  // a faster count runs with every drawing
)

// total is how many exchanges a filter selects.
type total struct {
	N, Failed, Wrong                     int
	HasMore, HasMoreFailed, HasMoreWrong bool // there are more, not counted
	at                                   time.Time
	took                                 time.Duration
}

func (s *Lists) countMatching(ctx context.Context, q link.Query) (t total, err error) {
	t.at = time.Now()
	if t.N, t.HasMore, err = s.countOf(ctx, q.Filter); err != nil {
		return t, err
	}
	is := func(word string) wire.Filter {
		f := q.Filter
		f.Conditions = append(slices.Clone(f.Conditions), word)
		return f
	}
	if t.Failed, t.HasMoreFailed, err = s.countOf(ctx, is("failed")); err != nil {
		return t, err
	}
	t.Wrong, t.HasMoreWrong, err = s.countOf(ctx, is("wrong"))
	t.took = time.Since(t.at)
	return t, err
}

// countOf counts what a filter selects. more reports that older ones were not counted.
func (s *Lists) countOf(ctx context.Context, f wire.Filter) (n int, more bool, err error) {
	search := wire.Search{Budget: countTime}
	if n, err = s.Library.Count(ctx, f, &search); err != nil {
		return 0, false, fmt.Errorf("count the exchanges: %w", err)
	}
	return n, search.NextBefore > 0, nil
}

// words formats the total: "1,234 exchanges · 31 failed · 2 wrong".
func (t total) words() string {
	if t.at.IsZero() {
		return ""
	}
	least := func(more bool) string {
		if more {
			return "at least "
		}
		return ""
	}
	out := least(t.HasMore) + part.Plural(t.N, "exchange") + " · " + least(t.HasMoreFailed) + part.Count(t.Failed) + " failed"
	if t.Wrong > 0 {
		out += " · " + least(t.HasMoreWrong) + part.Count(t.Wrong) + " wrong"
	}
	return out
}

// drawMatching shows how many exchanges the filter selects if the page does not show them all.
func (v *ListView) drawMatching(ctx context.Context, p *web.Patches) error {
	if v.window.Low == 0 && !v.window.IsFrozen {
		return nil // the page counts its own rows
	}
	if was := v.total; !was.at.IsZero() && was.took > countQuick && time.Since(was.at) < countPause*was.took {
		return nil
	}
	now, err := v.s.countMatching(ctx, v.Q)
	if err != nil {
		return err
	}
	if now.words() != v.total.words() {
		p.Morph(matching(v.Q, now))
	}
	v.total = now
	return nil
}
