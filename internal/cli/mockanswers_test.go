package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/agent/mock"
)

// A mock prints what it can answer, in lines of at most 80 columns.
func TestMockPrintsWhatItAnswers(t *testing.T) {
	long := strings.Repeat("a long message ", 20)
	has := mock.Contents{Answers: []mock.AnsweredRequest{{Op: a2a.SendStreamingMessage, Excerpt: long, Version: a2a.V10, State: a2a.InputRequired, AnswerCount: 1}, {Op: a2a.GetTask, Excerpt: "\x1b[31m", AnswerCount: 2}}, OmittedAnswers: 12}
	got := answersText(has)
	for line := range strings.SplitSeq(got, "\n") {
		if utf8.RuneCountInString(line) > 80 {
			t.Errorf("%d columns: %q", utf8.RuneCountInString(line), line)
		}
	}
	for _, want := range []string{"SendStreamingMessag", "a long message", "1.0 ", "GetTask", "(2 times)", "and 2 more"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	for i, b := range []a2a.Binding{a2a.GRPC, a2a.REST} {
		has.Answers[i].Binding, has.Answers[i].AnswerCount, has.Answers[i].Version, has.Answers[i].State = b, 99, a2a.V10, a2a.InputRequired
	}
	several := answersText(has)
	for line := range strings.SplitSeq(several, "\n") {
		if utf8.RuneCountInString(line) > 80 {
			t.Errorf("%d columns: %q", utf8.RuneCountInString(line), line)
		}
	}
	if !strings.Contains(several, " 1.0 grpc input") || !strings.Contains(several, " 1.0 rest input") {
		t.Errorf("nothing tells the bindings apart: %q", several)
	}
	if strings.Contains(got, "\x1b") {
		t.Errorf("steers the terminal: %q", got)
	}
}
