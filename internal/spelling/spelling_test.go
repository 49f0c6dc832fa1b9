package spelling

import (
	"slices"
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	words := []string{"send", "sessions", "search", "serve", "SendMessage", "state", "status", "task"}
	for typed, want := range map[string][]string{
		"sned": {"send"}, "serach": {"search"}, "sed": {"send"}, "stat": {"state", "status"}, "stats": {"state", "status"},
		"tsak": {"task"}, "SENDMESAGE": {"SendMessage"}, "frobnicate": nil, "": nil, "x": nil,
	} {
		if got := Nearest(typed, words); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
	if got := Nearest("s", words); len(got) != 3 {
		t.Errorf("s: %q", got)
	}
	if got := Nearest(strings.Repeat("a", 1<<20), words); len(got) != 0 {
		t.Errorf("a long word: %q", got)
	}
}
