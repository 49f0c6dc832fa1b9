package ui

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/host"
)

// The page of a mock lists what it can answer, each with the command that asks for it; one
// that a shell could read otherwise has none.
func TestMockListsWhatItCanAnswer(t *testing.T) {
	s, p := playing(t, "tell me a joke")
	p.mocks = []host.Mock{{ID: "m", Session: "session-1", URL: "http://127.0.0.1:7450", Answers: []host.MockAnswer{
		{Op: a2a.SendStreamingMessage, Text: "tell me a joke", Says: "tell me a joke", Binding: a2a.JSONRPC, Times: 2, State: a2a.Completed},
		{Op: a2a.SendMessage, Text: "'; rm -rf ~ #", Says: "<b>'; rm", Times: 1},
		{Op: a2a.SendMessage, Says: "and another", Times: 1, Follows: true},
		{Op: a2a.SendMessage, Text: "over another binding", Says: "over another binding", Binding: a2a.GRPC, Times: 1},
		{Op: a2a.SendMessage, Text: "over another binding", Says: "over another binding", Binding: a2a.REST, Times: 1},
	}, More: 3}}
	page := mainOf(get(t, s, "/sessions/session-1/mock").Body.String())
	harmless(t, page)
	for _, want := range []string{
		"a2a-console send http://127.0.0.1:7450 &#39;tell me a joke&#39; --binding jsonrpc --stream", "&#39;over another binding&#39; --binding grpc<", "&#39;over another binding&#39; --binding rest<", "/compose?agent=http%3A%2F%2F127.0.0.1%3A7450&amp;text=tell+me+a+joke",
		"completed", "goes on with its task:", "and 3 more.", "A message that was not recorded",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
	if strings.Contains(page, "send http://127.0.0.1:7450 &#39;&#39;;") || strings.Count(page, "<code>a2a-console send") != 3 {
		t.Error("a command has what a shell reads otherwise")
	}
}
