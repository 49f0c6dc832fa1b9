package judge

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/datafile"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestOccasions: checks, rules and words name existing conditions, and use all of them.
func TestOccasions(t *testing.T) {
	named, known := map[string]bool{}, maps.Clone(conditions)
	names := func(place, line string) {
		for word := range strings.FieldsSeq(line) {
			word = strings.TrimPrefix(word, "-")
			named[word] = true
			if kind, list, _ := strings.Cut(word, ":"); kinds[kind] != nil && list != "" {
				continue
			}
			if known[word] == nil {
				t.Errorf("%s names the condition %q, which there is not; use one of judge/conditions.go or judge/words.txt, or add it there", place, word)
			}
		}
	}
	for r := range datafile.Records(wordsText) {
		for _, line := range r {
			names(fmt.Sprintf("words.txt line %d", line.Number), line.Value)
			known[line.Label] = vocabulary()[line.Label]
		}
	}
	for r := range datafile.Records(rulesText) {
		for _, line := range r {
			if line.Label == "if" {
				names(fmt.Sprintf("rules.txt line %d", line.Number), line.Value)
			}
		}
	}
	for _, c := range check.All() {
		names(fmt.Sprintf("checks.txt line %d: %s", c.Line, c.ID), strings.Join(slices.Concat(c.Where, c.When), " "))
	}
	for name := range vocabulary() {
		if !named[name] {
			t.Errorf("no check and no rule names the condition %q; remove it", name)
		}
	}
}

// TestTally: a check is met only if the exchange contained what it is about.
func TestTally(t *testing.T) {
	s := newStory(t, a2a.V10, a2a.JSONRPC)
	s.card(nil)
	s.ok(s.send(a2a.SendMessage), whole(a2a.InputRequired))
	before := s.tallied()
	s.ok(s.follow("t1"), whole(a2a.Completed))
	s.fail(of(a2a.CancelTask, "t1"), a2a.TaskNotCancelable)
	after := s.tallied()
	for _, c := range []struct {
		check         string
		before, after Count
	}{
		{"CARD-08", Count{1, 1}, Count{1, 1}},
		{"CARD-13", Count{1, 0}, Count{1, 0}}, // a card without schemes
		{"CARD-30", Count{1, 0}, Count{1, 0}}, // signatures are not verified
		{"RPC-04", Count{1, 1}, Count{3, 3}},
		{"RPC-10", Count{1, 0}, Count{3, 1}}, // no error, an error
		{"REQ-11", Count{1, 1}, Count{2, 2}},
		{"REQ-15", Count{1, 0}, Count{2, 1}}, // a message that names a task
		{"STM-05", Count{}, Count{1, 1}},     // a cancellation of a task that is over
		{"STM-13", Count{}, Count{1, 0}},     // none that is repeated
		{"ERR-02", Count{}, Count{1, 0}},     // no task that does not exist
		{"SSE-11", Count{}, Count{}},         // no stream
		{"REST-01", Count{}, Count{}},        // another binding
		{"REQ-01", Count{}, Count{}},         // another version
		{"PUSH-16", Count{}, Count{}},        // no notification
	} {
		if got := before.CountOf(c.check); got != c.before {
			t.Errorf("%s before: %+v, expected %+v", c.check, got, c.before)
		}
		if got := after.CountOf(c.check); got != c.after {
			t.Errorf("%s after: %+v, expected %+v", c.check, got, c.after)
		}
	}
}

// TestTallyOfStreams: streams meet the checks about streams.
func TestTallyOfStreams(t *testing.T) {
	s := newStory(t, a2a.V10, a2a.JSONRPC)
	s.ok(s.send(a2a.SendStreamingMessage), whole(a2a.Working), chunk("one", false, false), chunk("two", true, true), update(a2a.Completed, 2))
	got := s.tallied()
	for _, id := range []string{"SSE-11", "SSE-12", "SSE-15", "SSE-16", "SSE-18", "ART-05", "ART-06", "ART-08", "STM-01", "RES-13"} {
		if got.CountOf(id).Met != 1 {
			t.Errorf("%s: %+v", id, got.CountOf(id))
		}
	}
	for _, id := range []string{"SSE-13", "SSE-20", "SSE-21", "SSE-23", "ART-07"} {
		if got.CountOf(id).Met != 0 {
			t.Errorf("%s: %+v", id, got.CountOf(id))
		}
	}
}

// tallied judges the recording and counts.
func (s *story) tallied() *Tally {
	s.Helper()
	var tally Tally
	err := Recording(s.Context(), func(yield func(*wire.Exchange, error) bool) {
		for _, x := range s.list {
			if !yield(x, nil) {
				return
			}
		}
	}, s, Options{Tally: &tally}, func(Finding) {})
	if err != nil {
		s.Fatal(err)
	}
	return &tally
}

// TestDescriptions: rules.txt describes the checks that rules leave to it, with existing facts, words,
// operations, states and errors.
func TestDescriptions(t *testing.T) {
	for r := range datafile.Records(wordsText) {
		for _, line := range r {
			testNames(t, "words.txt", line)
		}
	}
	for r := range datafile.Records(rulesText) {
		place := fmt.Sprintf("rules.txt line %d", r[0].Number)
		for id := range strings.FieldsSeq(r.Value("rule")) {
			described := func(list []rule) bool {
				return slices.ContainsFunc(list, func(r rule) bool { return r.check == id })
			}
			if !described(callRules) && !described(deliveryRules) {
				t.Errorf("%s describes %s, which is no rule", place, id)
			}
		}
		if r.Value("rule") == "" || r.Value("says") == "" || r.Value("if") == "" {
			t.Errorf("%s has not all of rule, if and says", place)
		}
		for _, line := range r {
			testLine(t, line)
		}
	}
}

// testLine checks a line of rules.txt.
func testLine(t *testing.T, line datafile.Line) {
	ok := false
	switch line.Label {
	case "rule", "at", "asks":
		ok = true
	case "if":
		testNames(t, "rules.txt", line)
		ok = true
	case "says":
		os.Expand(line.Value, func(word string) string {
			if words[word] == nil {
				t.Errorf("rules.txt line %d: there is no word %q", line.Number, word)
			}
			return ""
		})
		ok = true
	case "shows":
		ok = facts[line.Value] != nil
	case "on":
		ok = line.Value == "request" || line.Value == "response"
	case "frame":
		ok = slices.Contains(marked(t), line.Value)
	case "spec":
		ok = slices.ContainsFunc(check.All(), func(c check.Check) bool { return slices.Contains(c.Sections, line.Value) })
	case "level":
		ok = line.Value == string(a2a.SeverityWarning) || line.Value == string(a2a.SeverityInfo)
	}
	if !ok {
		t.Errorf("rules.txt line %d: there is no %q %q", line.Number, line.Label, line.Value)
	}
}

// testNames checks the names that a line gives to kinds.
func testNames(t *testing.T, file string, line datafile.Line) {
	var operations, states, errors []string
	for _, v := range registry.Versions() {
		for _, op := range v.Operations() {
			operations = append(operations, string(op))
		}
	}
	for _, s := range []a2a.State{a2a.Submitted, a2a.Working, a2a.Completed, a2a.Canceled, a2a.Failed, a2a.Rejected, a2a.InputRequired, a2a.AuthRequired} {
		states = append(states, string(s))
	}
	for _, r := range binding.StatusTable {
		errors = append(errors, string(r.Name))
	}
	errors = append(errors, string(a2a.StreamingNotSupported), string(a2a.InvalidTaskState), string(a2a.OtherError))
	known := map[string][]string{
		"op":      append(operations, string(a2a.GetCard)),
		"state":   states,
		"error":   errors,
		"is":      errors,
		"binding": {string(a2a.JSONRPC), string(a2a.REST), string(a2a.GRPC)},
		"method":  {http.MethodGet, http.MethodDelete},
		"outcome": {string(wire.ByAgent)},
		"came":    marked(t),
		"twice":   marked(t),
	}
	for word := range strings.FieldsSeq(line.Value) {
		kind, list, _ := strings.Cut(strings.TrimPrefix(word, "-"), ":")
		for name := range strings.SplitSeq(list, ",") {
			n, err := strconv.Atoi(name)
			if isStatus := kind == "status" && err == nil && n < 600; name != "" && !isStatus && !slices.Contains(known[kind], name) {
				t.Errorf("%s line %d: there is no %q of the kind %q", file, line.Number, name, kind)
			}
		}
	}
}

// marked returns the names of marks in responses.
func marked(t *testing.T) (all []string) {
	text, err := os.ReadFile("gather.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`s\.mark\(.*, "(\w+)", here\)`).FindAllStringSubmatch(string(text), -1) {
		all = append(all, m[1])
	}
	return all
}
