package diff_test

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
)

// TestWordsOfUnlikeTexts: texts with little in common are not interleaved.
func TestWordsOfUnlikeTexts(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int // spans
	}{
		{"Why did the chicken cross the road? To get to the other side.", "Plain text. Indented by two.", 2},
		{"The order is ready.", "The order is late.", 4},
		{"", "new", 1},
		{"same", "same", 1},
	} {
		got := diff.CompareWords(c.a, c.b)
		if len(got) != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
		replacedSpans(t, c.a, c.b, got)
	}
}

// TestWordsOfLongTexts: spans cover every byte, and a change within a long text is shown as exactly as in a short one.
func TestWordsOfLongTexts(t *testing.T) {
	for name, sentence := range map[string]string{"sentences": "One thing follows another, and so on. ", "no signs": "on and on ", "one word": "x", "signs of their own": "漢字かな"} {
		long := strings.Repeat(sentence, 300_000/len(sentence))
		a, b := long+"The end is near. "+long, long+"The end is far. "+long
		got := diff.CompareWords(a, b)
		replacedSpans(t, a, b, got)
		if name == "sentences" && (len(got) != 4 || got[1].Text != "near" || got[2].Text != "far") {
			t.Errorf("%s: %d spans", name, len(got))
		}
	}
}

// replacedSpans finds text that the spans leave out.
func replacedSpans(t *testing.T, a, b string, all []diff.Span) {
	t.Helper()
	var x, y strings.Builder
	for _, s := range all {
		if s.Change != diff.Added {
			x.WriteString(s.Text)
		}
		if s.Change != diff.Removed {
			y.WriteString(s.Text)
		}
	}
	if x.String() != a || y.String() != b {
		t.Errorf("the spans are not the texts: %d and %d bytes of %d and %d", x.Len(), y.Len(), len(a), len(b))
	}
}
