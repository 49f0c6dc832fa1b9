package inspector

import "testing"

func TestCardBase(t *testing.T) {
	for card, want := range map[string]string{
		"http://h/.well-known/agent-card.json":      "",
		"http://h/a/.well-known/agent.json":         "/a",
		"http://h/a%2Fb/.well-known/agent.json?k=1": "/a%2Fb",
		"http://h/a/agent-card":                     "/a",
		"http://h/cards/mine.json":                  "/cards/mine.json",
		"http://h/":                                 "",
		"":                                          "",
	} {
		if got := CardBase(card); got != want {
			t.Errorf("%s: %q, want %q", card, got, want)
		}
	}
}
