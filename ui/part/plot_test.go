package part

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestScaleEndsAtTheLongest: one long call makes the scale no longer than itself.
func TestScaleEndsAtTheLongest(t *testing.T) {
	f := insight.FiguresOf(wire.SampleSet{Samples: []wire.Sample{{Outcome: wire.ByAgent, Duration: 3 * time.Millisecond}, {Outcome: wire.ByAgent, Duration: 107 * time.Second}}})
	if _, least, most := LatencyMarks(f.Times, func(insight.Bin) string { return "" }); least > 3*time.Millisecond || most < 107*time.Second || most > 115*time.Second {
		t.Errorf("from %s to %s", least, most)
	}
}

// TestScaleOfNothing: the scale has a height even if no call has ended, or all ended at once.
func TestScaleOfNothing(t *testing.T) {
	for name, xs := range map[string][]wire.Sample{"open": {{Duration: -1}}, "at once": {{Outcome: wire.ByAgent}}, "long": {{Outcome: wire.ByAgent, Duration: 1 << 62}}} {
		f := insight.FiguresOf(wire.SampleSet{Samples: xs})
		if _, least, most := LatencyMarks(f.Times, func(insight.Bin) string { return "" }); least < 1 || most <= least {
			t.Errorf("%s: from %d to %d", name, least, most)
		}
	}
}
