package agentpage

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestListedTimesAreRead: times are formatted as on every page; anything else is shown as received.
func TestListedTimesAreRead(t *testing.T) {
	at := time.Date(2026, 3, 4, 10, 10, 30, 369e6, time.Local)
	for stamp, want := range map[string]string{at.Format(time.RFC3339Nano): "4 Mar 2026 10:10:30", "yesterday": "yesterday", "": ""} {
		if got := (listedTask{Task: a2a.Task{Status: a2a.Status{Timestamp: stamp}}}).changeTime(); got != want {
			t.Errorf("%q is shown as %q, want %q", stamp, got, want)
		}
	}
}
