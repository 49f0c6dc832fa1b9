package agents

import (
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestVersionRange: versions without a gap between them are shown as a range.
func TestVersionRange(t *testing.T) {
	for _, c := range []struct {
		versions []a2a.Version
		want     string
	}{
		{nil, ""},
		{[]a2a.Version{"1.0"}, "1.0"},
		{[]a2a.Version{"0.3", "1.0"}, "0.3, 1.0"},
		{[]a2a.Version{"1.0", "0.3", "0.2"}, "0.2–1.0"},
		{[]a2a.Version{"0.1", "0.2", "0.3", "1.0"}, "0.1–1.0"},
		{[]a2a.Version{"0.1", "0.3", "1.0"}, "0.1, 0.3, 1.0"},
		{[]a2a.Version{"0.2", "0.3", "1.0", "7.0"}, "0.2, 0.3, 1.0, 7.0"},
	} {
		if got := VersionRange(Entry{CardInfo: CardInfo{Discovery: &inspector.Discovery{Versions: c.versions}}}); got != c.want {
			t.Errorf("%v is shown as %q, want %q", c.versions, got, c.want)
		}
	}
}
