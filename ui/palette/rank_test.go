package palette

import (
	"testing"

	"github.com/a2a-console/a2a-console/ui/frame"
)

// TestBestNameComesFirst: exact names come first, then names with that beginning, then the rest.
func TestBestNameComesFirst(t *testing.T) {
	hits := []frame.Hit{
		{Kind: "agent", Title: "Webchecks", Detail: "checks everything"}, {Kind: "action", Title: "Serve as mock: the checks"}, {Kind: "screen", Title: "Checks of all"}, {Kind: "screen", Title: "Checks"},
	}
	sortByScore(hits, "checks")
	for i, want := range []string{"Checks", "Checks of all", "Serve as mock: the checks", "Webchecks"} {
		if hits[i].Title != want {
			t.Errorf("%d: %s, not %s", i, hits[i].Title, want)
		}
	}
	if score(frame.Hit{Kind: "action", Title: "New session"}, "session new") == 0 || score(frame.Hit{Title: "New session"}, "session old") != 0 {
		t.Error("words in another order are not found, or words that are not there are")
	}
}

// TestRecentPlacesComeFirst: each place once, and only addresses of these pages.
func TestRecentPlacesComeFirst(t *testing.T) {
	hits := []frame.Hit{{Kind: "screen", Title: "Traffic", URL: "/traffic"}, {Kind: "screen", Title: "Checks", URL: "/checks"}}
	got := moveRecentFirst("/checks Checks\nhttp://evil.example/ x\n//evil.example/ x\n/\\\\evil.example x\njavascript:alert(1) x\n/nothing\n/tasks/1?a=b order a phone\n", hits)
	var urls string
	for _, h := range got {
		urls += h.Kind + " " + h.URL + " "
	}
	if urls != "recent /checks recent /tasks/1?a=b screen /traffic " {
		t.Errorf("%s", urls)
	}
	if got[1].Title != "order a phone" {
		t.Errorf("it is called %q", got[1].Title)
	}
}
