package filter_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/internal/words"
)

func TestParse(t *testing.T) {
	got, err := words.FilterVocabulary().Parse(`op:send op:GetTask state:failed dialect:1.0 binding:jsonrpc origin:client -origin:console
		outcome:cut outcome:open agent:127.0.0.1:7430 task:t-1 context:"c 1" session:s method:post status:4xx status:404
		dur:>500ms dur:<=2s is:failed is:STREAM finding:error "free \"text\"" word http://x/y
		-op:get -task:a -task:b -"two words" -word text:t -dur:>5s caller:curl tag:demo note:n pinned:YES id:01AB* link:L
		since:10m before:2026-11-21T10:00:30Z -- - -origin:push`)
	if err != nil {
		t.Fatal(err)
	}
	want := wire.Filter{
		Ops: []string{"send", "GetTask"}, States: []string{"failed"}, Dialects: []string{"1.0"}, Bindings: []string{"jsonrpc"},
		Origins: []wire.Origin{wire.Client}, ExcludedOrigins: []wire.Origin{wire.Console, wire.Push}, Outcomes: []wire.Outcome{wire.Cut, wire.Open},
		Agents: []string{"127.0.0.1:7430"}, Task: "t-1", Context: "c 1", Session: "s", Method: "POST",
		Statuses: []string{"4xx", "404"}, MinTime: 500 * time.Millisecond, MaxTime: 2 * time.Second, Conditions: []string{"failed", "stream"}, Findings: []string{"error"},
		Text:       []string{`free "text"`, "word", "http://x/y", "t", "--", "-"},
		Exclusions: []wire.Filter{{Ops: []string{"get"}}, {Task: "a"}, {Task: "b"}, {Text: []string{"two words"}}, {Text: []string{"word"}}, {MinTime: 5 * time.Second}},
		Callers:    []string{"curl"}, Tags: []string{"demo"}, Notes: []string{"n"}, Pinned: "yes", ID: "01ab", Link: "l",
		Since: wire.Moment{Ago: 10 * time.Minute}, Until: wire.Moment{At: time.Date(2026, 11, 21, 10, 0, 30, 0, time.UTC)},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	back, err := words.FilterVocabulary().Parse(filter.String(got))
	if err != nil || !reflect.DeepEqual(back, got) {
		t.Errorf("String %q reads back as %+v, %v", filter.String(got), back, err)
	}
}

// TestParseNames: every spelling of a known name is accepted, and any part with *.
func TestParseNames(t *testing.T) {
	for _, in := range []string{"op:sendm", "op:GETTASK", "op:*stream", "op:push", "state:TASK_STATE_INPUT_REQUIRED", `state:"input required"`, "state:cancelled", "state:*-required", "state:unknown"} {
		if _, err := words.FilterVocabulary().Parse(in); err != nil {
			t.Errorf("%s: %v", in, err)
		}
	}
}

// TestParseBounds: of several bounds of a kind, the strictest applies, because all must match.
func TestParseBounds(t *testing.T) {
	for in, want := range map[string]string{
		"dur:>2s dur:>1s": "dur:>2s", "dur:<1s dur:<=2s": "dur:<1s", "first:>1s first:>3s first:<9s": "first:>3s first:<9s",
	} {
		if f, err := words.FilterVocabulary().Parse(in); err != nil || filter.String(f) != want {
			t.Errorf("%s: %s, %v; want %s", in, filter.String(f), err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for in, want := range map[string][]string{
		"op:send stat:3":     {"character 9", `"stat"`, "mean state, status?", "quotes"},
		"-nokey:send":        {"character 1", `"nokey"`, "Common keys: op, "},
		"since:soon":         {"character 7", "since:10m"},
		"before:1960-01-01":  {"not a time"},
		"pinned:maybe":       {"yes, no"},
		"is:broken":          {`"broken"`, "failed, wrong, stream"},
		"ünïcode op:":        {"character 12", "op:send"},
		"origin:me":          {"character 8", `"me"`, "client, compose, terminal, console"},
		"outcome:late":       {"outcome", "timeout"},
		"status:44":          {"4xx"},
		"dur:500ms":          {"dur:>500ms"},
		"dur:>":              {"dur:>500ms"},
		"first:2ms":          {"Write first:>500ms or first:<2s"},
		"-first:>":           {"Write first:>500ms or first:<2s"},
		"dur:>0":             {"longer than 0"}, // the same as an unset bound: String would lose the term
		"-dur:<=0s":          {"longer than 0"},
		"finding:bad":        {"any, error, warning, info"},
		"finding:SSE-999":    {"character 9", "is not a check", "any, error"},
		"op:send op:strem":   {"character 12", `"strem"`, "stream", "SendStreamingMessage"},
		"state:cut":          {"not a task state", "outcome:cut"},
		`state:"timed out"`:  {"outcome:timeout"},
		`state:"500 Error"`:  {"status:500"},
		"tag:de*":            {"does not accept the *", "tag:demo"},
		"link:0*":            {"does not accept the *"},
		"session:a*b":        {"does not accept the *"},
		"method:P*":          {"does not accept the *"},
		"task:*end":          {"only at the end"},
		"context:a*b*":       {"only at the end"},
		"op:gettsak":         {"GetTask?"},
		"-state:complte":     {"character 8", `"complte"`, "mean completed?", "rejected", "*"},
		"state:qqqqqqq":      {"known state. Write one of submitted"},
		"task:a task:b":      {"character 13", `already "a"`},
		"op:":                {"character 4", "op:send"},
		`"open`:              {"character 1", "not closed"},
		`word agent:"a b c `: {"character 12", "not closed"},
	} {
		_, err := words.FilterVocabulary().Parse(in)
		if err == nil {
			t.Errorf("%q: no error", in)
			continue
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%q: error %q does not say %q", in, err, w)
			}
		}
	}
}

// TestFiltersAreBounded: each term and word costs a lookup in the record, so a filter may not have any number
// of them, and the error says how many are allowed.
func TestFiltersAreBounded(t *testing.T) {
	for name, in := range map[string]string{
		"stars": strings.Repeat("* ", 65), "words": strings.Repeat("word ", 65), "a phrase": `"` + strings.Repeat("word ", 65) + `"`,
		"text": "text:" + `"` + strings.Repeat("a-", 65) + `"`, "beginnings": strings.Repeat("a* ", 65),
		"not": strings.Repeat("-op:get ", 65), "not words": strings.Repeat("-w ", 65), "keys": strings.Repeat("agent:a ", 65),
	} {
		if _, err := words.FilterVocabulary().Parse(in); err == nil || !strings.Contains(err.Error(), "more than 64 terms and words") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := words.FilterVocabulary().Parse(strings.Repeat("x", filter.MaxBytes+1)); err == nil || !strings.Contains(err.Error(), "at most 8192") {
		t.Errorf("a long word: %v", err)
	}
	for _, in := range []string{strings.Repeat("word ", 64), strings.Repeat("task:01993c5e-0000-7000-8000-000000000001 ", 64), strings.Repeat("x", filter.MaxBytes)} {
		if _, err := words.FilterVocabulary().Parse(in); err != nil {
			t.Errorf("%.20s…: %v", in, err)
		}
	}
}

// TestFilterErrorsAreShort: an error quotes only the beginning of what cannot be parsed.
func TestFilterErrorsAreShort(t *testing.T) {
	long := strings.Repeat("ü", 3000)
	for _, in := range []string{long + ":a", "status:" + long, "dur:" + long, "since:" + long, "origin:" + long, "outcome:" + long, "pinned:" + long, "finding:a-" + long, "op:" + long, "state:" + long, "task:" + long + " task:b"} {
		if _, err := words.FilterVocabulary().Parse(in); err == nil || len(err.Error()) > 800 || !strings.Contains(err.Error(), "üü…\"") {
			t.Errorf("%.20s…: %v", in, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`op:send -origin:console dur:>5s "a \" b" c:\`)
	f.Add(`"\\" "" task:"" x"y`)
	f.Fuzz(func(t *testing.T, in string) {
		a, err := words.FilterVocabulary().Parse(in)
		if err != nil {
			return
		}
		b, err := words.FilterVocabulary().Parse(filter.String(a))
		if err != nil || !reflect.DeepEqual(a, b) {
			t.Fatalf("%q → %+v → %q → %+v, %v", in, a, filter.String(a), b, err)
		}
	})
}

// TestParseFindings: severities, levels of rules as aliases for them, and ids of checks in any case; several
// are alternatives.
func TestParseFindings(t *testing.T) {
	f, err := words.FilterVocabulary().Parse("finding:MUST finding:should finding:sse-05 finding:Err-* finding:muted -finding:STM-05")
	want := wire.Filter{Findings: []string{"error", "warning", "SSE-05", "ERR-*", "muted"}, Exclusions: []wire.Filter{{Findings: []string{"STM-05"}}}}
	if err != nil || !reflect.DeepEqual(f, want) {
		t.Errorf("%+v, %v", f, err)
	}
	var suggested []string
	for _, s := range words.FilterVocabulary().Complete("finding:sse-0", 13, nil) {
		suggested = append(suggested, s.Insert)
		if s.Help == "" {
			t.Errorf("%s does not say its rule", s.Insert)
		}
	}
	if len(suggested) < 5 || suggested[0] != "finding:SSE-01" {
		t.Errorf("suggested %q", suggested)
	}
	if n := len(words.FilterVocabulary().Complete("finding:", 8, nil)); n != 5 {
		t.Errorf("%d values are suggested where nothing is typed", n)
	}
}
