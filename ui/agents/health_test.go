package agents

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestHealth: the newer of the last search for the card and the newest exchange says whether an
// agent is up. Neither an old observation counts, nor an exchange that the client left.
func TestHealth(t *testing.T) {
	now := time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	for _, c := range []struct {
		name string
		card CardInfo
		last wire.Exchange
		word string
		seen time.Time
	}{
		{"nothing is known", CardInfo{SearchedAt: ago(time.Minute)}, wire.Exchange{}, "unknown", time.Time{}},
		{"its card was served", CardInfo{AskedAt: ago(time.Minute), HasAnswered: true}, wire.Exchange{}, "reachable", ago(time.Minute)},
		{"nobody served a card", CardInfo{AskedAt: ago(time.Minute)}, wire.Exchange{Started: ago(time.Hour), Response: wire.Head{Status: 200}}, "down", ago(time.Minute)},
		{"it answered since", CardInfo{AskedAt: ago(time.Minute)}, wire.Exchange{Started: ago(time.Second), Response: wire.Head{Status: 500}}, "reachable", ago(time.Second)},
		{"it was unreachable since", CardInfo{AskedAt: ago(time.Minute), HasAnswered: true}, wire.Exchange{Started: ago(time.Second), Outcome: wire.Unreachable}, "down", ago(time.Second)},
		{"the client left", CardInfo{AskedAt: ago(time.Minute), HasAnswered: true}, wire.Exchange{Started: ago(time.Second), Outcome: wire.Cancelled}, "reachable", ago(time.Minute)},
		{"a gateway answered for it", CardInfo{AskedAt: ago(time.Minute), HasAnswered: true}, wire.Exchange{Started: ago(time.Second), Response: wire.Head{Status: 503}}, "down", ago(time.Second)},
		{"a long stream ended", CardInfo{}, wire.Exchange{Started: ago(2 * time.Hour), Ended: ago(time.Second), Response: wire.Head{Status: 200}}, "reachable", ago(time.Second)},
		{"long ago", CardInfo{}, wire.Exchange{Started: ago(20 * time.Hour), Response: wire.Head{Status: 200}}, "unknown", ago(20 * time.Hour)},
	} {
		if h := (Entry{CardInfo: c.card}).HealthOf(c.last, now); h.Word != c.word || !h.SeenAt.Equal(c.seen) {
			t.Errorf("%s: %+v", c.name, h)
		}
	}
}
