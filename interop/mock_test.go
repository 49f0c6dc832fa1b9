package interop

import (
	"path/filepath"
	"regexp"
	"testing"
)

// TestMock: clients we did not write walk through the reference agent's skills
// behind a tap, and again through the mock that plays the recording. They must
// not notice: the same steps, events and words, but for ids.
func TestMock(t *testing.T) {
	for _, p := range peers() {
		t.Run(p.name, func(t *testing.T) {
			client, _ := p.ready(t)
			t.Parallel()
			l, agent := serving(t, "agent", "--listen", "127.0.0.1:0")
			db := filepath.Join(t.TempDir(), "record.db")
			url, session, tapping := tap(t, l.Agent, db)
			walk := func(base string) string {
				t.Helper()
				return uuids.ReplaceAllString(output(t, "", client[0], append(client[1:], base)...), "UUID")
			}
			first := walk(url)
			tapping.stop()
			agent.stop()

			mock, _ := serving(t, "mock", session, "--db", db, "--listen", "127.0.0.1:0")
			for n := range 2 {
				if again := walk(mock.Agent); again != first {
					t.Errorf("walk %d through the mock:\n%s\non record:\n%s", n+1, again, first)
				}
			}
		})
	}
}

var uuids = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
