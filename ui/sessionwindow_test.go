package ui

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// manySessions is a record of n sessions; the newest is being recorded.
func manySessions(n int) *fakeRecord {
	f := emptyRecord()
	f.sessions = nil
	for i := range n {
		f.sessions = append(f.sessions, wire.Session{
			ID: fmt.Sprintf("s%05d", i), Name: fmt.Sprint("Session ", i), Started: fakeNow().Add(-time.Duration(i) * time.Hour), Exchanges: 3,
			Agents: []string{"http://127.0.0.1:7430"},
		})
	}
	return f
}

// sessionServer serves everything on the Sessions page.
func sessionServer(t testing.TB, f *fakeRecord) *Server {
	return newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper, o.Player = &fakeKeeper{f: f}, &fakePlayer{f: f} })
}

// rowsOf returns the sessions on a page, in order.
func rowsOf(html string) (ids []string) {
	for _, m := range regexp.MustCompile(`<tr id="s-(s\d+)"`).FindAllStringSubmatch(html, -1) {
		ids = append(ids, m[1])
	}
	return ids
}

// TestSessionsAreWindowed: a page lists some of the sessions, and its size does not grow with their
// number; the pages together list each once, newest first.
func TestSessionsAreWindowed(t *testing.T) {
	f := manySessions(1200)
	s := sessionServer(t, f)
	older := regexp.MustCompile(`<a href="([^"]*)">Older</a>`)
	var all []string
	for at := "/sessions"; at != ""; {
		w := get(t, s, at)
		if w.Code != http.StatusOK || w.Body.Len() > 600_000 {
			t.Fatalf("%s: %d, %d bytes", at, w.Code, w.Body.Len())
		}
		rows := rowsOf(w.Body.String())
		if span := fmt.Sprintf("%s–%s of 1,200 sessions", count(len(all)+1), count(len(all)+len(rows))); !strings.Contains(w.Body.String(), span) {
			t.Fatalf("%s does not say %q", at, span)
		}
		all = append(all, rows...)
		at = ""
		if m := older.FindStringSubmatch(w.Body.String()); m != nil {
			at = m[1]
		}
	}
	if len(all) != 1200 || !slices.IsSorted(all) || len(slices.Compact(all)) != 1200 {
		t.Errorf("the pages list %d sessions", len(all))
	}
	if got := rowsOf(get(t, s, "/sessions?page=999").Body.String()); len(got) != 100 || got[99] != "s01199" {
		t.Errorf("a page after the last one lists %v", got)
	}
}

func count(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

// TestSessionsAreFoundAmongAll: a search covers all sessions, by name, id, tag, note and agent.
func TestSessionsAreFoundAmongAll(t *testing.T) {
	f := manySessions(300)
	old := &f.sessions[250]
	old.Tags, old.Note, old.Agents = []string{"nightly"}, "before the Change", []string{"http://other.example:9000"}
	s := sessionServer(t, f)
	for _, q := range []string{"session+250", "NIGHTLY", "before+change", "other.example", "s00250"} {
		if got := rowsOf(get(t, s, "/sessions?q="+q).Body.String()); !slices.Equal(got, []string{"s00250"}) {
			t.Errorf("%s finds %v", q, got)
		}
	}
	if body := get(t, s, "/sessions?q=nightly+session+7").Body.String(); len(rowsOf(body)) != 0 || !strings.Contains(body, "No session matches.") {
		t.Errorf("what no session holds finds %v", rowsOf(body))
	}
	if body := get(t, s, "/sessions?q=session&page=2").Body.String(); !strings.Contains(body, `href="/sessions?page=3&amp;q=session"`) || !strings.Contains(body, `href="/sessions?q=session"`) {
		t.Error("the pages of what was found lead out of it")
	}
	if few := get(t, sessionServer(t, manySessions(100)), "/sessions").Body.String(); strings.Contains(few, "session-filter") || len(rowsOf(few)) != 100 {
		t.Error("one page of sessions has a search, or not all of them")
	}
}

// TestSessionWindowStaysLive: the stream keeps to the page's window, and sends added and removed
// rows, not the table.
func TestSessionWindowStaysLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := manySessions(250)
		s := sessionServer(t, f)
		first, second := openTab(t, s, "/sessions", nil), openTab(t, s, "/sessions?page=2", nil)
		settle := func(change func()) (a, b string) {
			for _, tab := range []*tab{first, second} {
				tab.mu.Lock()
				tab.sent.Reset()
				tab.mu.Unlock()
			}
			change()
			time.Sleep(time.Second)
			synctest.Wait()
			return first.text(), second.text()
		}
		a, b := settle(func() {})
		if n, m := rowsOf(a), rowsOf(b); len(n) != 100 || n[0] != "s00000" || len(m) != 100 || m[0] != "s00100" {
			t.Fatalf("the streams begin with %v and %v", n, m)
		}
		a, b = settle(func() { act(t, s, "/sessions/s00099/name", "name=Other") })
		if got := rowsOf(a); !slices.Equal(got, []string{"s00099"}) || b != "" {
			t.Errorf("a name sends %v, to the other page %.200s", got, b)
		}
		a, _ = settle(func() { act(t, s, "/sessions/s00050/delete", "") })
		if got := rowsOf(a); !slices.Equal(got, []string{"s00100"}) || !strings.Contains(a, "> #s-s00050\ndata: mode remove") {
			t.Errorf("a deletion sends %v: %.300s", got, a)
		}
		a, _ = settle(func() {
			f.mu.Lock()
			f.sessions = slices.Insert(f.sessions, 1, wire.Session{ID: "s99999", Name: "Session between", Started: fakeNow(), Exchanges: 3, Agents: []string{"http://127.0.0.1:7430"}})
			f.mu.Unlock()
			s.web.Notify("sessions")
		})
		if got := rowsOf(a); len(got) != 100 || got[0] != "s99999" || !strings.Contains(a, "> #s-s00001\ndata: mode before\n") {
			t.Errorf("a session among those shown sends %v", got)
		}
	})
}

// TestSessionsToCompareAreWindowed: a choice among many lists the newest, and finds any.
func TestSessionsToCompareAreWindowed(t *testing.T) {
	f := manySessions(1200)
	s := sessionServer(t, f)
	option := regexp.MustCompile(`<tr data-row><td><a href="/compare\?a=(s\d+)&amp;b=s00000">`)
	body := get(t, s, "/compare?a=s00000").Body.String()
	if got := option.FindAllString(body, -1); len(got) != 100 || !strings.Contains(body, "There are 1,199 sessions. Search to narrow them down.") || len(body) > 100_000 {
		t.Errorf("%d sessions in %d bytes", len(got), len(body))
	}
	body = get(t, s, "/compare?a=s00000&q=session+1121").Body.String()
	if got := option.FindAllStringSubmatch(body, -1); len(got) != 1 || got[0][1] != "s01121" {
		t.Errorf("an old session is not found: %v", got)
	}
}

// TestEmptySessionsAreFolded: a session without a call is counted below the list, unless it is being recorded or
// somebody marked it. A click or a search shows it.
func TestEmptySessionsAreFolded(t *testing.T) {
	f := manySessions(6)
	for i := range f.sessions[:5] {
		f.sessions[i].Exchanges, f.sessions[i].Probes, f.sessions[i].Bytes, f.sessions[i].Name = 2, 2, 4000, ""
	}
	f.sessions[1].Note, f.sessions[2].Pinned = "before the change", true
	s := sessionServer(t, f)
	page := get(t, s, "/sessions").Body.String()
	if got := rowsOf(page); !slices.Equal(got, []string{"s00000", "s00001", "s00002", "s00005"}) || !strings.Contains(page, `2 sessions without a call. <a href="/sessions?empty=1">Show all</a>`) || strings.Contains(page, ">4.0 KB<") {
		t.Errorf("it lists %v", got)
	}
	for _, at := range []string{"/sessions?empty=1", "/sessions?q=s0000"} {
		if page := get(t, s, at).Body.String(); len(rowsOf(page)) != 6 || strings.Contains(page, "without a call") {
			t.Errorf("%s lists %v", at, rowsOf(page))
		}
	}
}
