package interop

import (
	"path/filepath"
	"strings"
	"testing"
)

// reading is a line of `send --json`.
type reading struct {
	Kind, Task, Context, State, Text, Ended string
	Final                                   bool
}

// TestAgents: agents we did not write stand behind the tap; the console's own
// client talks to them through it.
func TestAgents(t *testing.T) {
	for _, p := range peers() {
		t.Run(p.name, func(t *testing.T) {
			_, agent := p.ready(t)
			base := start(t, "", agent[0], agent[1:]...).first
			db := filepath.Join(t.TempDir(), "record.db")
			url, session, tapping := tap(t, base, db)
			send := func(args ...string) []reading {
				t.Helper()
				args = append([]string{"send", url, "--json", "--dialect", p.dialect, "--binding", p.binding, "--timeout", "10s"}, args...)
				return lines[reading](t, output(t, "", built.console, args...))
			}

			asked := send("--text", "ask")
			if s := last(asked); word(s.State) != "input_required" {
				t.Errorf("ask: %+v", asked)
			}
			answered := send("--text", "hi", "--task", last(asked).Task, "--context", last(asked).Context)
			if s := last(answered); s.Task != last(asked).Task || word(s.State) != "completed" {
				t.Errorf("the answer did not continue the task: %+v", answered)
			}
			streamed := send("--text", "stream", "--stream")
			text := ""
			for _, r := range streamed {
				if r.Kind == "artifact" {
					text += r.Text
				}
			}
			if want := "chunk 0 é✓ chunk 1 é✓ chunk 2 é✓ chunk 3 é✓ "; text != want {
				t.Errorf("streamed %q, want %q", text, want)
			}
			if s := last(streamed); word(s.State) != "completed" {
				t.Errorf("the stream's last reading: %+v", s)
			}
			tapping.stop()

			ops := map[string]int{}
			for _, r := range record(t, session, db) {
				ops[r.Op]++
				if r.Op == "GetAgentCard" && r.HTTPStatus != 200 {
					continue // a probe of the search for the card
				}
				if r.Dialect != p.dialect {
					t.Errorf("%s read as dialect %q, want %q", r.Op, r.Dialect, p.dialect)
				}
			}
			if ops["SendMessage"] != 2 || ops["SendStreamingMessage"] != 1 {
				t.Errorf("recorded %v", ops)
			}
			// trpc v0.0.3 never closes a stream, so the console hangs up after the
			// final event.
			want := map[bool]string{true: "cancelled", false: "agent"}[strings.HasPrefix(p.name, "trpc")]
			if end := streamed[len(streamed)-1].Ended; end != want {
				t.Errorf("the stream ended %q, want %q", end, want)
			}
		})
	}
}

// last is the last reading that has a state.
func last(all []reading) reading {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].State != "" && all[i].Kind != "end" {
			return all[i]
		}
	}
	return reading{}
}
