package words

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestTookOf: the duration is unknown if the console did not see the end.
func TestTookOf(t *testing.T) {
	at := time.Unix(1, 0)
	for outcome, want := range map[wire.Outcome]string{
		wire.ByAgent: "3.9 ms", wire.Cut: "3.9 ms", wire.Cancelled: "3.9 ms", wire.TimedOut: "3.9 ms", wire.Interrupted: "", wire.Open: "",
	} {
		if got := ExchangeDuration(&wire.Exchange{Started: at, Ended: at.Add(3900 * time.Microsecond), Outcome: outcome}); got != want {
			t.Errorf("%s: %q", outcome, got)
		}
	}
	if got := ExchangeDuration(&wire.Exchange{Started: at, Outcome: wire.ByAgent}); got != "" {
		t.Errorf("without an end: %q", got)
	}
}
