package rule_test

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy/fault"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

func TestParse(t *testing.T) {
	t.Parallel()
	got, err := rule.Parse(`op:send -op:GetTask state:completed joke -"two words" event:Artifact -event:comment nth:2..4 nth:7.. call:1
		chance:30% seed:42 => delay 200ms..2s; drop`, words.FilterVocabulary(), tongue{})
	want := rule.Rule{
		Filter: wire.Filter{Ops: []string{"send"}, States: []string{"completed"}, Text: []string{"joke"}, Exclusions: []wire.Filter{{Ops: []string{"GetTask"}}, {Text: []string{"two words"}}}},
		Side:   wire.Response, Events: []string{"artifact"}, ExcludedEvents: []string{"comment"}, Nth: []rule.Range{{From: 2, To: 4}, {From: 7}}, Call: []rule.Range{{From: 1, To: 1}},
		Chance: 30, Seed: 42, Faults: []fault.Fault{fault.Delay{Min: 200e6, Max: 2e9}, fault.Drop{}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, got, want)
	}
	const text = `op:send state:completed joke -op:GetTask -"two words" event:artifact -event:comment nth:2..4 nth:7.. call:1 chance:30% seed:42 => delay 200ms..2s; drop`
	if s := got.String(); s != text {
		t.Errorf("written %s\nwant    %s", s, text)
	}
}

// A rule is read back as it is written, and String uses the short form.
func TestRulesReadBack(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"=> DELAY 1000ms":                             "=> delay 1s",
		"=>drop":                                      "=> drop",
		"op:send   =>   hold 5m then forward":         "op:send => hold",
		"=> hold 90s then drop;":                      "",
		"=> hold then drop":                           "=> hold then drop",
		"=> hold for ever":                            "=> hold for ever",
		"direction:request => drop":                   "=> drop",
		"direction:response => drop":                  "direction:response => drop",
		"direction:response event:any=>drop":          "",
		"event:any direction:response => cut after":   "event:any => cut",
		`"=>" -"=>x" text:=>drop => drop`:             `"=>" "=>drop" -"=>x" => drop`,
		`"event:any" => drop`:                         `"event:any" => drop`,
		"call:1..1 => answer 429 retry-after: 2":      "call:1 => answer 429 retry-after: 2",
		`=> answer 503 X: "a;b" "no \"way\""`:         `=> answer 503 X: "a;b" "no \"way\""`,
		`=> answer 400 { "a" : [ 1 ] }`:               `=> answer 400 {"a":[1]}`,
		`=> error tasknotfounderror "a; b"; delay 1s`: `=> error TaskNotFound "a; b"; delay 1s`,
		`event:any => replace { "a": "; =>" }`:        `event:any => replace {"a":"; =>"}`,
		"=> throttle 20000B/s":                        "=> throttle 20KB/s",
		"=> throttle 1500b/s":                         "=> throttle 1500B/s",
		"=> corrupt content-type; slow-headers 1h":    "=> corrupt content-type; slow-headers 1h",
		"agent:x -agent:y => refuse":                  "agent:x -agent:y => refuse",
		"=> reset":                                    "=> reset",
		"chance:0.5 => drop":                          "chance:0.5% => drop",
		"seed:1 seed:1 => drop":                       "",
	} {
		r, err := rule.Parse(in, words.FilterVocabulary(), tongue{})
		if want == "" {
			if err == nil {
				t.Errorf("%s: no error, but %s", in, r)
			}
			continue
		}
		if err != nil || r.String() != want {
			t.Errorf("%s: %v, written %s, want %s", in, err, r, want)
			continue
		}
		if back, err := rule.Parse(want, words.FilterVocabulary(), tongue{}); err != nil || !reflect.DeepEqual(back, r) {
			t.Errorf("%s reads back as %+v, %v; want %+v", want, back, err, r)
		}
	}
}

// An error says where it is, what was found there, what is valid, and what to try.
func TestParseErrors(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][]string{
		"":                         {"0", "missing => between condition and action"},
		"op:send":                  {"7", "missing => between condition and action"},
		"op:send -> hold":          {"15", "missing => between condition and action"},
		"op:send=> hold":           {"14", "missing space before =>"},
		"=>":                       {"2", "an action is missing", "hold, delay"},
		"=> drop;":                 {"8", "an action is missing"},
		"=> dorp":                  {"3", `"dorp" is not an action`, "mean drop?", "hold, delay"},
		"=> drop it":               {"8", `"it" does not belong to drop`},
		"outcome:cut => drop":      {"0", "recorded", "op, state"},
		"stat:x => drop":           {"0", `unknown key "stat"`, "mean state?"},
		"op:sned => drop":          {"3", `"sned" is not a known operation`},
		"é event:artefact => drop": {"9", `"artefact" is not a value of event`, "mean artifact?"},
		"nth:0 => drop":            {"4", `"0" is not a value of nth`, "nth:2..4"},
		"nth:4..2 => drop":         {"4", "nth:3.."},
		"-nth:2 => drop":           {"0", "cannot be negated"},
		"chance:0% => drop":        {"7", "chance:10%"},
		"chance:101% => drop":      {"7", "chance:10%"},
		"seed:x => drop":           {"5", "seed:1"},
		"seed:1 seed:2 => drop":    {"7", "once"},
		"direction:up => drop":     {"10", "direction:request"},
		"event:any => answer 429":  {"0", "event: matches the response, but answer acts on the request"},
		"op:send state:failed => error TaskNotFound":       {"8", "Leave it out"},
		"direction:request state:failed => drop":           {"18", "matches the response"},
		"direction:request event:any => drop":              {"18", "matches the response"},
		"direction:request => duplicate":                   {"0", "duplicate acts on the response"},
		"=> delay 1s; answer 429; cut":                     {"2", "Write two rules"},
		"event:task => slow-headers 1s":                    {"0", "precedes all events"},
		"joke => corrupt content-type":                     {"0", "precedes all text"},
		"op:send => refuse":                                {"0", "only agent:"},
		"word agent:x => reset":                            {"0", "only agent:"},
		"agent:x => refuse; drop":                          {"10", "must be the only action"},
		"agent:x => drop; refuse":                          {"10", "must be the only action"},
		"=> answer":                                        {"9", "found the end, expected an HTTP status"},
		"=> answer 99":                                     {"10", `found "99", expected an HTTP status`},
		"=> answer 429 Retry-After":                        {"14", "expected a header"},
		"=> answer 429 Retry-After:":                       {"26", "has no value"},
		"=> answer 429 content-length: 3":                  {"14", "belongs to the connection"},
		`=> answer 204 "text"`:                             {"14", "cannot have a body"},
		`=> answer 503 "open`:                              {"14", "not closed"},
		"=> error TaskNotFuond":                            {"9", "mean TaskNotFound?"},
		"=> error":                                         {"8", "found the end, expected the name of an error"},
		"=> delay soon":                                    {"9", `found "soon", expected a time`, "delay 200ms..2s"},
		"=> delay 2s..1s":                                  {"9", "or a range"},
		"=> delay 25h":                                     {"9", "expected a time"},
		"=> hold for 3s":                                   {"12", `expected "ever"`},
		"=> hold 3s then what":                             {"16", `found "what", expected "drop"`},
		"=> throttle fast":                                 {"12", "100B/s"},
		"=> duplicate 101":                                 {"13", "from 1 to 100"},
		"=> reorder 0":                                     {"11", "from 1 to 1000"},
		"=> cut off":                                       {"7", `"off" does not belong to cut`},
		"=> corrupt all":                                   {"11", "corrupt json"},
		"=> replace":                                       {"10", "expected a JSON document"},
		`=> replace {"a":}`:                                {"16", "invalid here"},
		`=> replace {"a":1`:                                {"17", "incomplete"},
		`=> replace [{"op":"put","path":"/a"}]`:            {"11", `change 1 of the patch has the op "put"`},
		`=> replace [{"op":"add","path":"a"}]`:             {"11", "does not begin with /"},
		`=> replace [{"op":"add","path":"/a"}]`:            {"11", "has no value"},
		`=> replace [{"op":"move","path":"/a"}]`:           {"11", "has no from"},
		`=> replace []`:                                    {"11", "empty"},
		`=> replace [1]`:                                   {"11", "list of changes"},
		`=> inject [1]`:                                    {"10", "expected a JSON object"},
		"\"a\nb\" => drop":                                 {"0", "control character"},
		"=> answer 503 \"a\x01\"":                          {"16", "control character"},
		"ab\xff => drop":                                   {"2", "not UTF-8"},
		strings.Repeat("x", wire.MaxRuleBytes) + "=> drop": {"8192", "at most 8192"},
		strings.Repeat("x ", 65) + "=> drop":               {"128", "more than 64"},
	} {
		_, err := rule.Parse(in, words.FilterVocabulary(), tongue{})
		var wrong *rule.Error
		if !errors.As(err, &wrong) {
			t.Errorf("%.60q: %v", in, err)
			continue
		}
		if at := want[0]; !strings.HasPrefix(wrong.Error(), "rule, at character ") || at != strconv.Itoa(wrong.Offset) {
			t.Errorf("%.60q: at %d, want %s: %s", in, wrong.Offset, at, wrong.Reason)
		}
		for _, w := range want[1:] {
			if !strings.Contains(wrong.Reason, w) {
				t.Errorf("%.60q: %q does not say %q", in, wrong.Reason, w)
			}
		}
		if len(wrong.Reason) > 1000 {
			t.Errorf("%.60q: the error has %d bytes", in, len(wrong.Reason))
		}
	}
}

// FuzzParse: a text is parsed or rejected at an offset within it, and what was parsed can be written and
// parsed again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"event:artifact nth:2 => duplicate", `"=>" -"a b" => replace [{"op":"add","path":"/a~1b","value":[1]}]; cut middle`, `op:send call:2..3 chance:3% => answer 429 A: "b" {"c":1}`, "-event:any => hold 3s then drop", `=> error TaskNotFound "x"`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := rule.Parse(text, words.FilterVocabulary(), tongue{})
		var wrong *rule.Error
		if errors.As(err, &wrong) {
			if wrong.Offset < 0 || wrong.Offset > len(text) || wrong.Reason == "" {
				t.Fatalf("%q: %+v", text, wrong)
			}
			return
		}
		b, err := rule.Parse(a.String(), words.FilterVocabulary(), tongue{})
		if err != nil || !reflect.DeepEqual(a, b) || a.String() != b.String() {
			t.Fatalf("%q → %+v → %q → %+v, %v", text, a, a.String(), b, err)
		}
	})
}
