package talk

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/stream"
)

// What the page holds of a text that grows is bounded, and goes far beyond what is drawn of
// it at first: what is read there stays.
func TestGrowingTextIsBounded(t *testing.T) {
	text := &stream.Text{}
	from := 0
	for range 500 {
		text.Segments = append(text.Segments, stream.Segment{Text: []byte(strings.Repeat("x", 10_000))})
		from = slid(text, from)
		held := (len(text.Segments) - from) * 10_000
		if held > liveWindow || from > 0 && held < liveWindow-10_000 || len(text.Segments) <= liveWindow/10_000 && from != 0 {
			t.Fatalf("of %d segments %d are gone", len(text.Segments), from)
		}
	}
	if first := windowFrom(text); slid(text, first) != first {
		t.Errorf("what is drawn at first, from %d on, goes at once", first)
	}
}
