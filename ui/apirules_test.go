package ui

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/ui/host"
)

// ruleList is host.Rules in memory. Texts without an arrow are wrong at byte 3.
type ruleList struct {
	list []wire.Rule
	bell chan struct{}
}

func (l *ruleList) Rules() []wire.Rule { return slices.Clone(l.list) }

func (l *ruleList) RulesAbout(string) []wire.Rule { return l.Rules() }

func (l *ruleList) AddRules(_ context.Context, texts []string, preset string) ([]wire.Rule, error) {
	var added []wire.Rule
	for _, text := range texts {
		if _, err := l.CheckRule(text); err != nil {
			return nil, err
		}
		added = append(added, wire.Rule{ID: wire.NewID(), Text: text, On: true, Preset: preset, Created: time.Now()})
	}
	l.list = append(l.list, added...)
	return added, nil
}

func (l *ruleList) index(id string) int {
	return slices.IndexFunc(l.list, func(r wire.Rule) bool { return r.ID == id })
}

func (l *ruleList) ChangeRule(_ context.Context, id, text string) (wire.Rule, error) {
	i := l.index(id)
	if i < 0 {
		return wire.Rule{}, wire.ErrNotFound
	}
	if _, err := l.CheckRule(text); err != nil {
		return wire.Rule{}, err
	}
	l.list[i].Text = text
	return l.list[i], nil
}

func (l *ruleList) SwitchRule(_ context.Context, id string, on bool) error {
	i := l.index(id)
	if i < 0 {
		return wire.ErrNotFound
	}
	l.list[i].On = on
	return nil
}

func (l *ruleList) MoveRule(_ context.Context, id string, to int) error {
	i := l.index(id)
	if i < 0 {
		return wire.ErrNotFound
	}
	r := l.list[i]
	l.list = slices.Insert(slices.Delete(l.list, i, i+1), to, r)
	return nil
}

func (l *ruleList) RemoveRules(_ context.Context, ids ...string) error {
	for _, id := range ids {
		i := l.index(id)
		if i < 0 {
			return wire.ErrNotFound
		}
		l.list = slices.Delete(l.list, i, i+1)
	}
	return nil
}

func (*ruleList) RuleWords(string) string { return "" }

func (l *ruleList) CheckRule(text string) (string, error) {
	if !strings.Contains(text, "=>") {
		return "", &host.RuleError{Offset: 3, Reason: "an arrow is missing; write WHEN => ACTION"}
	}
	return strings.TrimSpace(text), nil
}

func (l *ruleList) CompleteRule(context.Context, string, int) []filter.Suggestion { return nil }

func (l *ruleList) Presets() []host.Preset {
	return []host.Preset{{Name: "lose-terminal-event", Title: "Lose the terminal event", Does: "The last event does not come.", Expect: "It asks for the task.", Rules: []string{"state:completed => drop"}}}
}

func (l *ruleList) RulesOf(_ context.Context, session string) ([]wire.Rule, error) {
	if session != "s" {
		return nil, wire.ErrNotFound
	}
	return []wire.Rule{{ID: wire.NewID(), Text: "=> drop", Created: time.Now(), Removed: time.Now(), Fired: 2, LastExchanges: []string{"x"}, Problem: "no"}}, nil
}

func (l *ruleList) WatchRules() (<-chan struct{}, func()) { return l.bell, func() {} }

// holdList is host.HoldQueue in memory.
type holdList struct {
	items []wire.HeldItem
	went  []wire.Release
	bell  chan struct{}
}

func (l *holdList) Items() []wire.HeldItem { return slices.Clone(l.items) }

func (l *holdList) HeldOf(exchange string) []wire.HeldItem {
	return slices.DeleteFunc(l.Items(), func(h wire.HeldItem) bool { return h.Exchange != exchange })
}

func (l *holdList) HeldItem(id string) (wire.HeldItem, bool) {
	i := slices.IndexFunc(l.items, func(h wire.HeldItem) bool { return h.ID == id })
	if i < 0 {
		return wire.HeldItem{}, false
	}
	return l.items[i], true
}

func (l *holdList) Release(id string, r wire.Release) bool {
	i := slices.IndexFunc(l.items, func(h wire.HeldItem) bool { return h.ID == id })
	if i < 0 {
		return false
	}
	l.items, l.went = slices.Delete(l.items, i, i+1), append(l.went, r)
	return true
}

func (l *holdList) ReleaseAll(exchange string, how wire.PassageKind) (n int) {
	for _, h := range l.Items() {
		if exchange == "" || h.Exchange == exchange {
			l.Release(h.ID, wire.Release{Kind: how, DecidedBy: "api"})
			n++
		}
	}
	return n
}

func (l *holdList) WatchHeld() (<-chan struct{}, func()) { return l.bell, func() {} }

// sseWords is a wire.FrameCodec that frames documents as events and requires a member "ok".
type sseWords struct{ wire.FrameCodec }

func (sseWords) Write(_ wire.Side, _ wire.Frame, doc []byte) ([]byte, error) {
	return []byte("data: " + string(doc) + "\n\n"), nil
}

func (sseWords) Check(_ wire.Side, _ wire.Frame, doc []byte) []string {
	var v map[string]any
	if json.Unmarshal(doc, &v) != nil || v["ok"] == nil {
		return []string{"$.ok: is missing"}
	}
	return nil
}

// rules adds rules, changes them and removes them.
func (c *contract) rules() {
	c.t.Helper()
	c.call(200, "GET", "/api/rules", "/api/rules", "")
	c.call(200, "GET", "/api/rules", "/api/rules?session=s", "")
	c.call(404, "GET", "/api/rules", "/api/rules?session=none", "")
	got := string(c.call(422, "POST", "/api/rules", "/api/rules", `{"texts":["=> drop","wrong"]}`))
	if !strings.Contains(got, "At byte 3") || len(c.ruled.list) > 0 {
		c.t.Errorf("%s; %d rules", got, len(c.ruled.list))
	}
	c.call(422, "POST", "/api/rules", "/api/rules", `{}`)
	c.call(422, "POST", "/api/rules", "/api/rules", `{"preset":"none"}`)
	c.call(422, "POST", "/api/rules", "/api/rules", `{"preset":"<b>\u001b[31m","texts":["=> drop"]}`) // archives take names only
	c.call(400, "POST", "/api/rules", "/api/rules", `{"text":"=> drop"}`)
	c.call(201, "POST", "/api/rules", "/api/rules", `{"texts":["=> drop","=> delay 1s"]}`)
	c.call(201, "POST", "/api/rules", "/api/rules", `{"preset":"lose-terminal-event"}`)
	if l := c.ruled.list; len(l) != 3 || l[2].Text != "state:completed => drop" || l[2].Preset != "lose-terminal-event" {
		c.t.Fatalf("%+v", l)
	}
	at := "/api/rules/" + c.ruled.list[1].ID
	got = string(c.call(200, "PATCH", "/api/rules/{id}", at, `{"text":"=> delay 2s","on":false,"to":0}`))
	if r := c.ruled.list[0]; r.Text != "=> delay 2s" || r.On || !strings.Contains(got, `"text":"=\u003e delay 2s","on":false`) {
		c.t.Errorf("%+v, %s", r, got)
	}
	c.call(422, "PATCH", "/api/rules/{id}", at, `{"text":"wrong"}`)
	c.call(404, "PATCH", "/api/rules/{id}", "/api/rules/none", `{"on":true}`)
	c.call(404, "PATCH", "/api/rules/{id}", "/api/rules/none", `{}`)
	c.call(204, "DELETE", "/api/rules/{id}", at, "")
	c.call(404, "DELETE", "/api/rules/{id}", at, "")
	if got := string(c.call(200, "DELETE", "/api/rules", "/api/rules?preset=lose-terminal-event", "")); !strings.Contains(got, `{"removed":1}`) {
		c.t.Error(got)
	}
	if got := string(c.call(200, "DELETE", "/api/rules", "/api/rules", "")); !strings.Contains(got, `{"removed":1}`) || len(c.ruled.list) != 0 {
		c.t.Error(got)
	}
	if got := string(c.call(200, "POST", "/api/rules/check", "/api/rules/check", `{"text":" => drop"}`)); !strings.Contains(got, `{"ok":true,"text":"=\u003e drop"}`) {
		c.t.Error(got)
	}
	if got := string(c.call(200, "POST", "/api/rules/check", "/api/rules/check", `{"text":"wrong"}`)); !strings.Contains(got, `{"ok":false,"offset":3,"why":"an arrow is missing`) {
		c.t.Error(got)
	}
	c.call(200, "GET", "/api/presets", "/api/presets", "")
}

// passed reads the passages of an exchange's frames.
func (c *contract) passed() {
	c.t.Helper()
	tape := c.store.Begin(wire.Exchange{Origin: wire.Client, Agent: "http://127.0.0.1:9999", Method: "POST", URL: "http://127.0.0.1:9999/"})
	at := time.Now()
	tape.WriteResponseHead(at, wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}})
	tape.Write(wire.Response, at, []byte("data: 1\n\ndata: 2\n\ndata: 3\n\n"), false)
	tape.Write(wire.ResponseSent, at, []byte("data: 1\n\ndata: 0\n\ndata: three\n\n"), false)
	tape.AddPassage(wire.Passage{Side: wire.Response, Frame: 1, Sent: -1, Kind: wire.PassageDropped, At: at, Rule: "nth:2 => drop"})
	tape.AddPassage(wire.Passage{Side: wire.Response, Frame: 2, Sent: 1, Kind: wire.PassageInjected, At: at, Rule: "=> inject before 0"})
	tape.AddPassage(wire.Passage{Side: wire.Response, Frame: 2, Sent: 2, Kind: wire.PassageEdited, At: at, HoldTime: 2_500_000})
	tape.End(wire.End{At: at, Outcome: wire.ByAgent})
	if err := tape.Commit(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
	type frame struct {
		Text, Passed, Rule string
		HeldMS             float64 `json:"held_ms"`
	}
	for side, want := range map[string][]frame{
		"response":      {{"1", "as_is", "", 0}, {"2", "dropped", "nth:2 => drop", 0}, {"3", "edited", "", 2.5}},
		"response-sent": {{"1", "as_is", "", 0}, {"0", "injected", "=> inject before 0", 0}, {"three", "edited", "", 2.5}},
	} {
		var got struct{ Frames []frame }
		b := c.call(200, "GET", "/api/exchanges/{id}/frames", "/api/exchanges/"+tape.ID()+"/frames?side="+side, "")
		if err := json.Unmarshal(b, &got); err != nil || !slices.Equal(got.Frames, want) {
			c.t.Errorf("%s: %+v, want %+v (%v)", side, got.Frames, want, err)
		}
	}
	if got := string(c.call(200, "GET", "/api/exchanges/{id}", "/api/exchanges/"+tape.ID(), "")); !strings.Contains(got, `"passed":["held","edited","dropped","injected"]`) {
		c.t.Error(got)
	}
}

// held lists what is held and releases it.
func (c *contract) held() {
	c.t.Helper()
	item := func(id string) wire.HeldItem {
		return wire.HeldItem{ID: id, Exchange: "x", Agent: "http://a", Side: wire.Response, Frame: 2, Kind: wire.SSE, FrameLabels: wire.FrameLabels{Kind: "status", Doc: []byte(`{"ok":1}`)},
			Raw: []byte("data: {\"ok\":1}\n\n"), Rule: "=> hold", HeldAt: time.Now(), Deadline: time.Now(), OnTimeout: wire.PassageDropped, Codec: sseWords{}}
	}
	c.holds.items = []wire.HeldItem{item("1"), item("2"), item("3"), item("4"), item("5"), item("6"), item("7")}
	c.holds.items[4].Codec, c.holds.items[4].FrameLabels.Doc = nil, []byte("no JSON")
	if got := string(c.call(200, "GET", "/api/held", "/api/held", "")); strings.Count(got, `"kind":"held"`) != 7 || strings.Contains(got, "base64") {
		c.t.Error(got)
	}
	if got := string(c.call(200, "GET", "/api/held/{id}", "/api/held/1", "")); !strings.Contains(got, `"then":"drop","document":{"ok":1},"base64":"`+base64.StdEncoding.EncodeToString(c.holds.items[0].Raw)) {
		c.t.Error(got)
	}
	c.call(200, "GET", "/api/held/{id}", "/api/held/5", "")
	c.call(404, "GET", "/api/held/{id}", "/api/held/none", "")
	const pattern = "/api/held/{id}/release"
	for body, says := range map[string]string{
		`{}`: `\"how\" must be`, `{"how":"edit"}`: "either", `{"how":"edit","document":{},"base64":"eA=="}`: "either", `{"how":"drop","document":{}}`: "Only an edit", `{"how":"edit","document":{}}`: "$.ok: is missing",
	} {
		if got := string(c.call(422, "POST", pattern, "/api/held/1/release", body)); !strings.Contains(got, says) {
			c.t.Errorf("%s: %s, want %s", body, got, says)
		}
	}
	if got := string(c.call(422, "POST", pattern, "/api/held/5/release", `{"how":"edit","document":{}}`)); !strings.Contains(got, "The console cannot read the held item as a document") {
		c.t.Error(got)
	}
	c.call(400, "POST", pattern, "/api/held/1/release", `{"how":1}`)
	c.call(404, "POST", pattern, "/api/held/none/release", `{"how":"forward"}`)
	if len(c.holds.went) > 0 {
		c.t.Errorf("released by a wrong request: %+v", c.holds.went)
	}
	c.call(204, "POST", pattern, "/api/held/1/release", `{"how":"forward"}`)
	c.call(204, "POST", pattern, "/api/held/2/release", `{"how":"drop"}`)
	c.call(204, "POST", pattern, "/api/held/3/release", `{"how":"edit","document":{"ok":2}}`)
	c.call(204, "POST", pattern, "/api/held/4/release", `{"how":"edit","document":{"bad":2},"anyway":true}`)
	c.call(204, "POST", pattern, "/api/held/5/release", `{"how":"edit","base64":"eHk="}`)
	want := []wire.Release{{Kind: wire.PassageHeld}, {Kind: wire.PassageDropped}, {Kind: wire.PassageEdited, Raw: []byte("data: {\"ok\":2}\n\n")}, {Kind: wire.PassageEdited, Raw: []byte("data: {\"bad\":2}\n\n")}, {Kind: wire.PassageEdited, Raw: []byte("xy")}}
	for i, w := range want {
		if got := c.holds.went[i]; got.Kind != w.Kind || string(got.Raw) != string(w.Raw) || got.DecidedBy != "api" {
			c.t.Errorf("%d went as %+v, want %+v", i+1, got, w)
		}
	}
	c.call(422, "POST", "/api/held/release", "/api/held/release", `{"how":"edit"}`)
	c.call(400, "POST", "/api/held/release", "/api/held/release", `{"how":1}`)
	if got := string(c.call(200, "POST", "/api/held/release", "/api/held/release", `{"how":"drop","exchange":"y"}`)); !strings.Contains(got, `{"released":0}`) {
		c.t.Error(got)
	}
	if got := string(c.call(200, "POST", "/api/held/release", "/api/held/release", `{"how":"drop"}`)); !strings.Contains(got, `{"released":2}`) {
		c.t.Error(got)
	}
}

func TestNoAddressesOfRulesWithoutRules(t *testing.T) {
	s, _ := serveAPI(t, emptyRecord())
	for _, r := range s.routes {
		if strings.Contains(r.Pattern, "/api/rules") || strings.Contains(r.Pattern, "/api/held") {
			t.Errorf("%s is served", r.Pattern)
		}
	}
}
