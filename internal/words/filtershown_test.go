package words_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/internal/words"
)

// TestFiltersKnowTheWordsOfLists: each word that a list shows can be written after the key of its column, and
// selects what it stands for.
func TestFiltersKnowTheWordsOfLists(t *testing.T) {
	read := func(key, word string) wire.Filter {
		f, err := words.FilterVocabulary().Parse(key + ":" + filter.Quote(word))
		if err != nil {
			t.Errorf("%s:%s: %v", key, word, err)
		}
		return f
	}
	for _, op := range words.FilterVocabulary().Ops {
		for _, word := range []string{op, words.OperationWord(a2a.Operation(op))} {
			if f := read("op", word); len(f.Ops) != 1 || !filter.MatchOp(op, f.Ops[0]) {
				t.Errorf("op:%s selects %v, not %s", word, f.Ops, op)
			}
		}
	}
	if f := read("op", "stream"); filter.MatchOp(string(a2a.SendMessage), f.Ops[0]) {
		t.Errorf("op:stream selects what is not streamed: %v", f.Ops)
	}
	for _, o := range []wire.Outcome{wire.Open, wire.ByAgent, wire.Cut, wire.Cancelled, wire.TimedOut, wire.Refused, wire.Unreachable, wire.Interrupted} {
		for _, word := range []string{words.OutcomeWord(o), words.OutcomePhrase(o)} {
			if f := read("outcome", word); len(f.Outcomes) != 1 || f.Outcomes[0] != o {
				t.Errorf("outcome:%s selects %v", word, f.Outcomes)
			}
			if _, err := words.FilterVocabulary().Parse("state:" + filter.Quote(word)); word != words.OutcomeWord(wire.Cancelled) && (err == nil || !strings.Contains(err.Error(), "Write outcome:")) {
				t.Errorf("state:%s: %v", word, err)
			}
		}
	}
	for _, b := range a2a.Bindings() {
		if f := read("binding", b.Word()); len(f.Bindings) != 1 || f.Bindings[0] != string(b) {
			t.Errorf("binding:%s selects %v", b.Word(), f.Bindings)
		}
	}
	for _, st := range []a2a.State{a2a.Submitted, a2a.Working, a2a.InputRequired, a2a.AuthRequired, a2a.Completed, a2a.Failed, a2a.Canceled, a2a.Rejected, a2a.Unspecified} {
		if f := read("state", st.Word()); len(f.States) != 1 || !filter.MatchState(string(st), f.States[0]) {
			t.Errorf("state:%s selects %v", st.Word(), f.States)
		}
	}
	if f := read("state", "do*"); !filter.MatchState("done", f.States[0]) || filter.MatchState("TASK_STATE_WORKING", f.States[0]) {
		t.Error("a state that no version has cannot be found")
	}
	e, _ := words.EndingWords(&wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: http.StatusInternalServerError}})
	if _, err := words.FilterVocabulary().Parse("state:" + filter.Quote(e.Word)); err == nil || !strings.Contains(err.Error(), "Write status:500") {
		t.Errorf("state:%s: %v", e.Word, err)
	}
	for word, write := range map[string]string{"ended while working": "state:working is:failed", "ended while submitted": "state:submitted is:failed", "invalid answer": "is:failed",
		"empty answer": "is:failed", "✕ empty answer": "is:failed", "⊘ client left": "outcome:canceled", "✕ 500 Server Error": "status:500", "incomplete answer": "is:failed", "unknown state": "is:failed", "message": "op:send", "wrong": "is:wrong", "not in the file": "outcome:interrupted", "task rejected": "state:rejected",
		words.ErrorWord(string(a2a.VersionNotSupported)): "error:VersionNotSupported", words.ErrorWord(string(a2a.PushNotSupported)): "error:PushNotificationNotSupported", words.ErrorWord(string(a2a.OtherError)): "error:Other"} {
		if _, err := words.FilterVocabulary().Parse("state:" + filter.Quote(word)); err == nil || !strings.Contains(err.Error(), "Write "+write+";") && !strings.HasSuffix(err.Error(), "Write "+write) {
			t.Errorf("state:%s: %v", word, err)
		}
		if _, err := words.FilterVocabulary().Parse(write); err != nil {
			t.Errorf("%s, which state:%s is told to write: %v", write, word, err)
		}
	}
	for word, try := range map[string]string{"took:>1s": "dur", "Ended:cut": "outcome", "HTTP:500": "status", "findings:error": "finding"} {
		if _, err := words.FilterVocabulary().Parse(word); err == nil || !strings.Contains(err.Error(), try) {
			t.Errorf("%s: %v", word, err)
		}
	}
	for _, word := range []string{words.ErrorWord(string(a2a.OtherError)), "own", "Other"} {
		if f := read("error", word); len(f.Errors) != 1 || f.Errors[0] != string(a2a.OtherError) {
			t.Errorf("error:%s selects %v", word, f.Errors)
		}
	}
	if f := read("origin", "command line"); len(f.Origins) != 1 || f.Origins[0] != wire.Terminal {
		t.Errorf("the command line is %v", f.Origins)
	}
	for _, word := range []string{"is:Errors", "is:streams", "op:Cards", "op:sends", `origin:"console probe"`, `origin:"push of the agent"`, "origin:Compose"} {
		if _, err := words.FilterVocabulary().Parse(word); err != nil {
			t.Error(err)
		}
	}
}
