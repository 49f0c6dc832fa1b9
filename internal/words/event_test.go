package words

import (
	"testing"
	"time"
)

func TestEvent(t *testing.T) {
	for _, c := range []struct {
		word, what string
		status     int
		want       string
	}{
		{"append", "report", 200, "append → report"}, {"error", "TaskNotFound", 200, "error TaskNotFound"}, {"state", "", 200, "status"},
		{"unread", "", 200, "not understood"}, {"unread", "", 502, "✕ 502 Bad Gateway"}, {"barred", "", 401, "✕ 401 Unauthorized"}, {"message", "", 200, "message"},
	} {
		if got := EventName(c.word, c.what, c.status); got != c.want {
			t.Errorf("%s %q: %q, not %q", c.word, c.what, got, c.want)
		}
	}
}

func TestAfter(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "+0 ms", 1500 * time.Microsecond: "+1.5 ms", 2 * time.Millisecond: "+2 ms", 843 * time.Millisecond: "+843 ms", 2439 * time.Millisecond: "+2.439 s", 59999*time.Millisecond + 900*time.Microsecond: "+59.999 s", 61 * time.Second: "+1 m 01 s"} {
		if got := FormatOffset(d); got != want {
			t.Errorf("%s: %q, not %q", d, got, want)
		}
	}
}
