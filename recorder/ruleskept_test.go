package recorder

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

// aRule returns a rule with the number n.
func aRule(n int, text string, on ...string) wire.Rule {
	return wire.Rule{ID: fmt.Sprintf("01993c5e-0000-7000-8000-0000000000%02x", n), Text: text, On: true, Created: time.Unix(int64(n), 5).UTC(), Fired: int64(len(on)), LastExchanges: on}
}

func TestRulesOfIntervention(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	id := s.Current().ID
	if list, err := s.RulesOf(t.Context(), id); err != nil || list != nil {
		t.Errorf("none: %+v, %v", list, err)
	}
	a, b, c := aRule(1, "=> delay 1s", "x", "y"), aRule(2, "event:artifact => drop"), aRule(3, "state:completed => drop", "z")
	a.Preset, b.On, a.Problem = "slow-agent", false, "the frame is no document"
	if err := s.PutRules(t.Context(), id, []wire.Rule{c, a, b}); err != nil {
		t.Fatal(err)
	}
	if list, err := s.RulesOf(t.Context(), id); err != nil || !reflect.DeepEqual(list, []wire.Rule{c, a, b}) {
		t.Errorf("%+v, %v", list, err)
	}
	b.On, b.Text, b.Fired, b.LastExchanges = true, "=> hold", 1, []string{"q"}
	if err := s.PutRules(t.Context(), id, []wire.Rule{b}); err != nil { // removes both others
		t.Fatal(err)
	}
	list, err := s.RulesOf(t.Context(), id)
	if err != nil || len(list) != 3 || !reflect.DeepEqual(list[0], b) || list[1].Removed.IsZero() || list[1].ID != c.ID || list[2].ID != a.ID || list[2].Fired != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.PutRules(t.Context(), id, []wire.Rule{aRule(4, "=> drop")}); err != nil {
		t.Fatal(err)
	}
	if err := s.PutRules(t.Context(), id, nil); err != nil { // the last one never fired: it is deleted
		t.Fatal(err)
	}
	if again, err := s.RulesOf(t.Context(), id); err != nil || len(again) != 3 || again[2].ID != a.ID && !again[2].Removed.Equal(list[2].Removed) {
		t.Errorf("%+v, %v", again, err)
	}
	if err := s.PutRules(t.Context(), "none", nil); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("no session: %v", err)
	}
	if _, err := s.RulesOf(t.Context(), "none"); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("no session: %v", err)
	}
}

// Adding, removing and switching a rule raises the version of sessions; its firing does not.
func TestRulesAndVersions(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	id, a := s.Current().ID, aRule(1, "=> delay 1s")
	step := func(list ...wire.Rule) bool {
		t.Helper()
		before, err := s.Versions(t.Context())
		if err == nil {
			err = s.PutRules(t.Context(), id, list)
		}
		after, err2 := s.Versions(t.Context())
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		return before.Sessions != after.Sessions
	}
	if !step(a) {
		t.Error("a rule was added, and the version stayed")
	}
	if a.Fired, a.LastExchanges = 7, []string{"x"}; step(a) {
		t.Error("a rule fired, and the version of sessions grew")
	}
	if a.On = false; !step(a) {
		t.Error("a rule was switched off, and the version stayed")
	}
	if !step() {
		t.Error("a rule was removed, and the version stayed")
	}
}

// Rules go when their session goes.
func TestRulesGoWithTheirSession(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	id := s.Current().ID
	record(t, s, call(), "{}", jsonHead, "{}")
	if err := s.PutRules(t.Context(), id, []wire.Rule{aRule(1, "=> delay 1s", "x")}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if err := s.Remove(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := s.readers.QueryRow("SELECT count(*) FROM rules").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d rules are left, %v", left, err)
	}
}

// A killed program leaves the rules as last written, and the passages.
func TestRulesOfAKilledProgram(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	a := aRule(1, "=> delay 1s", "x")
	if err := s.PutRules(t.Context(), s.Current().ID, []wire.Rule{a}); err != nil {
		t.Fatal(err)
	}
	release := halt(t, s)
	tape := s.Begin(call())
	tape.WriteResponseHead(time.Now(), sseHead)
	tape.AddPassage(wire.Passage{Side: wire.Response, Kind: wire.PassageHeld, At: time.Now(), HoldTime: 9, Rule: "=> hold"})
	tape.AddPassage(wire.Passage{Side: wire.Response, Frame: 1, Sent: -1, Kind: wire.PassageDropped, At: time.Now()})
	commit(t, tape)
	path := copied(t, s) // as if it was killed here
	release()
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, tape)

	other := open(t, func(o *Options) { o.Path, o.NoSession = path, true })
	x, err := other.Exchange(t.Context(), tape.ID())
	if err != nil || !slices.Equal(x.PassageKinds.List(), []wire.PassageKind{wire.PassageHeld, wire.PassageDropped}) {
		t.Fatalf("passed %v, %v", x.PassageKinds.List(), err)
	}
	if list, err := other.RulesOf(t.Context(), x.Session); err != nil || !reflect.DeepEqual(list, []wire.Rule{a}) {
		t.Errorf("%+v, %v", list, err)
	}
}

// Passages that are drained at different times add up, and a long list is complete once the exchange has
// ended.
func TestPassedGrows(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	tape := s.Begin(call())
	tape.WriteResponseHead(time.Now(), sseHead)
	var want []wire.PassageKind
	for i, how := range []wire.PassageKind{wire.PassageHeld, wire.PassageDelayed, wire.PassageEdited, wire.PassageDropped, wire.PassageInjected} {
		tape.AddPassage(wire.Passage{Side: wire.Response, Frame: i, Kind: how, At: time.Now()})
		commit(t, tape)
		want = append(want, how)
		x, err := s.Exchange(t.Context(), tape.ID()) // drains
		if err != nil || !slices.Equal(x.PassageKinds.List(), want) {
			t.Errorf("passed %v, %v, want %v", x.PassageKinds.List(), err, want)
		}
		if list, err := s.Passages(t.Context(), tape.ID()); err != nil || len(list) != len(want) {
			t.Errorf("%d passages, %v, want %d", len(list), err, len(want))
		}
	}
	for range 5000 {
		tape.AddPassage(wire.Passage{Side: wire.Response, Kind: wire.PassageDelayed, At: time.Now()})
	}
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, tape)
	if x, err := s.Exchange(t.Context(), tape.ID()); err != nil || x.Outcome != wire.ByAgent {
		t.Errorf("%+v, %v", x, err)
	}
	if list, err := s.Passages(t.Context(), tape.ID()); err != nil || len(list) != 5005 {
		t.Errorf("%d passages, %v", len(list), err)
	}
}

func TestFilterPassed(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	passed := func(list ...wire.PassageKind) string {
		tape := s.Begin(call())
		for _, how := range list {
			tape.AddPassage(wire.Passage{Side: wire.Response, Kind: how, At: time.Now()})
		}
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		commit(t, tape)
		return tape.ID()
	}
	plain, held, both := passed(), passed(wire.PassageHeld), passed(wire.PassageDropped, wire.PassageEdited)
	for text, want := range map[string][]string{
		"passed:any": {both, held}, "passed:held": {held}, "passed:EDITED": {both}, "passed:dropped passed:held": {both, held}, "passed:injected": nil,
		"-passed:any": {plain}, "-passed:held": {both, plain}, "passed:any -passed:dropped": {held}, "passed:any op:send": nil,
	} {
		f, err := filter.Vocabulary{}.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		list, err := s.Exchanges(t.Context(), f, wire.Page{})
		var got []string
		for _, x := range list {
			got = append(got, x.ID)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", text, got, err, want)
		}
	}
}

// An exchange is found by the rules that acted on it: by what is recorded of each frame, of its end, or of the
// rule.
func TestFilterRule(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	end := func(e wire.End, list ...wire.Passage) string {
		tape := s.Begin(call())
		for _, p := range list {
			tape.AddPassage(p)
		}
		e.At = time.Now()
		tape.End(e)
		commit(t, tape)
		return tape.ID()
	}
	ended := wire.End{Outcome: wire.ByAgent}
	plain := end(ended)
	dropped := end(ended, wire.Passage{Side: wire.Response, Kind: wire.PassageHeld, HoldTime: 5}, wire.Passage{Side: wire.Response, Frame: 1, Sent: -1, Kind: wire.PassageDropped, Rule: "state:completed => drop"})
	cut := end(wire.End{Outcome: wire.Interrupted, Problem: "A rule of the console cut the connection: event:artifact => cut."})
	stalled, byHand := end(ended), end(ended, wire.Passage{Side: wire.Request, Kind: wire.PassageEdited})
	preset, byCut, late := aRule(1, "state:completed => drop", dropped), aRule(2, "event:artifact => cut"), aRule(3, "=> slow-headers 1s", plain+"x", stalled)
	preset.Preset = "lose-terminal-event"
	if err := s.PutRules(t.Context(), s.Current().ID, []wire.Rule{preset, byCut, late}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	// This session does not have the rule, so that the sentence does not prove that it acted.
	elsewhere := end(wire.End{Outcome: wire.Interrupted, Problem: "A rule of the console cut the connection: event:artifact => cut."})
	for text, want := range map[string][]string{
		`rule:any`: {stalled, cut, dropped}, `rule:lose-terminal-event`: {dropped}, `rule:"state:completed => drop"`: {dropped}, `rule:DROP`: {dropped}, `rule:lose`: nil,
		`rule:` + byCut.ID: {cut}, `rule:` + byCut.ID[30:]: {cut}, `rule:02`: nil, `rule:` + preset.ID[:8]: {stalled, cut, dropped}, `rule:slow-headers`: {stalled},
		`rule:cut rule:slow-headers`: {stalled, cut}, `-rule:any`: {elsewhere, byHand, plain}, `rule:any -rule:cut`: {stalled, dropped}, `rule:any passed:dropped`: {dropped}, `rule:nothing`: nil,
		`rule:"%"`: nil,
	} {
		f, err := filter.Vocabulary{}.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		list, err := s.Exchanges(t.Context(), f, wire.Page{})
		var got []string
		for _, x := range list {
			got = append(got, x.ID)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", text, got, err, want)
		}
	}
	if got, err := s.Values(t.Context(), "rule", "", 0); err != nil || !slices.Equal(got, []string{"lose-terminal-event", late.Text, byCut.Text, preset.Text}) {
		t.Errorf("%q, %v", got, err)
	}
}

// A copy has the rules of the sessions of its exchanges.
func TestCopiesKeepRules(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	first := s.Current().ID
	one, left := record(t, s, call(), "{}", jsonHead, "{}"), record(t, s, call(), "{}", jsonHead, "{}")
	if err := s.PutRules(t.Context(), first, []wire.Rule{aRule(1, "=> delay 1s", left, one)}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.NewSession(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	other := record(t, s, call(), "{}", jsonHead, "{}")
	if err := s.PutRules(t.Context(), s.Current().ID, []wire.Rule{aRule(1, "=> delay 1s", other), aRule(2, "=> drop")}); err != nil {
		t.Fatal(err)
	}
	saved, err := s.Save(t.Context(), "saved", wire.Selection{Exchanges: []string{one, other}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Exchanges(t.Context(), wire.Filter{Session: saved.ID}, wire.Page{})
	if err != nil || len(list) != 2 {
		t.Fatalf("%d exchanges, %v", len(list), err)
	}
	rules, err := s.RulesOf(t.Context(), saved.ID)
	if err != nil || len(rules) != 2 || rules[0].Fired != 3 || !slices.Equal(rules[0].LastExchanges, []string{list[0].ID, list[1].ID}) || rules[1].Text != "=> drop" {
		t.Errorf("%+v, %v", rules, err)
	}
	to := &gathered{}
	if err := s.Export(t.Context(), first, []string{one}, to); err != nil || len(to.rules) != 1 || !slices.Equal(to.rules[0].LastExchanges, []string{one}) {
		t.Errorf("exported %+v, %v", to.rules, err)
	}
	to = &gathered{}
	if err := s.ExportChosen(t.Context(), []string{one, other}, to); err != nil || len(to.rules) != 2 || !slices.Equal(to.rules[0].LastExchanges, []string{other, one}) {
		t.Errorf("chosen %+v, %v", to.rules, err)
	}
}

// If rules come and go forever, a session keeps the newest removed ones.
func TestRemovedRulesAreFew(t *testing.T) {
	t.Parallel()
	skipLarge(t)
	s := open(t, nil)
	id := s.Current().ID
	var ids []string
	for i := range 3 {
		var list []wire.Rule
		for n := range wire.MaxRemovedRules / 2 {
			r := aRule(i, "=> delay 1s", "x")
			r.ID = fmt.Sprintf("01993c5e-0000-7000-8000-%012d", 9000*i+n)
			list, ids = append(list, r), append(ids, r.ID)
		}
		if err := s.PutRules(t.Context(), id, list); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.PutRules(t.Context(), id, nil); err != nil {
		t.Fatal(err)
	}
	list, err := s.RulesOf(t.Context(), id)
	var kept []string
	for _, r := range list {
		kept = append(kept, r.ID)
	}
	slices.Sort(kept)
	if err != nil || !slices.Equal(kept, ids[len(ids)-wire.MaxRemovedRules:]) {
		t.Errorf("%v, %d are kept, from %s", err, len(kept), kept[0])
	}
}
