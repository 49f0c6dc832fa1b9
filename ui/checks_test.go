package ui

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// brokenRecord is a record whose exchanges break checks, one of them only in relation to another.
func brokenRecord() (f *fakeRecord, first, second wire.Exchange) {
	f = emptyRecord()
	f.sessions = append(f.sessions, wire.Session{ID: "session-1"})
	first, second = f.put(sample(1, "a")), f.put(sample(2, "b"))
	f.findings = map[string][]wire.Finding{
		second.ID: {{Check: "STM-05", Severity: "error", Count: 1, Times: 1, CrossFindings: []wire.CrossFinding{{
			Severity: "error", Message: "the task was completed", Side: wire.Response, Frame: -1, Path: "$.result", Spec: "1.0 §3.1.5", Times: 1, Others: []string{first.ID, "gone"},
		}}}, {Check: "SSE-05", Severity: "warning", Count: 1, Times: 3}},
		first.ID: {{Check: "SSE-05", Severity: "info", Count: 1, Times: 1}},
	}
	return f, first, second
}

// Rules that were broken only during examinations are not counted, except on the page of the
// examination's session. The page says so and links to them.
func TestChecksOfExaminationsStandApart(t *testing.T) {
	f, _, _ := brokenRecord()
	f.examined = map[string]bool{"session-1": true}
	s := newTestServer(t, f, &fakeCaller{})
	page := mainOf(get(t, s, "/checks").Body.String())
	for _, want := range []string{"None was broken", "2 rules were broken only during examinations, mostly by the console&#39;s deliberate bad calls.", `Not counted: <a href="/traffic?probes=1&amp;q=finding%3ASSE-05">2 exchanges</a>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q: %.1500s", want, page)
		}
	}
	if found := mainOf(get(t, s, "/checks?show=found").Body.String()); strings.Contains(found, `<tr id="check-`) {
		t.Error("what is not counted is listed as broken")
	}
	if one := mainOf(get(t, s, "/checks?session=session-1").Body.String()); !strings.Contains(one, "2 were broken") || strings.Contains(one, "Not counted") {
		t.Errorf("in the examination's own session: %.900s", one)
	}
}

// TestChecks: the most frequent checks come first, linked to the exchanges that break them; all
// others follow and can be found.
func TestChecks(t *testing.T) {
	f, _, _ := brokenRecord()
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = &fakeKeeper{f: f} })
	page := mainOf(get(t, s, "/checks").Body.String())
	order := func(page string, ids ...string) {
		t.Helper()
		at := -1
		for _, id := range ids {
			i := strings.Index(page, `id="check-`+id+`"`)
			if i <= at {
				t.Errorf("%s is at %d, after %d", id, i, at)
			}
			at = i
		}
	}
	order(page, "SSE-05", "STM-05", "CARD-01")
	if n := strings.Count(page, `<tr id="check-`); n != len(check.All()) {
		t.Errorf("%d checks are listed, of %d", n, len(check.All()))
	}
	for _, want := range []string{`href="/traffic?probes=1&amp;q=finding%3ASSE-05"`, ">Broken in 2 exchanges</a>", "2 were broken"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	order(mainOf(get(t, s, "/checks?sort=id").Body.String()), "CARD-01", "SSE-05", "STM-05")
	found := mainOf(get(t, s, "/checks?show=found&level=must&q=stm").Body.String())
	if strings.Count(found, `<tr id="check-`) != 1 || !strings.Contains(found, `id="check-STM-05"`) {
		t.Errorf("found %s", found)
	}
	one := mainOf(get(t, s, "/checks?session=session-1&show=found").Body.String())
	if !strings.Contains(one, "finding%3ASTM-05+session%3Asession-1") {
		t.Errorf("within a session: %s", one)
	}
	if got := get(t, s, "/checks?session=none").Code; got != http.StatusNotFound {
		t.Errorf("of no session: HTTP %d", got)
	}
	f.unread = 7
	if page := get(t, s, "/checks").Body.String(); !strings.Contains(page, "7 exchanges that an older version recorded") {
		t.Error("nothing says that older exchanges are to be read again")
	}
}

// TestChecksAreFiltered: typing redraws the list alone, without a button, and says how many checks
// are shown.
func TestChecksAreFiltered(t *testing.T) {
	s := newTestServer(t, emptyRecord(), &fakeCaller{})
	_, form, _ := strings.Cut(mainOf(get(t, s, "/checks").Body.String()), `<form class="checks-filter"`)
	if form, _, _ = strings.Cut(form, "</form>"); strings.Contains(form, "<button") || !strings.Contains(form, "data-on:input__debounce") {
		t.Errorf("the filter waits for a button: %s", form)
	}
	r := request(s, "GET", "/checks?q=stm-05", nil)
	r.Header.Set("Datastar-Request", "true")
	drawn := recorded(s, r)
	if strings.Contains(drawn, "checks-filter") || strings.Count(drawn, `<tr id="check-`) != 1 || !strings.Contains(drawn, `1 of `) || !strings.Contains(drawn, ">Show all</a>") {
		t.Errorf("drawn: %s", drawn)
	}
}

// TestDocumentsAreSearched: typing searches the documents, as it does the checks, and marks the
// words.
func TestDocumentsAreSearched(t *testing.T) {
	s := newTestServer(t, emptyRecord(), &fakeCaller{})
	if page := mainOf(get(t, s, "/docs").Body.String()); strings.Contains(page, "<button") || !strings.Contains(page, "data-on:input__debounce") {
		t.Error("the search waits for a button")
	}
	r := request(s, "GET", "/docs?q=breakpoints", nil)
	r.Header.Set("Datastar-Request", "true")
	drawn := recorded(s, r)
	if strings.Contains(drawn, "manual-search") || !strings.Contains(drawn, "Intercept ›") || !strings.Contains(drawn, "<mark>Breakpoints</mark>") {
		t.Errorf("drawn: %s", drawn)
	}
}

// TestChecksAreMuted: checks are muted with a reason, in one session or in all, until they are
// unmuted.
func TestChecksAreMuted(t *testing.T) {
	f, _, _ := brokenRecord()
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = &fakeKeeper{f: f} })
	send := func(path string, form url.Values) int {
		form.Set("query", "show=muted")
		return post(t, s, path, form).Code
	}
	if code := send("/checks/SSE-05/mute", url.Values{}); code != http.StatusUnprocessableEntity {
		t.Errorf("without a reason: HTTP %d", code)
	}
	if code := send("/checks/SSE-99999/mute", url.Values{"reason": {"r"}}); code != http.StatusNotFound {
		t.Errorf("no check: HTTP %d", code)
	}
	if code := send("/checks/SSE-05/mute", url.Values{"reason": {"known <b>fault</b>"}, "session": {"session-1"}}); code != http.StatusOK || len(f.mutes) != 1 || f.mutes[0] != (wire.Mute{Check: "SSE-05", Session: "session-1", Reason: "known <b>fault</b>"}) {
		t.Errorf("HTTP %d, %+v", code, f.mutes)
	}
	page := mainOf(get(t, s, "/checks?show=muted").Body.String())
	harmless(t, page)
	if strings.Contains(element(page, "check-table"), `class="worst-`) {
		t.Error("the counts have colours, which nothing explains")
	}
	if strings.Count(page, `<tr id="check-`) != 1 || !strings.Contains(page, "known &lt;b&gt;fault&lt;/b&gt;") {
		t.Errorf("muted: %s", page)
	}
	if code := send("/checks/SSE-05/unmute", url.Values{"session": {"session-1"}}); code != http.StatusOK || len(f.mutes) != 0 {
		t.Errorf("HTTP %d, %+v", code, f.mutes)
	}
	if page := mainOf(get(t, s, "/checks?show=muted").Body.String()); !strings.Contains(page, "Nothing is muted.") {
		t.Errorf("nothing muted: %s", page)
	}
}

// TestFindingsBeside: the Findings tab links to the other exchanges that show a finding, if they
// still exist, and the body marks the finding's line.
func TestFindingsBeside(t *testing.T) {
	f, first, second := brokenRecord()
	f.put(second, wire.Chunk{Side: wire.Response, Data: []byte(`{"jsonrpc":"2.0","id":1,"result":{"id":"t"}}`)})
	s := newTestServer(t, f, &fakeCaller{})
	page := element(get(t, s, "/exchanges/"+second.ID+"?tab=findings").Body.String(), "detail-body")
	for _, want := range []string{"the task was completed", `href="/exchanges/` + first.ID + `"`, "and 1 more"} {
		if !strings.Contains(page, want) {
			t.Errorf("the tab lacks %q: %s", want, page)
		}
	}
	body := element(get(t, s, "/exchanges/"+second.ID+"?tab=response").Body.String(), "detail-body")
	if !strings.Contains(body, "the task was completed") {
		t.Errorf("the response has no mark: %s", body)
	}
}

// TestMutedFindingsAreFolded: findings of a muted check are listed separately from those that
// count, with the reason; a mute of another session has no effect.
func TestMutedFindingsAreFolded(t *testing.T) {
	f, _, second := brokenRecord()
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = &fakeKeeper{f: f} })
	tab := func() string {
		t.Helper()
		return element(get(t, s, "/exchanges/"+second.ID+"?tab=findings").Body.String(), "detail-body")
	}
	f.mutes = []wire.Mute{{Check: "STM-05", Session: "another", Reason: "elsewhere"}}
	if page := tab(); strings.Contains(page, "muted-findings") || strings.Contains(page, "elsewhere") {
		t.Errorf("muted elsewhere: %s", page)
	}
	f.mutes = append(f.mutes, wire.Mute{Check: "STM-05", Reason: "in all <i>sessions</i>"}, wire.Mute{Check: "STM-05", Session: second.Session, Reason: "known <b>fault</b>"})
	page := tab()
	before, folded, ok := strings.Cut(page, `<details class="muted-findings" data-preserve-attr="open">`)
	if !ok || strings.Contains(before, "STM-05") || !strings.Contains(folded, "STM-05 is muted: 1 finding") || !strings.Contains(folded, "known &lt;b&gt;fault&lt;/b&gt;") || !strings.Contains(folded, "the task was completed") || strings.Contains(page, "in all") {
		t.Errorf("muted: %s", page)
	}
}
