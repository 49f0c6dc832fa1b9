package judge

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestOccasions: checks and rules name conditions that there are, and all of them.
func TestOccasions(t *testing.T) {
	named := map[string]bool{}
	for _, c := range check.All() {
		for _, name := range slices.Concat(c.Where, c.When) {
			if named[name] = true; vocabulary()[name] == nil {
				t.Errorf("checks.txt line %d: %s names the condition %q, which there is not; use one of judge/conditions.go or judge/words.txt, or add it there", c.Line, c.ID, name)
			}
		}
	}
	for _, words := range conditionLines() {
		for name := range strings.FieldsSeq(words) {
			named[strings.TrimPrefix(name, "-")] = true
		}
	}
	for name := range vocabulary() {
		if !named[name] {
			t.Errorf("no check and no rule names the condition %q; remove it", name)
		}
	}
}

// TestTally: a check is met only where what it is about was there.
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
		{"ERR-02", Count{}, Count{1, 0}},     // no task that there is not
		{"SSE-11", Count{}, Count{}},         // no stream
		{"REST-01", Count{}, Count{}},        // another binding
		{"REQ-01", Count{}, Count{}},         // another version
		{"PUSH-16", Count{}, Count{}},        // no notification
	} {
		if got := before.Of(c.check); got != c.before {
			t.Errorf("%s before: %+v, expected %+v", c.check, got, c.before)
		}
		if got := after.Of(c.check); got != c.after {
			t.Errorf("%s after: %+v, expected %+v", c.check, got, c.after)
		}
	}
}

// TestTallyOfStreams: streams meet what streams are about.
func TestTallyOfStreams(t *testing.T) {
	s := newStory(t, a2a.V10, a2a.JSONRPC)
	s.ok(s.send(a2a.SendStreamingMessage), whole(a2a.Working), chunk("one", false, false), chunk("two", true, true), update(a2a.Completed, 2))
	got := s.tallied()
	for _, id := range []string{"SSE-11", "SSE-12", "SSE-15", "SSE-16", "SSE-18", "ART-05", "ART-06", "ART-08", "STM-01", "RES-13"} {
		if got.Of(id).Met != 1 {
			t.Errorf("%s: %+v", id, got.Of(id))
		}
	}
	for _, id := range []string{"SSE-13", "SSE-20", "SSE-21", "SSE-23", "ART-07"} {
		if got.Of(id).Met != 0 {
			t.Errorf("%s: %+v", id, got.Of(id))
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

// conditionLines are the conditions that rules.txt and words.txt have.
func conditionLines() (all []string) {
	for line := range strings.Lines(rulesText + wordsText) {
		if words, ok := strings.CutPrefix(line, "if: "); ok {
			all = append(all, words)
		} else if _, is, ok := strings.Cut(line, "= "); ok {
			all = append(all, is)
		}
	}
	return all
}

// TestDescriptions: rules.txt describes the checks that rules leave to it, by facts, words,
// operations, states and errors that there are.
func TestDescriptions(t *testing.T) {
	var names []string
	for _, v := range registry.Versions() {
		for _, op := range v.Operations() {
			names = append(names, string(op))
		}
	}
	for _, s := range []a2a.State{a2a.Submitted, a2a.Working, a2a.Completed, a2a.Canceled, a2a.InputRequired, a2a.AuthRequired} {
		names = append(names, string(s))
	}
	for _, r := range binding.StatusTable {
		names = append(names, string(r.Name))
	}
	names = append(names, string(a2a.StreamingNotSupported), string(a2a.OtherError), string(a2a.GetCard))
	names = append(names, string(a2a.JSONRPC), string(a2a.REST), string(a2a.GRPC))
	for _, words := range conditionLines() {
		for word := range strings.FieldsSeq(words) {
			_, list, _ := strings.Cut(word, ":")
			for name := range strings.SplitSeq(list, ",") {
				if name != "" && !slices.Contains(names, name) {
					t.Errorf("%q is no operation, binding, state or error", name)
				}
			}
		}
	}
	for id, list := range descriptions() {
		if !slices.ContainsFunc(callRules, func(r rule) bool { return r.check == id }) {
			t.Errorf("rules.txt describes %s, which is no rule", id)
		}
		for _, d := range list {
			if d.says == "" || len(d.fits) == 0 || d.shows != "" && facts[d.shows] == nil {
				t.Errorf("rules.txt describes %s without all that it needs, or by the fact %q, which there is not", id, d.shows)
			}
			os.Expand(d.says, func(word string) string {
				if words[word] == nil {
					t.Errorf("rules.txt describes %s with the word %q, which there is not", id, word)
				}
				return ""
			})
		}
	}
}
