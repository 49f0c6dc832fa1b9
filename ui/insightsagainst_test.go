package ui

import (
	"net/url"
	"strings"
	"testing"
)

// TestInsightsAgainst: Insights compare the page's filter with another one, in numbers that link to
// each side. An invalid filter is explained, and text stays text.
func TestInsightsAgainst(t *testing.T) {
	f := normalRecord()
	x := sample(40, "slow")
	x.Session, x.Ended = "session-2", x.Ended.Add(1e9)
	f.put(x)
	y := sample(41, "fast")
	y.Session = "session-3"
	f.put(y)
	s := newTestServer(t, f, &fakeCaller{})
	at := func(a, b string) string {
		return get(t, s, "/traffic?"+url.Values{"view": {"insights"}, "q": {a}, "versus": {b}}.Encode()).Body.String()
	}
	page := at("session:session-1", "session:session-2")
	for _, want := range []string{"B compared with A", "Total P50", "421 ms</a>", "1.4 s</a>", `class="num muted">+238 %`, `class="side-a"`, `class="side-b"`,
		`href="/traffic?q=session%3Asession-2+outcome%3Aagent"`, `href="/traffic?q=session%3Asession-1+outcome%3Aagent"`,
		`href="/traffic?q=session%3Asession-2&amp;versus=session%3Asession-1&amp;view=insights"`, `<option value="session:session-1">`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if page := at("session:session-1", "stat:3"); !strings.Contains(page, "A selects nothing. Filter") {
		t.Error("nothing says what is wrong with the other filter")
	}
	if page := at("session:session-2", "session:session-1"); !strings.Contains(page, `class="num muted">+238 %`) {
		t.Error("one call that takes longer than before counts as worse")
	}
	if page := at("session:session-2", "session:session-3"); !strings.Contains(page, `class="num muted">−70 %`) {
		t.Error("one call that takes less than before counts as better")
	}
	if page := at("session:session-1", "task:nothing"); !strings.Contains(page, "B compared with A") || !strings.Contains(page, ">new<") {
		t.Error("nothing is not set against something")
	}
	harmless(t, at("", hostile))
	if page := at("session:session-1", ""); strings.Contains(page, "B compared with A") || !strings.Contains(page, "Compare with") {
		t.Error("without another filter there is more, or less, than the picker")
	}
	if page := get(t, s, "/sessions").Body.String(); !strings.Contains(page, "view=insights") {
		t.Error("no way leads from a session to its figures")
	}
}

// TestInsightsFollowBothSides: a new exchange that only the other filter selects is drawn at once.
func TestInsightsFollowBothSides(t *testing.T) {
	for versus, want := range map[string]bool{"session:current": true, "session:another": false, "": false} {
		f := withYesterday()
		at := "/traffic?" + url.Values{"view": {"insights"}, "q": {"session:yesterdays"}, "versus": {versus}}.Encode()
		_, sent := costOf(t, at, f, func() { f.put(sample(40, "new")) })
		if strings.Contains(sent, `id="insights"`) != want {
			t.Errorf("against %q: drawn is %v, want %v", versus, !want, want)
		}
	}
}

// TestInsightsLeaveOutExaminations: across sessions, calls that go wrong on purpose are not counted, and the marks
// lead to none of them. A filter that names them, or their session, counts them.
func TestInsightsLeaveOutExaminations(t *testing.T) {
	f := normalRecord()
	x := sample(40, "examined")
	x.Session = fakeExamination
	f.put(x)
	s := newTestServer(t, f, &fakeCaller{})
	for q, want := range map[string]bool{"": true, "op:send": true, "is:examined": false, "-is:examined": false, "session:" + fakeExamination: false} {
		page := mainOf(get(t, s, "/traffic?"+url.Values{"view": {"insights"}, "q": {q}}.Encode()).Body.String())
		if strings.Contains(page, "Not counted: exchanges of examinations and chaos") != want || strings.Contains(page, "-is%3Aexamined+is%3Afailed") != (want || q == "-is:examined") {
			t.Errorf("%q: left out is %v, want %v", q, !want, want)
		}
	}
}
