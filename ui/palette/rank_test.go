package palette

import (
	"testing"

	"github.com/a2a-console/a2a-console/ui/frame"
)

// TestBestNameComesFirst: exact names come first, then names with that beginning, then things that
// the query names, then the rest.
func TestBestNameComesFirst(t *testing.T) {
	hits := []frame.Hit{
		{Kind: "agent", Title: "Webchecks", Detail: "checks everything"}, {Kind: "action", Title: "Serve as mock: the checks"}, {Kind: "screen", Title: "Checks of all"}, {Kind: "screen", Title: "Checks"},
	}
	sortByScore(hits, "checks")
	for i, want := range []string{"Checks", "Checks of all", "Webchecks", "Serve as mock: the checks"} {
		if hits[i].Title != want {
			t.Errorf("%d: %s, not %s", i, hits[i].Title, want)
		}
	}
	if score(frame.Hit{Kind: "action", Title: "New session"}, "session new") == 0 || score(frame.Hit{Title: "New session"}, "session old") != 0 {
		t.Error("words in another order are not found, or words that are not there are")
	}
}

// TestDetailShowsTheMatch: the detail shows the word by which a hit was found.
func TestDetailShowsTheMatch(t *testing.T) {
	const does = "The stream never sends its last event and stays open."
	for q, want := range map[string]string{"stays": "…last event and stays open.", "stream": does, "finish": does} {
		if got := showMatch(frame.Hit{Kind: "action", Title: "Never finish", Detail: does}, q).Detail; got != want {
			t.Errorf("%s: %s", q, got)
		}
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
