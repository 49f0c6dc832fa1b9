package list

import (
	"net/url"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/record"
)

func TestTotals(t *testing.T) {
	l := Listing{Rows: []record.Row{
		{Exchange: wire.Exchange{ID: "a", Outcome: wire.ByAgent, RequestBytes: 1000, ResponseBytes: 1048}},
		{Exchange: wire.Exchange{ID: "b", Outcome: wire.Cut, ResponseBytes: 1024}},
		{GapsBefore: []wire.Gap{{Exchanges: 3}}}, // a row of gaps
	}}
	if got, want := l.totals(), "2 shown · 1 failed · 3.0 KB"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	l.Older = 7
	if got, want := l.totals(), "newest 2 shown · 3.0 KB"; got != want {
		t.Errorf("with older ones: %q, want %q", got, want)
	}
	l.NewestSeq = 9
	if got, want := l.totals(), "2 shown · 3.0 KB"; got != want {
		t.Errorf("with newer ones: %q, want %q", got, want)
	}
}

// Partial counts are marked as such.
func TestTotalInWords(t *testing.T) {
	now := time.Now()
	for want, c := range map[string]total{
		"":                                    {},
		"1 exchange · 0 failed":               {N: 1, at: now},
		"at least 1,200 exchanges · 7 failed": {N: 1200, Failed: 7, HasMore: true, at: now},
		"at least 1,200 exchanges · at least 7 failed": {N: 1200, Failed: 7, HasMore: true, HasMoreFailed: true, at: now},
		"3 exchanges · 0 failed · at least 2 wrong":    {N: 3, Wrong: 2, HasMoreWrong: true, at: now},
	} {
		if got := c.words(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestQuickFiltersAreNoChips(t *testing.T) {
	l := Listing{Query: link.QueryOf(url.Values{"q": {"op:send task:t is:failed"}})}
	if chips := l.typedChips(); len(chips) != 1 || chips[0].Text != "task:t" {
		t.Errorf("chips %v", chips)
	}
}
