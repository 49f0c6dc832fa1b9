package words

import (
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestSessionName: a given name wins; otherwise the session is called by its first message,
// shortened. Sessions with the same title are distinguished, even if only the shortened titles are
// the same.
func TestSessionName(t *testing.T) {
	long := strings.Repeat("a", 81)
	all := []wire.Session{
		{ID: "00000000-0000-7000-8000-000000000001", Name: "Mine", FirstMessage: "hello"},
		{ID: "00000000-0000-7000-8000-000000000002", FirstMessage: "hello"},
		{ID: "00000000-0000-7000-8000-000000000003", FirstMessage: " hello\tthere "},
		{ID: "00000000-0000-7000-8000-000000000004", Name: "hello there"},
		{ID: "00000000-0000-7000-8000-000000000005", FirstMessage: long + "1"},
		{ID: "00000000-0000-7000-8000-000000000006", FirstMessage: long + "2"},
		{ID: "00000000-0000-7000-8000-000000000007"},
		{ID: "00000000-0000-7000-8000-000000000008"},
	}
	for i := range all {
		all[i].Started = time.Date(2026, 3, 4, 10, 20, i, 0, time.Local)
	}
	all[5].Copied = true
	wire.MarkTwins(all)
	for i, want := range []string{"Mine", "hello", "hello there (4 Mar 10:20:02)", "hello there (4 Mar 10:20:03)", long[:80] + "… (4 Mar 10:20:04)", long[:80] + "… (00000006)", "", ""} {
		if got := SessionName(all[i]); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
