package wire

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestFlawsAreBounded: an event with a flaw in every line costs no more memory than a few flaws, and the rest
// are counted.
func TestFlawsAreBounded(t *testing.T) {
	t.Parallel()
	const lines = 5000
	s := NewSplitter(SSE, 0)
	frames := s.Feed(time.Time{}, append(bytes.Repeat([]byte("x\n"), lines), '\n'))
	if len(frames) != 1 {
		t.Fatalf("%d frames", len(frames))
	}
	ps := frames[0].Problems
	if len(ps) != maxFlaws+1 || !strings.HasPrefix(ps[maxFlaws].Message, "4980 more flaws") {
		t.Errorf("%d problems, the last %+v", len(ps), ps[len(ps)-1])
	}
	if ps[1].Offset != 2 || ps[maxFlaws].Offset != 2*maxFlaws {
		t.Errorf("offsets %d and %d", ps[1].Offset, ps[maxFlaws].Offset)
	}
}

func TestFlawsOfMessagesAreBounded(t *testing.T) {
	t.Parallel()
	wire := []byte{0x01, 0} // a text message of many fragments, a bad control frame after each
	for range 300 {
		wire = append(wire, 0x8b, 0, 0x00, 0)
	}
	wire = append(wire, 0x80, 0)
	frames := NewSplitter(WebSocket, 0).Feed(time.Time{}, wire)
	if len(frames) != 1 || len(frames[0].Problems) != maxFlaws+1 || !strings.HasPrefix(frames[0].Problems[maxFlaws].Message, "280 more flaws") {
		t.Errorf("%d frames, the first with %d problems", len(frames), len(frames[0].Problems))
	}
}
