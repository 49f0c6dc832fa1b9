package ui

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// withYesterday is a normal record with yesterday's session, imported from a file.
func withYesterday() *fakeRecord {
	f := normalRecord()
	now := fakeNow()
	f.sessions = append(f.sessions, wire.Session{ID: "yesterdays", Name: "From Ann", Started: now.Add(-26 * time.Hour), Imported: now})
	old := sample(1, "old")
	old.Session, old.Started, old.Ended = "yesterdays", old.Started.Add(-26*time.Hour), old.Ended.Add(-26*time.Hour)
	f.put(old)
	return f
}

// TestTrafficShowsTheCurrentSession: without a filter in the address, Traffic shows the session
// being recorded; imported exchanges stay in their own session. An empty filter shows all, with
// dividers.
func TestTrafficShowsTheCurrentSession(t *testing.T) {
	s := newTestServer(t, withYesterday(), &fakeCaller{})
	for path, want := range map[string]struct{ old, others, chip bool }{
		"/traffic": {false, true, true}, "/traffic?q=": {true, true, false}, "/traffic?q=session%3Ayesterdays": {true, false, false},
		"/traffic?q=session%3Acurrent": {false, true, true}, "/traffic?in=session%3Acurrent&q=method%3APOST": {false, true, true},
		"/traffic?view=tasks": {false, true, true}, "/traffic?view=sequence": {false, true, true},
		"/exchanges/0195-open-7": {false, true, true}, "/exchanges/0195-old-1": {true, false, false}, "/exchanges/0195-old-1?q=": {true, true, false},
	} {
		page := get(t, s, path).Body.String()
		if path == "/exchanges/0195-old-1" || path == "/exchanges/0195-old-1?q=" {
			_, page, _ = strings.Cut(page, `data-list`)
		}
		page, _, _ = strings.Cut(page, `id="detail"`)
		has := func(id string) bool { return strings.Contains(page, "/exchanges/"+id) }
		if strings.Contains(path, "tasks") {
			has = func(id string) bool { return id != "0195-old-1" }
		}
		if has("0195-old-1") != want.old || has("0195-open-7") != want.others {
			t.Errorf("%s: the old exchange is listed: %v, the new one: %v", path, has("0195-old-1"), has("0195-open-7"))
		}
		if chip := strings.Contains(page, `aria-label="Remove current session · 4 March, 10:20"`); chip != want.chip && !strings.HasPrefix(path, "/exchanges/0195-old") {
			t.Errorf("%s has the chip of the current session: %v", path, chip)
		}
	}
	all := get(t, s, "/traffic?q=").Body.String()
	for _, want := range []string{"Tuesday, 3 March 2026 · imported session From Ann", "Wednesday, 4 March 2026 · session "} {
		if n := strings.Count(all, want); n != 1 {
			t.Errorf("%d dividers say %q", n, want)
		}
	}
	if now := get(t, s, "/traffic").Body.String(); strings.Contains(now, `class="row divider"`) {
		t.Error("today's calls have a divider")
	}
	if past := get(t, s, "/traffic?q=session%3Ayesterdays").Body.String(); strings.Count(past, `class="row divider"`) != 1 || !strings.Contains(past, ">Tuesday, 3 March 2026</td>") {
		t.Error("a session of another day has no date")
	}
}

// TestNewSessionShowsAtOnce: an open list of the current session is redrawn when another session
// begins.
func TestNewSessionShowsAtOnce(t *testing.T) {
	for path, gone := range map[string]string{"/traffic": "x7", "/traffic?view=sequence": "q7", "/traffic?view=tasks": "t-1"} {
		f := normalRecord()
		f.sessions[0].Exchanges = 3
		_, sent := costOf(t, path, f, func() {
			f.NewSession(t.Context(), "next")
			f.mu.Lock()
			f.ring()
			f.mu.Unlock()
		})
		if !strings.Contains(sent, `aria-label="Remove current session · next"`) {
			t.Errorf("%s: the chip has the name of another session: %.400s", path, sent)
		}
		if !strings.Contains(sent, "A new session began at ") || strings.Contains(sent, `id="`+gone+`"`) {
			t.Errorf("%s: %.400s", path, sent)
		}
	}
}

// A new exchange of another day or session adds a divider above the earlier ones.
func TestLiveDividers(t *testing.T) {
	f := withYesterday()
	s := newTestServer(t, f, &fakeCaller{})
	b := openTab(t, s, "/traffic?q=", map[string]string{"Console-Since": "8"})
	b.until(`id="recording"`)
	f.put(sample(60, "late"))
	got := b.until(`"_since":9`)
	if !strings.Contains(got, "data: mode prepend\n") || !strings.Contains(got, `id="x9"`) || strings.Contains(got, "#d8") {
		t.Errorf("the call did not come above the divider of the day before:\n%s", got)
	}
}

func TestAPIOfTheCurrentSession(t *testing.T) {
	_, at := serveAPI(t, withYesterday())
	for filter, want := range map[string]bool{"session:current": false, "": true} {
		b, err := io.ReadAll(apiGet(t, at+"/api/exchanges?filter="+filter).Body)
		if err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(string(b), "0195-old-1"); has != want || !strings.Contains(string(b), "0195-open-7") {
			t.Errorf("%q lists the old exchange: %v", filter, has)
		}
	}
}

// TestBarNamesTheAgentOfTheExchange: the bar shows the tap of the agent that an exchange called, and none where that
// agent has none, whichever agent is the current one.
func TestBarNamesTheAgentOfTheExchange(t *testing.T) {
	f := normalRecord()
	f.taps = append(f.taps, host.Tap{Agent: "http://other.test", URL: "http://127.0.0.1:7422"})
	s := newTestServer(t, f, &fakeCaller{})
	for agent, want := range map[string]string{"http://other.test": "<code>http://127.0.0.1:7422</code>", "http://gone.test": "no tap open"} {
		x := sample(9, "elsewhere")
		x.Agent = agent
		f.put(x)
		_, bar, _ := strings.Cut(get(t, s, "/exchanges/"+x.ID).Body.String(), `class="tap-address`)
		bar, _, _ = strings.Cut(bar, "</span></div>")
		if !strings.Contains(bar, want) {
			t.Errorf("%s: the bar shows %s", agent, bar)
		}
	}
}

// TestANewSessionIsNotAnEmptyRecord: after a restart the list says that this session is empty, not that nothing was
// ever recorded; and a session that is not there is named as the cause.
func TestANewSessionIsNotAnEmptyRecord(t *testing.T) {
	f := withYesterday()
	f.sessions[0].Exchanges = 3
	f.NewSession(t.Context(), "")
	s := newTestServer(t, f, &fakeCaller{})
	for at, want := range map[string]string{"/traffic": "<h2>Nothing in this session yet</h2>", "/traffic?q=session%3Aall": `No session has this id. <a href="/traffic?q=">Show all sessions</a>`} {
		if page := mainOf(get(t, s, at).Body.String()); !strings.Contains(page, want) || strings.Contains(page, "Nothing recorded yet") || !strings.Contains(page, `<a href="/traffic?q=">Show all sessions</a>`) {
			t.Errorf("%s does not say %q: %s", at, want, page)
		}
	}
}
