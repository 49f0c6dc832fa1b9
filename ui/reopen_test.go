package ui

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// A tab that was hidden has no stream. When it is looked at again, the rows of sessions
// that were deleted meanwhile go, and those that were brought back come.
func TestSessionsThatGoWhileATabIsHidden(t *testing.T) {
	for _, path := range []string{"/", "/traffic", "/exchanges/0195-open-7"} {
		synctest.Test(t, func(t *testing.T) {
			f := normalRecord()
			f.sessions = append(f.sessions, wire.Session{ID: "session-9", Exchanges: 1})
			x := sample(95, "other")
			x.Session = "session-9"
			f.put(x)
			s := newTestServer(t, f, &fakeCaller{})
			page := get(t, s, path).Body.String()
			shown := func(in, name string) string {
				m := regexp.MustCompile(name + `="?(\d+)`).FindAllStringSubmatch(in, -1)
				if len(m) == 0 {
					t.Fatalf("%s: nothing tells %s: %.300s", path, name, in)
				}
				return m[len(m)-1][1]
			}
			since, sessions := shown(page, "data-version"), shown(page, "data-sessions")
			look := func() string {
				b := openTab(t, s, path, map[string]string{"Console-Since": since, "Console-Sessions": sessions})
				time.Sleep(2 * time.Second)
				synctest.Wait()
				b.cancel()
				<-b.done
				sent := b.text()
				if m := regexp.MustCompile(`"_sessions":"(\d+)"`).FindStringSubmatch(sent); m != nil {
					sessions = m[1]
				}
				return sent
			}
			if got := look(); strings.Contains(got, `id="rows"`) {
				t.Errorf("%s: nothing has changed, and all is drawn: %.300s", path, got)
			}
			f.mu.Lock()
			was, last := f.exchanges, len(f.sessions)-1
			f.exchanges, f.sessions[last].Deleted = was[:len(was)-1], fakeNow()
			f.mu.Unlock()
			if got := look(); !strings.Contains(got, `id="rows"`) || strings.Contains(got, `id="x8"`) {
				t.Errorf("%s: the rows of a session that was deleted stay: %.300s", path, got)
			}
			if got := look(); strings.Contains(got, `id="rows"`) {
				t.Errorf("%s: all is drawn again: %.300s", path, got)
			}
			f.mu.Lock()
			f.exchanges, f.sessions[last].Deleted = was, time.Time{}
			f.mu.Unlock()
			if got := look(); !strings.Contains(got, `id="x8"`) {
				t.Errorf("%s: the rows of a session that was brought back do not come: %.300s", path, got)
			}
		})
	}
}
