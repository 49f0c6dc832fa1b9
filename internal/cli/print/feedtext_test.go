package print

import (
	"bytes"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// TestFeedInAPipe: in a pipe a call is a row when it ends, below the column heads, and none when it
// begins or is labelled again.
func TestFeedInAPipe(t *testing.T) {
	var out bytes.Buffer
	f := NewFeedPrinter(&stdio.Streams{Stdout: &out}, Names{"http://a": "an agent"})
	for _, message := range []string{
		`{"kind":"ready"}`,
		`{"kind":"exchange","id":"1","op":"SendMessage","agent":"http://a","started":"2026-01-02T03:04:05.000000Z","text":"hello"}`,
		`{"kind":"exchange","id":"1","op":"SendMessage","agent":"http://a","started":"2026-01-02T03:04:05.000000Z","text":"hello","outcome":"agent","duration_ms":1500,"state":"TASK_STATE_COMPLETED"}`,
		`{"kind":"exchange","id":"1","op":"SendMessage","agent":"http://a","started":"2026-01-02T03:04:05.000000Z","text":"hello","outcome":"agent","duration_ms":1500,"findings":1}`,
		`{"kind":"frame","exchange":"1","text":"x"}`,
	} {
		if err := f.Message([]byte(message)); err != nil {
			t.Fatal(err)
		}
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "EXCHANGE ") || !strings.HasPrefix(lines[1], "1 ") || !strings.Contains(lines[2], "#0") {
		t.Fatalf("got\n%s", out.String())
	}
	if got := strings.Join(strings.Fields(lines[1])[2:], " "); got != "SendMessage – ✓ completed agent 1.5 s 0 B 0 an agent hello" {
		t.Errorf("%q", got)
	}
	if err := f.Message([]byte("no JSON")); err == nil {
		t.Error("what is not JSON was taken")
	}
}

// TestPassageInTheFeed: the passage of an event is one line, whatever it contains.
func TestPassageInTheFeed(t *testing.T) {
	var out bytes.Buffer
	f := NewFeedPrinter(&stdio.Streams{Stdout: &out}, nil)
	for _, message := range []string{
		`{"kind":"passage","exchange":"0195aaaa","side":"response","frame":3,"sent":2,"passed":"edited","at":"no time","held_ms":2100,"text":"a\u001b[2J joke"}`,
		`{"kind":"passage","exchange":"0195aaaa","side":"request","frame":0,"sent":-1,"passed":"dropped","at":"no time","rule":"op:send => drop"}`,
		`{"kind":"passage","exchange":"0195aaaa","side":"response","frame":3,"sent":4,"passed":"injected","at":"no time","rule":"=> duplicate","text":"x"}`,
	} {
		if err := f.Message([]byte(message)); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []string{"← 0195aaaa #3  edited 2.1 s by hand  a␛[2J joke", "→ 0195aaaa #0  dropped by the rule op:send => drop", "← 0195aaaa before #3  injected by the rule => duplicate  x"} {
		if got := strings.Split(out.String(), "\n")[i]; !strings.HasSuffix(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
