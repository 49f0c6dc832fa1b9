package comparison

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
)

// TestDifferencesAreRanked: the most important kinds come first, and each links to its first
// difference on the page.
func TestDifferencesAreRanked(t *testing.T) {
	pairs := []diff.Pair{
		{Differences: []diff.Difference{{Path: "$.text", Kind: diff.KindText}}},
		{Differences: []diff.Difference{{Path: "$.id", Kind: diff.KindID}, {Path: "$.text", Kind: diff.KindText}, {Path: "$.state", Kind: diff.KindState}, {Path: "$.more", Kind: diff.KindText}}},
	}
	var paths []string
	for _, d := range SortByRank(pairs[1].Differences) {
		paths = append(paths, d.Path)
	}
	if got := strings.Join(paths, " "); got != "$.state $.text $.more $.id" {
		t.Errorf("ranked: %s", got)
	}
	got := KindsOf(pairs, []int{1}, 2)
	want := []KindCount{{diff.KindState, 1, "d-1-0"}, {diff.KindText, 3, "d-1-1"}, {diff.KindID, 1, ""}}
	if len(got) != len(want) {
		t.Fatalf("kinds: %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("kind %d: %+v, not %+v", i, got[i], want[i])
		}
	}
	if one, two := KindWord(diff.KindState, 1), KindWord(diff.KindState, 2); one != "task state" || two != "task states" {
		t.Errorf("words: %q, %q", one, two)
	}
}

// TestCommonTextIsFolded: of long common text, the parts next to changes are shown, and nothing is
// lost.
func TestCommonTextIsFolded(t *testing.T) {
	long := strings.Repeat("ä", maxEqualRunes+1)
	for _, c := range []struct {
		text        string
		first, last bool
		head, tail  int // runes
	}{{"short", false, false, 5, 0}, {long, false, false, equalContextRunes, equalContextRunes}, {long, true, false, 0, equalContextRunes}, {long, false, true, equalContextRunes, 0}} {
		head, folded, tail := foldEqual(c.text, c.first, c.last)
		if len([]rune(head)) != c.head || len([]rune(tail)) != c.tail || head+folded+tail != c.text {
			t.Errorf("first %v, last %v: %d, %d and %d bytes", c.first, c.last, len(head), len(folded), len(tail))
		}
	}
}
