package ui

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// interceptServer is a server with the rules and held items of a state.
func interceptServer(t *testing.T, state string) (*Server, *fakeRecord, *fakeRules, *fakeHolds) {
	t.Helper()
	f := records()[state]()
	rules, holds := intercepting(state, f)
	return newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Rules, o.HoldQueue = rules, holds }), f, rules, holds
}

// scripted posts a form as the page's script does.
func scripted(t *testing.T, s *Server, path string, form url.Values) string {
	t.Helper()
	r := request(s, http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Datastar-Request", "true")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Body.String()
}

// plain posts a form as a browser without script does.
func plain(t *testing.T, s *Server, path string, form url.Values) string {
	t.Helper()
	r := request(s, http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "text/html")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	judge(t, s, "/intercept", w)
	return w.Body.String()
}

func texts(rules []wire.Rule) (out []string) {
	for _, r := range rules {
		out = append(out, r.Text)
	}
	return out
}

// The screen is in the rail only if something can be intercepted.
func TestInterceptNeedsAnInterceptor(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	if page := get(t, s, "/traffic").Body.String(); strings.Contains(page, "/intercept") {
		t.Error("the rail has a screen that there is not")
	}
	if w := get(t, s, "/intercept"); w.Code != http.StatusNotFound {
		t.Errorf("HTTP %d", w.Code)
	}
}

// The rail and the bar of every page count what is held, and hide the count when nothing is.
func TestHeldIsCountedEverywhere(t *testing.T) {
	s, _, _, _ := interceptServer(t, "normal")
	mustSee(t, get(t, s, "/sessions").Body.String(), `id="rail-held" class="count">2<`, `id="bar-held"`, "<span>2<span class=\"word\"> held</span></span>")
	s, _, _, _ = interceptServer(t, "empty")
	mustSee(t, get(t, s, "/sessions").Body.String(), `id="rail-held" class="count" hidden`, `id="bar-held" class="quiet" href="/intercept" title="Open Intercept to decide on the held items" hidden`)
}

// The bar of every page shows the rules that are on, presets as one, and drops them when they are
// switched off.
func TestRulesInForceStandInTheBar(t *testing.T) {
	s, _, rules, _ := interceptServer(t, "empty")
	hidden := `id="bar-force" class="menu" hidden`
	mustSee(t, get(t, s, "/sessions").Body.String(), hidden)
	b := openTab(t, s, "/traffic", nil)
	b.until(hidden)
	scripted(t, s, "/intercept/rules", url.Values{"text": {"event:task => drop\nstate:failed => drop"}})
	preset := rules.Presets()[0]
	scripted(t, s, "/intercept/presets/"+preset.Name+"/on", nil)
	bar := element(get(t, s, "/sessions").Body.String(), "bar-force")
	mustSee(t, bar, "<span>3<span class=\"word\"> rules in force</span>", preset.Title, "state:failed =&gt; drop</code>", "not fired yet", `action="/intercept/all/off"`)
	b.until("<span>3<span")
	scripted(t, s, "/intercept/all/off", nil)
	b.until(hidden)
}

// One rule is added, or several at once; errors are shown at their place, and then nothing is
// added.
func TestRulesAreAdded(t *testing.T) {
	s, _, rules, _ := interceptServer(t, "empty")
	got := scripted(t, s, "/intercept/rules", url.Values{"text": {"  event:task => hold \r\n# a comment\r\n\r\nstate:failed => drop"}})
	if all := texts(rules.Rules()); !slices.Equal(all, []string{"event:task => hold", "state:failed => drop"}) {
		t.Fatalf("in force are %q", all)
	}
	if !strings.Contains(got, `id="new-rule"`) || strings.Contains(got, "event:task") {
		t.Errorf("the field is not emptied: %s", got)
	}
	got = scripted(t, s, "/intercept/rules", url.Values{"text": {"event:task => drop\nop:send nonsense:x => hold"}})
	if len(rules.Rules()) != 2 {
		t.Error("a rule beside a wrong one was added")
	}
	mustSee(t, got, `class="wrong"`, `data-refused="event:task =&gt; drop`, "There is no key", "<u>nonsense</u>", "op:send ")
	mustSee(t, plain(t, s, "/intercept/rules", url.Values{"text": {"=>"}}), `aria-invalid="true">=&gt;</textarea>`, "A rule says what it does")
	if got := scripted(t, s, "/intercept/rules", url.Values{"text": {" "}}); !strings.Contains(got, "There is no rule to add") {
		t.Errorf("nothing is said of an empty field: %s", got)
	}
}

// While a rule is being typed, errors are shown mildly, and completions are offered.
func TestRuleIsCheckedWhileTyped(t *testing.T) {
	s, _, _, _ := interceptServer(t, "normal")
	got := scripted(t, s, "/intercept/rules/check", url.Values{"text": {"nonsense:" + hostile + " => hold"}, "rule": {"0195-rule-a"}})
	harmless(t, got)
	mustSee(t, got, `id="rule-note-0195-rule-a"`, `class="muted"`)
	for text, said := range map[string]bool{"eve": false, "op:send => dr": true, "nonsense:x => eve": true} {
		if got := scripted(t, s, "/intercept/rules/check", url.Values{"text": {text}}); strings.Contains(got, "<p ") != said {
			t.Errorf("%q: something is said: %t, want %t: %s", text, !said, said, got)
		}
	}
	if got := scripted(t, s, "/intercept/rules/check", url.Values{"text": {"state:failed => drop"}}); !strings.Contains(got, `<p class="muted">In words: state:failed =&gt; drop.</p>`) {
		t.Errorf("what a right rule does is not said: %s", got)
	}
	r := request(s, http.MethodGet, "/intercept/words?of=0195-rule-a&q="+url.QueryEscape("op:send st")+"&at=10", nil)
	r.Header.Set("Datastar-Request", "true")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	mustSee(t, w.Body.String(), `id="rule-words-0195-rule-a"`, `data-head="op:send state:"`)
}

// Rules are switched, moved, changed and removed.
func TestRulesAreArranged(t *testing.T) {
	s, _, rules, _ := interceptServer(t, "normal")
	at := func(id string) int {
		return slices.IndexFunc(rules.Rules(), func(r wire.Rule) bool { return r.ID == id })
	}
	scripted(t, s, "/intercept/rules/0195-rule-a/off", nil)
	if rules.Rules()[0].On {
		t.Error("not switched off")
	}
	scripted(t, s, "/intercept/rules/0195-rule-a/down", nil)
	if at("0195-rule-a") != 1 {
		t.Errorf("moved to %d", at("0195-rule-a"))
	}
	scripted(t, s, "/intercept/rules/0195-rule-c/up", nil)
	scripted(t, s, "/intercept/rules/0195-rule-c/up", nil)
	scripted(t, s, "/intercept/rules/0195-rule-c/up", nil)
	if at("0195-rule-c") != 0 {
		t.Errorf("moved to %d", at("0195-rule-c"))
	}
	if got := scripted(t, s, "/intercept/rules/0195-rule-c/text", url.Values{"text": {"op:send"}}); !strings.Contains(got, "mode replace") || !strings.Contains(got, `id="rule-note-0195-rule-c"`) || !strings.Contains(got, `class="wrong"`) {
		t.Errorf("what is wrong is not put at the rule, whose editor is not morphed: %s", got)
	}
	scripted(t, s, "/intercept/rules/0195-rule-c/text", url.Values{"text": {"op:send => drop"}})
	if got := rules.Rules()[0]; got.Text != "op:send => drop" || got.Fired != 0 {
		t.Errorf("the rule is %+v", got)
	}
	scripted(t, s, "/intercept/rules/0195-rule-c/remove", nil)
	if at("0195-rule-c") >= 0 {
		t.Error("not removed")
	}
	if got := scripted(t, s, "/intercept/rules/0195-rule-c/on", nil); !strings.Contains(got, "There is no such rule.") {
		t.Errorf("of a rule that went: %s", got)
	}
	if got := get(t, s, "/intercept").Body.String(); !strings.Contains(got, `">fired 3 times</a>`) || !strings.Contains(got, `class="rule-row off"`) {
		t.Error("the page does not say how often a rule fired, or that it is off")
	}
}

// One click adds a preset's rules, another removes them.
func TestPresetIsSwitched(t *testing.T) {
	s, _, rules, _ := interceptServer(t, "empty")
	for range 2 { // a second time changes nothing
		scripted(t, s, "/intercept/presets/lose-terminal-event/on", nil)
		if got := rules.Rules(); len(got) != 2 || got[0].Preset != "lose-terminal-event" || got[1].Text != "state:failed => drop" {
			t.Fatalf("in force: %+v", got)
		}
	}
	mustSee(t, get(t, s, "/intercept").Body.String(), `class="preset on"`, "/intercept/presets/lose-terminal-event/off")
	scripted(t, s, "/intercept/presets/lose-terminal-event/off", nil)
	if got := rules.Rules(); len(got) != 0 {
		t.Errorf("left: %+v", got)
	}
	if w := post(t, s, "/intercept/presets/x/on", nil); w.Code != http.StatusNotFound {
		t.Errorf("unknown preset: %d", w.Code)
	}
}

// All rules are switched or removed at once.
func TestAllRulesAreArranged(t *testing.T) {
	s, _, rules, _ := interceptServer(t, "normal")
	for _, do := range []string{"off", "on"} {
		scripted(t, s, "/intercept/all/"+do, nil)
		for _, r := range rules.Rules() {
			if r.On != (do == "on") {
				t.Errorf("%s: %s is %t", do, r.Text, r.On)
			}
		}
	}
	if scripted(t, s, "/intercept/all/remove", nil); len(rules.Rules()) != 0 {
		t.Errorf("left: %q", texts(rules.Rules()))
	}
}

// Rules are exported to a file, and imported from one, all or none.
func TestRulesAsAFile(t *testing.T) {
	s, _, rules, _ := interceptServer(t, "normal")
	w := get(t, s, "/intercept/rules/export")
	want := "event:artifact nth:2 => hold\n# lose-terminal-event\nstate:completed => drop\n# off: op:send text:\"slow down\" => delay 200ms..2s\n"
	if w.Body.String() != want || w.Header().Get("Content-Disposition") != `attachment; filename="rules.txt"` {
		t.Errorf("%q %v", w.Body, w.Header())
	}
	load := func(text string) *httptest.ResponseRecorder {
		var b bytes.Buffer
		m := multipart.NewWriter(&b)
		part, _ := m.CreateFormFile("file", "rules.txt")
		io.WriteString(part, text)
		m.Close()
		r := request(s, http.MethodPost, "/intercept/rules/load", &b)
		r.Header.Set("Content-Type", m.FormDataContentType())
		r.Header.Set("Accept", "text/html")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	before := len(rules.Rules())
	if w := load("# one\r\nevent:task => drop\r\n\r\n op:send\r\n"); len(rules.Rules()) != before || !strings.Contains(w.Body.String(), "Line 4: ") {
		t.Errorf("a broken file: %d %.200s", w.Code, mainOf(w.Body.String()))
	}
	if w := load("# nothing\n"); !strings.Contains(w.Body.String(), "The file has no rules") {
		t.Errorf("an empty file: %d", w.Code)
	}
	if w := load(want); w.Code != http.StatusSeeOther || len(rules.Rules()) != before+2 {
		t.Errorf("a file: %d, %q", w.Code, texts(rules.Rules()))
	}
}
