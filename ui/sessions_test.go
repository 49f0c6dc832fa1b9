package ui

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
)

// act carries out an action as the page's script does.
func act(t *testing.T, s *Server, path, form string) *httptest.ResponseRecorder {
	t.Helper()
	r := request(s, "POST", path, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Datastar-Request", "true")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestSessionsAreMadeNamedAndPaused(t *testing.T) {
	f := emptyRecord()
	s := newTestServer(t, f, &fakeCaller{})
	if w := act(t, s, "/sessions/new", ""); w.Code != http.StatusNoContent || len(f.sessions) != 2 {
		t.Fatalf("new: %d, %d sessions", w.Code, len(f.sessions))
	}
	act(t, s, "/sessions/current/name", "name=++Before+the+change++")
	if got := f.sessions[0].Name; got != "Before the change" {
		t.Errorf("name %q", got)
	}
	act(t, s, "/sessions/session-1/name", "name=Old")
	if got := f.sessions[1].Name; got != "Old" {
		t.Errorf("name %q", got)
	}
	act(t, s, "/sessions/pause", "")
	if !f.paused {
		t.Error("not paused")
	}
	act(t, s, "/sessions/resume", "")
	if f.paused {
		t.Error("still paused")
	}
	for _, bad := range []string{"name=", "name=" + strings.Repeat("x", 201)} {
		if w := act(t, s, "/sessions/current/name", bad); !strings.Contains(w.Body.String(), "A session needs a name.") {
			t.Errorf("%.20q was taken: %s", bad, w.Body)
		}
	}
}

func TestDeletedSessionComesBack(t *testing.T) {
	f := emptyRecord()
	f.sessions = append(f.sessions, wire.Session{ID: "old", Name: "Old one", Started: fakeNow()})
	s := newTestServer(t, f, &fakeCaller{})
	w := act(t, s, "/sessions/old/delete", "")
	if f.sessions[1].Deleted.IsZero() || !strings.Contains(w.Body.String(), `data-url="/sessions/old/undelete"`) {
		t.Fatalf("not deleted with a way back: %s", w.Body)
	}
	act(t, s, "/sessions/old/undelete", "")
	if !f.sessions[1].Deleted.IsZero() {
		t.Error("not brought back")
	}
}

func TestSessionBeingRecordedStays(t *testing.T) {
	f := emptyRecord()
	s := newTestServer(t, f, &fakeCaller{})
	w := act(t, s, "/sessions/session-1/delete", "")
	if !f.sessions[0].Deleted.IsZero() || !strings.Contains(w.Body.String(), "Begin a new session") {
		t.Errorf("got %s", w.Body)
	}
}

func TestSessionPageIsTrafficInItsScope(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	w := get(t, s, "/sessions/session-1")
	if got := w.Header().Get("Location"); got != "/traffic?q=session%3Asession-1" {
		t.Errorf("goes to %q", got)
	}
	if w := get(t, s, "/sessions/none"); w.Code != http.StatusNotFound {
		t.Errorf("unknown session: %d", w.Code)
	}
}

// A session without a name is listed by the first message in it.
func TestSessionsAreNamedByContent(t *testing.T) {
	f := normalRecord()
	f.sessions[0].Name, f.sessions[0].Exchanges = "", 8
	f.sessions = append(f.sessions, wire.Session{ID: "session-8", Started: fakeNow(), Ended: fakeNow(), Exchanges: 1}, wire.Session{ID: "session-9", Name: "Mine", Started: fakeNow(), Exchanges: 1})
	x := sample(20, "order")
	x.Session, x.Labels.Text = "session-9", "named anyway"
	f.put(x)
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = &fakeKeeper{f: f} })
	page := mainOf(get(t, s, "/sessions").Body.String())
	for _, want := range []string{">tell me a joke</a>", ">Mine</a>", ">4 Mar 2026 10:20:30</a>"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
}

// TestSizeSaysWhatItIncludes: the calls that the list does not count are named beside the size, and a session without
// calls has none.
func TestSizeSaysWhatItIncludes(t *testing.T) {
	f := emptyRecord()
	f.sessions = append(f.sessions, wire.Session{ID: "old", Name: "Old", Started: fakeNow(), Exchanges: 5, Probes: 3, Bytes: 2 << 20}, wire.Session{ID: "idle", Name: "Idle", Started: fakeNow(), Exchanges: 2, Probes: 2, Bytes: 1 << 20})
	page := get(t, newTestServer(t, f, &fakeCaller{}), "/sessions").Body.String()
	for _, want := range []string{`title="Includes 3 calls by the console itself, which Exchanges and Traffic leave out">2.0 MB`, `title="1.0 MB of calls by the console itself">–`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(page, "0 B") {
		t.Error("an empty session has a size")
	}
}

// TestSessionsLinkTheirResults: a replay's session links to the comparison with the original, and an examination's to
// its report, also in a console that did not make them. Other names and lost originals get no link.
func TestSessionsLinkTheirResults(t *testing.T) {
	f := emptyRecord()
	original := f.put(sample(1, "a"))
	for i, name := range []string{"replay of a", "replay of a file", "anything"} {
		id := fmt.Sprint("session-", 10+i)
		f.sessions = append(f.sessions, wire.Session{ID: id, Name: name})
		x := sample(10+i, "b")
		x.Session, x.Origin, x.Link = id, wire.Replay, original.ID
		if name == "replay of a file" {
			x.Link = "gone"
		}
		f.put(x)
	}
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) {
		o.Examiner = &fakeExaminer{kept: []wire.Examination{{ID: "exam-1", Session: "session-12"}}}
	})
	page := mainOf(get(t, s, "/sessions").Body.String())
	want := `href="/compare?a=` + original.Session + `&amp;b=session-10">Comparison</a>`
	if !strings.Contains(page, want) || strings.Count(page, ">Comparison</a>") != 1 {
		t.Errorf("the page lacks %s, or has more: %s", want, page)
	}
	if !strings.Contains(page, `href="/examinations/exam-1">Report</a>`) || strings.Count(page, ">Report</a>") != 1 {
		t.Errorf("the page lacks the report: %s", page)
	}
	if found := mainOf(get(t, s, link.SessionsOfReplays).Body.String()); !strings.Contains(found, ">Comparison</a>") || strings.Contains(found, ">anything<") {
		t.Errorf("the list of replays: %s", found)
	}
	if jobs := mainOf(get(t, s, "/jobs").Body.String()); !strings.Contains(jobs, link.SessionsOfReplays) || !strings.Contains(jobs, `href="/checks#examinations"`) {
		t.Errorf("an empty list of jobs does not say where results are: %s", jobs)
	}
}
