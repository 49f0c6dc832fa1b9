package console

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/ui/host"
)

// post calls a tap and returns the status of its answer.
func post(t *testing.T, url string) int {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}`))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

// Rules that are added to a running program act on its taps, are saved with the session and what they did
// in it, and start afresh in the next session.
func TestRulesAreKeptWithTheSession(t *testing.T) {
	agent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("{}")) }))
	defer agent.Close()
	b := testPlumbing(t, PlumbingOptions{})
	tap, err := b.Taps.OpenAt(t.Context(), agent.URL, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	desk := pageRecord{b.Store, b.Rules}
	first := b.Store.Current().ID
	bell, stop := b.Rules.WatchRules()
	defer stop()
	added, err := b.Rules.AddRules(t.Context(), []string{"op:GetTask   => answer 503", "op:cancel => drop"}, "")
	if err != nil || len(added) != 2 || added[0].Text != "op:GetTask => answer 503" {
		t.Fatalf("%+v, %v", added, err)
	}
	<-bell
	if got := post(t, tap.URL); got != 503 {
		t.Errorf("answered %d", got)
	}
	<-bell
	list, err := b.Rules.RulesOf(t.Context(), first)
	if err != nil || len(list) != 2 || list[0].Fired != 1 || len(list[0].LastExchanges) != 1 || list[1].Fired != 0 {
		t.Fatalf("%+v, %v", list, err)
	}
	x, err := b.Store.Exchange(t.Context(), list[0].LastExchanges[0])
	if err != nil || x.Outcome != wire.Refused || !x.PassageKinds.Has(wire.PassageInjected) {
		t.Errorf("%s, passed %v, %v", x.Outcome, x.PassageKinds.List(), err)
	}

	second, err := desk.NewSession(t.Context(), "second")
	if err != nil {
		t.Fatal(err)
	}
	for when, list := range map[string][]wire.Rule{"in force": b.Rules.Rules(), "on record": onRecord(t, b.Store, second.ID)} {
		if len(list) != 2 || list[0].Fired != 0 || len(list[0].LastExchanges) != 0 || list[0].ID != added[0].ID {
			t.Errorf("in a new session, %s: %+v", when, list)
		}
	}
	post(t, tap.URL)
	if list := b.Rules.Rules(); list[0].Fired != 1 || len(list[0].LastExchanges) != 1 {
		t.Errorf("%+v", list)
	}
	if err := b.Rules.RemoveRules(t.Context(), added[0].ID, added[1].ID); err != nil {
		t.Fatal(err)
	}
	if got := post(t, tap.URL); got != 200 {
		t.Errorf("without rules it answered %d", got)
	}
	if list := onRecord(t, b.Store, second.ID); len(list) != 1 || list[0].Removed.IsZero() || list[0].Fired != 1 {
		t.Errorf("what fired and was removed: %+v", list)
	}
	if list := onRecord(t, b.Store, first); len(list) != 2 || list[0].Fired != 1 || !list[0].Removed.IsZero() {
		t.Errorf("the first session: %+v", list)
	}
}

func onRecord(t *testing.T, s *recorder.Store, session string) []wire.Rule {
	t.Helper()
	list, err := s.RulesOf(t.Context(), session)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestRulesAreChanged(t *testing.T) {
	b := testPlumbing(t, PlumbingOptions{})
	r := b.Rules
	texts := func() (out []string) {
		for _, x := range r.Rules() {
			out = append(out, x.Text)
		}
		return out
	}
	_, err := r.AddRules(t.Context(), []string{"=> drop", "op:send => nothing"}, "")
	var wrong *host.RuleError
	if !errors.As(err, &wrong) || wrong.Offset != 11 || !strings.Contains(wrong.Reason, "rule 2 of 2") || len(texts()) > 0 {
		t.Errorf("%v, %+v; %q are in force", err, wrong, texts())
	}
	list, err := r.AddRules(t.Context(), []string{"=> delay 1s", "=> delay 2s", "=> delay 3s"}, "p")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		to   int
		want []string
	}{{0, []string{"=> delay 3s", "=> delay 1s", "=> delay 2s"}}, {99, []string{"=> delay 1s", "=> delay 2s", "=> delay 3s"}}} {
		if err := r.MoveRule(t.Context(), list[2].ID, c.to); err != nil || !slices.Equal(texts(), c.want) {
			t.Errorf("moved to %d: %q, %v", c.to, texts(), err)
		}
	}
	if x, err := r.ChangeRule(t.Context(), list[1].ID, "=> delay 9s"); err != nil || x.Text != "=> delay 9s" || x.Preset != "p" {
		t.Errorf("%+v, %v", x, err)
	}
	if err := r.SwitchRule(t.Context(), list[1].ID, false); err != nil || r.Rules()[1].On {
		t.Errorf("still on, %v", err)
	}
	for what, err := range map[string]error{
		"switch": r.SwitchRule(t.Context(), "none", true), "move": r.MoveRule(t.Context(), "none", 0), "remove": r.RemoveRules(t.Context(), list[0].ID, "none"),
	} {
		if !errors.Is(err, wire.ErrNotFound) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := r.ChangeRule(t.Context(), "none", "=> drop"); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("change: %v", err)
	}
	if len(texts()) != 3 {
		t.Errorf("%q are left", texts())
	}
	if _, err := r.AddRules(t.Context(), slices.Repeat([]string{"=> drop"}, wire.MaxRules), ""); !errors.Is(err, wire.ErrBadEdit) || len(texts()) != 3 {
		t.Errorf("too many: %v", err)
	}
}

// Rules are replaced by a single change of the list, or not at all.
func TestRulesAreReplacedAtOnce(t *testing.T) {
	r := testPlumbing(t, PlumbingOptions{}).Rules
	if _, err := r.AddRules(t.Context(), []string{"=> delay 1s", "=> delay 2s"}, ""); err != nil {
		t.Fatal(err)
	}
	changes := make(chan struct{}, 10)
	r.mu.Lock()
	r.bells[changes] = true
	r.mu.Unlock()
	for _, c := range []struct {
		texts   []string
		want    string
		changes int
		wrong   bool
	}{
		{[]string{"=> delay 3s", "op:send => nothing"}, "=> delay 1s, => delay 2s", 0, true},
		{slices.Repeat([]string{"=> drop"}, wire.MaxRules+1), "=> delay 1s, => delay 2s", 0, true},
		{[]string{"=> delay 3s", "=> delay 1s"}, "=> delay 3s, => delay 1s", 1, false},
		{nil, "", 1, false},
	} {
		err := r.ReplaceRules(t.Context(), c.texts)
		var texts []string
		for _, x := range r.Rules() {
			texts = append(texts, x.Text)
		}
		if got := strings.Join(texts, ", "); got != c.want || len(changes) != c.changes || (err != nil) != c.wrong {
			t.Errorf("%.60q: %s in force after %d changes, %v", c.texts, got, len(changes), err)
		}
		for range len(changes) {
			<-changes
		}
	}
}

// A second program on the record, or one that continues the session, starts without its rules.
func TestRulesAreNotTakenOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	one, err := OpenPlumbing(testEnv{}, PlumbingOptions{DB: path})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.Rules.AddRules(t.Context(), []string{"=> drop"}, ""); err != nil {
		t.Fatal(err)
	}
	beside, err := OpenPlumbing(testEnv{}, PlumbingOptions{DB: path})
	if err != nil {
		t.Fatal(err)
	}
	session := one.Store.Current().ID
	if len(beside.Rules.Rules()) != 0 || len(onRecord(t, beside.Store, session)) != 1 {
		t.Errorf("a second program has %+v", beside.Rules.Rules())
	}
	agent := serveCard(t)
	tap, err := one.Taps.OpenAt(t.Context(), agent.URL, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := http.Get(tap.URL); err == nil {
		t.Error("the rule did nothing")
	}
	if err := errors.Join(beside.Close(), one.Close()); err != nil {
		t.Fatal(err)
	}
	if again, err := OpenPlumbing(testEnv{}, PlumbingOptions{DB: path, Session: session}); err != nil {
		t.Error(err)
	} else {
		if len(again.Rules.Rules()) != 0 {
			t.Errorf("continued with %+v", again.Rules.Rules())
		}
		if list := onRecord(t, again.Store, session); len(list) != 1 || list[0].Fired != 1 || list[0].Removed.IsZero() {
			t.Errorf("on record %+v", list)
		}
		if err := again.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A rule keeps its typed text if that is one line.
func TestRuleIsKeptAsTyped(t *testing.T) {
	for _, c := range [][3]string{
		{" event:artifact  nth:1 text:zebra => hold for ever ", "zebra event:artifact nth:1 => hold for ever", "event:artifact nth:1 text:zebra => hold for ever"},
		{`text:"two  words" => drop `, `"two  words" => drop`, `text:"two  words" => drop`},
		{"op:send\n=> drop", "op:send => drop", "op:send => drop"},
	} {
		if got := preferTyped(c[0], c[1]); got != c[2] {
			t.Errorf("%q is kept as %q, want %q", c[0], got, c[2])
		}
	}
}
