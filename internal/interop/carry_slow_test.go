//go:build slow

package interop

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
)

// TestSlowCarry moves recordings of clients that we did not write to another place. A client walks
// through the reference agent's skills behind a tap. The session is exported, and imported into another
// record. A mock there plays it to the same client, which must see the same steps, events and texts,
// except for ids. The part that is a test is saved as a session. Replayed against the reference agent, it
// has no differences; against a changed agent, exactly the planted ones.
func TestSlowCarry(t *testing.T) {
	for _, p := range peers() {
		t.Run(p.name, func(t *testing.T) {
			client, _ := p.ready(t)
			t.Parallel()
			session, file, heard := taped(t, client)
			db := filepath.Join(t.TempDir(), "elsewhere.db")
			got := lines[struct{ Session string }](t, output(t, "", built.console, "sessions", "import", file, "--db", db, "--json"))
			if len(got) != 1 || got[0].Session != session {
				t.Fatalf("imported %+v, exported session %s", got, session)
			}

			mock, playing := serving(t, "mock", session, "--db", db, "--listen", "127.0.0.1:0")
			for n := range 2 {
				if again := told(t, client, mock.Agent); again != heard {
					t.Errorf("walk %d through the mock:\n%s\non record:\n%s", n+1, again, heard)
				}
			}
			playing.stop()

			test := steady(t, session, db)
			same, _ := serving(t, "agent", "--listen", "127.0.0.1:0")
			if found := replayed(t, test, db, same.Agent, 0); len(found) > 0 {
				t.Errorf("nothing was changed, and these differ:\n%s", strings.Join(found, "\n"))
			}
			if found := replayed(t, test, db, changedAgent(t), 1); !slices.Equal(found, planted()) {
				t.Errorf("found:\n%s\nplanted:\n%s", strings.Join(found, "\n"), strings.Join(planted(), "\n"))
			}
		})
	}
}

// planted are the differences in a changed agent's responses, in the order of the walk: the end of the
// order, a request for it, and the end of the paper.
func planted() []string {
	number := `$.task.artifacts[0].parts[0].text: "I have ordered a new Android device for you. Your request number is R12443" → ` +
		`"I have ordered a new Android device for you. Your request number is R99999"`
	return []string{
		"SendMessage differs at " + number,
		"GetTask differs at " + number,
		`SendStreamingMessage differs at $.task.status.state: "TASK_STATE_COMPLETED" → "TASK_STATE_FAILED"`,
	}
}

// taped records a client's walk. It returns the session, its exported file, and what the client was told;
// the agent is gone then.
func taped(t *testing.T, client []string) (session, file, heard string) {
	t.Helper()
	l, agent := serving(t, "agent", "--listen", "127.0.0.1:0")
	db := filepath.Join(t.TempDir(), "record.db")
	url, session, tapping := tap(t, l.Agent, db)
	heard = told(t, client, url)
	tapping.stop()
	agent.stop()
	file = filepath.Join(t.TempDir(), "walk.jsonl")
	output(t, "", built.console, "sessions", "export", session, "--db", db, "--format", "jsonl", "--output", file)
	return session, file, heard
}

// told is what a client understood of its walk, without ids.
func told(t *testing.T, client []string, url string) string {
	t.Helper()
	return uuids.ReplaceAllString(output(t, "", client[0], append(client[1:len(client):len(client)], url)...), "UUID")
}

var uuids = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// steady saves a copy of a session without the tasks that a second call watched, because it is
// random when that call starts.
func steady(t *testing.T, session, db string) string {
	t.Helper()
	filter := "session:" + session
	for _, r := range record(t, session, db) {
		if r.Op == "SubscribeToTask" {
			filter += " -task:" + r.Task
		}
	}
	saved := lines[struct{ Session string }](t, output(t, "", built.console, "sessions", "save", "--filter", filter, "--db", db, "--json"))
	return saved[0].Session
}

// replayed replays a session with an expected exit code, and returns the differences, a line each.
func replayed(t *testing.T, session, db, agent string, code int) (found []string) {
	t.Helper()
	out, stderr, got := ran(t, "", built.console, "replay", session, "--db", db, "--to", agent, "--fail-on-diff", "--json")
	if got != code {
		t.Errorf("the replay ended with %d, want %d\n%s%s", got, code, out, stderr)
	}
	pairs := lines[diff.Pair](t, out)
	if len(pairs) < 9 {
		t.Errorf("only %d exchanges were replayed\n%s", len(pairs), stderr)
	}
	for _, p := range pairs {
		for _, d := range p.Differences {
			found = append(found, fmt.Sprintf("%s %s at %s: %s → %s", p.Op, p.Outcome, d.Path, d.A, d.B))
		}
		if len(p.Differences) == 0 && p.Outcome != diff.OutcomeSame {
			found = append(found, fmt.Sprintf("%s %s: %v", p.Op, p.Outcome, p.Notes))
		}
	}
	return found
}
